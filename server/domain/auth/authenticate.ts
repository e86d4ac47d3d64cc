import { queryTenant } from '../../db/database.ts';
import type { Database } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { Batcher } from '../../db/batcher.ts';
import type { Actor, Caller, Services } from '../context.ts';
import { AuthRefused } from '../errors.ts';
import { verifyAccessToken } from './access-token.ts';
import type { Verdict } from './access-token.ts';
import { loadActors } from './actor.ts';
import type { SessionActor } from './actor.ts';

/** Most sessions of a company in one lookup. */
const AT_ONCE = 100;

type Called = { services: Services; sessionId: Id };

/** Concurrent calls of one company share a session lookup. */
const lookups = new WeakMap<Database, Batcher<Called, SessionActor | undefined>>();

/** A bearer token's claims, or why it is invalid. */
export type BearerVerdict = Verdict | { ok: false; reason: 'missing'; claims?: undefined };

/** Verifies a token without the database. */
export async function verifyBearer(services: Services, token: string | undefined): Promise<BearerVerdict> {
  return token === undefined || token === '' ? { ok: false, reason: 'missing' } : verifyAccessToken(services, token);
}

/**
 * The user of a call. `AuthRefused` for a missing, expired or foreign token, or if its session, user or tenant is gone.
 * `verified`: the token's verdict, if already known.
 */
export async function authenticate(
  services: Services,
  token: string | undefined,
  from: Pick<Caller, 'requestId' | 'address'>,
  verified?: BearerVerdict,
): Promise<Actor> {
  const verdict = verified ?? (await verifyBearer(services, token));
  if (!verdict.ok) throw new AuthRefused(verdict.reason);
  const { tenantId, sessionId, userId } = verdict.claims;
  const lookup = lookups.get(services.db) ?? new Batcher(AT_ONCE, lookUp);
  lookups.set(services.db, lookup);
  const actor = await lookup.ask(tenantId, { services, sessionId });
  if (actor?.userId !== userId) throw new AuthRefused('unauthorized');
  return { ...actor, ...from };
}

async function lookUp(tenantId: Id, calls: readonly Called[]): Promise<(SessionActor | undefined)[]> {
  const [first] = calls;
  if (first === undefined) return [];
  const { services } = first;
  const sessionIds = [...new Set(calls.map(({ sessionId }) => sessionId))];
  const actors = await queryTenant(services.db, tenantId, (tx) => loadActors(tx, services, tenantId, sessionIds));
  return calls.map(({ sessionId }) => actors.get(sessionId));
}
