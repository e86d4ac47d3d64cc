import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import fastify from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Services } from '../domain/context.ts';
import { DomainError, invalid, notFound } from '../domain/errors.ts';
import type { MaintenanceWatch } from '../domain/maintenance/watch.ts';
import type { MailDesk } from '../mail/desk.ts';
import { answerHeaders } from './answer-headers.ts';
import { addCalls } from './calls/calls.ts';
import { limitJson } from './calls/json.ts';
import { refusalOf, restBody, setRetryAfter } from './errors.ts';
import { addHealth } from './health.ts';
import type { Check } from './health.ts';
import { boundConnections } from './limits/connections.ts';
import { Limits } from './limits/limits.ts';
import { addBodyGuard, addRates } from './limits/plugin.ts';
import { addMaintenance } from './maintenance.ts';
import { addMetrics } from './metrics.ts';
import { addRawRefusals, refuseBroken } from './raw-refusal.ts';
import { addRest } from './rest/calls.ts';
import type { PublicAddress } from './rest/identity.ts';
import { crossOrigin } from './security.ts';
import { addStatic } from './static.ts';

const BODY_LIMIT = 1024 * 1024;
/** Interval of Node's check for slow senders. */
const SLOW_CHECK_MS = 5_000;

export type AppOptions = {
  config: Pick<
    Config,
    | 'mode'
    | 'supportContact'
    | 'bases'
    | 'allowedOrigins'
    | 'trustProxy'
    | 'metricsToken'
    | 'maintenanceToken'
    | 'identity'
    | 'rates'
    | 'calls'
  >;
  /** The built SPA. */
  folder: string;
  /** Redirect target of `/`. */
  home: string | undefined;
  mail: MailDesk;
  publicAddress: PublicAddress;
  maintenance: MaintenanceWatch;
  /** Additional checks of `/readyz`. */
  checks: Readonly<Record<string, Check>>;
};

/** The HTTP server, not listening yet: REST, health, metrics and the SPA. More is registered before it is ready. */
export async function createApp(
  services: Services,
  options: AppOptions,
): Promise<{ app: FastifyInstance; metrics: Registry; limits: Limits }> {
  const logger: FastifyBaseLogger = services.log.child(
    {},
    {
      serializers: {
        // Without the query, which may contain a socket's ticket.
        req: (request: FastifyRequest) => ({
          method: request.method,
          path: request.url.split('?')[0],
          address: request.ip,
        }),
      },
    },
  );
  const { backoffice, graphql, realtime, ipLookup } = options.config.bases;
  const headers = answerHeaders([backoffice ?? '', graphql, realtime, ipLookup]);
  const { rates } = options.config;
  const { slow } = rates;
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    requestTimeout: slow.requestMs,
    forceCloseConnections: 'idle',
    // Never all proxies: a client could otherwise choose the address that its failed logins count for.
    trustProxy: options.config.trustProxy === '' ? false : options.config.trustProxy,
    // Node itself would answer both before any hook, without our headers: the first hook refuses them.
    return503OnClosing: false,
    http: {
      requireHostHeader: false,
      headersTimeout: slow.headersMs,
      // By default Node checks idle connections only every half minute.
      connectionsCheckingInterval: Math.min(SLOW_CHECK_MS, slow.headersMs),
    },
    // An invalid path such as `/%` reaches no route and no hook.
    frameworkErrors: (error, request, reply) => refuse(error, request, reply.headers(headers(request.id))),
    clientErrorHandler: (error, socket) => refuseBroken(error, socket, headers),
  });
  addRawRefusals(app, headers);
  let isClosing = false;
  app.addHook('preClose', async () => void (isClosing = true));
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers(request.id));
    if (isClosing) throw new DomainError('UNAVAILABLE', 'error.unavailable');
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) throw invalid();
  });
  if (options.config.allowedOrigins.length > 0) await app.register(cors, crossOrigin(options.config.allowedOrigins));
  await app.register(cookie);
  app.setErrorHandler(refuse);
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  const metrics = addMetrics(app, services, options.config.metricsToken);
  const limits = new Limits(rates, metrics);
  boundConnections(app, limits, options.config.trustProxy);
  addRates(app, services, limits, options.config.calls.refusalMs);
  limitJson(app);
  addCalls(app, options.config.calls, metrics);
  addHealth(app, services, options.checks);
  addMaintenance(app, services, options.maintenance, options.config.maintenanceToken);
  addBodyGuard(app, services, limits);
  addRest(app, services, options.config, options.mail, options.publicAddress, limits);
  await addStatic(app, { folder: options.folder, home: options.home });
  return { app, metrics, limits };
}

/** Answers a failed request, outside GraphQL. */
function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error, request.id);
  if (refusal.isOurs) request.log.error({ err: error }, 'a request failed');
  // The route may already have made its answer cacheable.
  reply.header('cache-control', 'no-store');
  setRetryAfter(reply, refusal);
  void reply.code(refusal.httpStatus).send(restBody(refusal, request.id));
}
