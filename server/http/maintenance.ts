import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as calls from '../../contract/rest/maintenance.ts';
import type { Services } from '../domain/context.ts';
import { forbidden } from '../domain/errors.ts';
import { parseInput } from '../domain/input.ts';
import { changeMaintenance, changeMaintenanceHere, underMaintenance } from '../domain/maintenance/maintenance.ts';
import type { MaintenanceWatch } from '../domain/maintenance/watch.ts';
import { graphqlEntry, refusalOf, restBody } from './errors.ts';
import { isFromLoopback } from './loopback.ts';
import { bearsToken, verdictOf } from './request.ts';
import { addActorCall, addInstantCall } from './rest/call.ts';

/** When pages that were turned away should poll again. */
const RETRY_AFTER_SECONDS = '15';
/** Logging in and out, and asking whether it is over. A login checks the company itself. */
const OPEN_PATHS = /^\/api\/(?:auth\/|maintenance$|ip$)/;

/**
 * During maintenance, refuses everyone but the back-office, except for the calls that switch it. `PUT
 * /healthz/maintenance` is for programs on this machine with the token, as a proxy could make others look local.
 * Webhooks are still accepted.
 */
export function addMaintenance(
  app: FastifyInstance,
  services: Services,
  watch: MaintenanceWatch,
  token: string | undefined,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!watch.state.on || !(await isTurnedAway(services, watch, request))) return undefined;
    return turnAway(watch, request, reply);
  });
  addInstantCall(app, calls.maintenance, async (_body, { reply }) => {
    reply.header('cache-control', 'no-store');
    return watch.state;
  });
  addActorCall(app, services, calls.setMaintenance, async (change, actor) =>
    watch.take(await changeMaintenance(services, actor, change)),
  );
  app.put('/healthz/maintenance', async (request) => {
    if (!isFromLoopback(request) || !bearsToken(request, token)) throw forbidden();
    const change = parseInput(calls.maintenanceChangeSchema, request.body);
    return watch.take(await changeMaintenanceHere(services, { address: request.ip, requestId: request.id }, change));
  });
}

async function isTurnedAway(services: Services, watch: MaintenanceWatch, request: FastifyRequest): Promise<boolean> {
  const [path = ''] = request.url.split('?');
  const isCall = path.startsWith('/api/') || isGraphql(path);
  if (!isCall || OPEN_PATHS.test(path)) return false;
  const verdict = await verdictOf(services, request);
  if (!verdict.ok && verdict.reason === 'missing') return !isBackofficesOwn(watch, path);
  // Their expired token is answered as such, so that they refresh it.
  return !(verdict.ok ? watch.isBackoffice(verdict.claims.tenantId) : isBackofficesOwn(watch, path));
}

const isGraphql = (path: string): boolean => /^\/[^/]+\/graphql$/.test(path);

/** The back-office's login and token refresh, which have no token. */
function isBackofficesOwn(watch: MaintenanceWatch, path: string): boolean {
  return isGraphql(path) && watch.isBackofficeName(path.split('/')[1] ?? '');
}

function turnAway(watch: MaintenanceWatch, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(underMaintenance(watch.state), request.id);
  const isOfGraphql = isGraphql(request.url.split('?')[0] ?? '');
  return reply
    .code(refusal.httpStatus)
    .header('retry-after', RETRY_AFTER_SECONDS)
    .send(isOfGraphql ? { errors: [graphqlEntry(refusal, request.id)] } : restBody(refusal, request.id));
}
