import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import fastify from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Services } from '../domain/context.ts';
import { notFound } from '../domain/errors.ts';
import type { MaintenanceWatch } from '../domain/maintenance/watch.ts';
import type { MailDesk } from '../mail/desk.ts';
import { addCalls } from './calls/calls.ts';
import { limitJson } from './calls/json.ts';
import { refusalOf, restBody } from './errors.ts';
import { addHealth } from './health.ts';
import type { Check } from './health.ts';
import { addMaintenance } from './maintenance.ts';
import { addMetrics } from './metrics.ts';
import { addRest } from './rest/calls.ts';
import { crossOrigin, securityHeaders } from './security.ts';
import { addStatic } from './static.ts';

const BODY_LIMIT = 1024 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;

export type AppOptions = {
  config: Pick<
    Config,
    | 'mode'
    | 'bases'
    | 'allowedOrigins'
    | 'trustProxy'
    | 'metricsToken'
    | 'maintenanceToken'
    | 'mail'
    | 'identity'
    | 'calls'
  >;
  /** The built SPA. */
  folder: string;
  /** Where `/` leads. */
  home: string | undefined;
  mail: MailDesk;
  maintenance: MaintenanceWatch;
  /** What else must be there for `/readyz`. */
  checks: Readonly<Record<string, Check>>;
};

/** The HTTP side without a port yet: REST, health, metrics and the SPA. More is registered before it is ready. */
export async function createApp(
  services: Services,
  options: AppOptions,
): Promise<{ app: FastifyInstance; metrics: Registry }> {
  const logger: FastifyBaseLogger = services.log.child(
    {},
    {
      serializers: {
        // Without the query: a socket's ticket is in it.
        req: (request: FastifyRequest) => ({
          method: request.method,
          path: request.url.split('?')[0],
          address: request.ip,
        }),
      },
    },
  );
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // Never all: the address that a client gives itself must not be the one its failed logins count for.
    trustProxy: options.config.trustProxy === '' ? false : options.config.trustProxy,
    return503OnClosing: true,
    // What is no path at all, `/%`, comes to no route and no hook.
    frameworkErrors: refuse,
  });
  const { backoffice, graphql, realtime } = options.config.bases;
  await app.register(helmet, securityHeaders([backoffice, graphql, realtime, options.config.bases.ipLookup]));
  if (options.config.allowedOrigins.length > 0) await app.register(cors, crossOrigin(options.config.allowedOrigins));
  await app.register(cookie);
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  app.setErrorHandler(refuse);
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  const metrics = addMetrics(app, services, options.config.metricsToken);
  limitJson(app);
  addCalls(app, options.config.calls, metrics);
  addHealth(app, services, options.checks);
  addMaintenance(app, services, options.maintenance, options.config.maintenanceToken);
  addRest(app, services, options.config, options.mail);
  await addStatic(app, { folder: options.folder, home: options.home });
  return { app, metrics };
}

/** What a failed request is answered with, outside GraphQL. */
function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error, request.id);
  if (refusal.isOurs) request.log.error({ err: error }, 'a request failed');
  const seconds = refusal.detail.params?.['seconds'];
  if (refusal.httpStatus === 429 && seconds !== undefined) reply.header('retry-after', String(seconds));
  void reply.code(refusal.httpStatus).send(restBody(refusal, request.id));
}
