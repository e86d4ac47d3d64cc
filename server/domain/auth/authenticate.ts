import { askTenant } from '../../db/database.ts';
import type { Database } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { Together } from '../../db/together.ts';
import type { Actor, Caller, Services } from '../context.ts';
import { AuthRefused } from '../errors.ts';
import { verifyAccessToken } from './access-token.ts';
import type { Verdict } from './access-token.ts';
import { loadActors } from './actor.ts';
import type { SessionActor } from './actor.ts';

/** Sessions of a company looked up in one go. */
const AT_ONCE = 100;

type Called = { services: Services; sessionId: Id };

/** Calls of one company that come in the same moment look their sessions up together. */
const lookups = new WeakMap<Database, Together<Called, SessionActor | undefined>>();

/** What a bearer token claims, or why it counts for nothing. */
export type BearerVerdict = Verdict | { ok: false; reason: 'missing'; claims?: undefined };

/** Verifies a token; asks no database. */
export async function verifyBearer(services: Services, token: string | undefined): Promise<BearerVerdict> {
  return token === undefined || token === '' ? { ok: false, reason: 'missing' } : verifyAccessToken(services, token);
}

/**
 * The user a call runs for. Refuses with `AuthRefused`: no token, an expired one, one that isn't
 * ours, or one whose session, user or tenant is gone, from that moment on. `verified`: the token's verdict, where it is
 * known already.
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
  const lookup = lookups.get(services.db) ?? new Together(AT_ONCE, lookUp);
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
  const actors = await askTenant(services.db, tenantId, (tx) => loadActors(tx, services, tenantId, sessionIds));
  return calls.map(({ sessionId }) => actors.get(sessionId));
}
