import { askTenant } from '../../db/database.ts';
import type { Actor, Caller, Services } from '../context.ts';
import { AuthRefused } from '../errors.ts';
import { verifyAccessToken } from './access-token.ts';
import type { Claims } from './access-token.ts';
import { loadActor } from './actor.ts';

/** What a bearer token claims, or why it counts for nothing. */
export type BearerVerdict = { ok: true; claims: Claims } | { ok: false; reason: 'missing' | 'expired' | 'invalid' };

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
  const actor = await askTenant(services.db, tenantId, (tx) =>
    loadActor(tx, services, { tenantId, sessionId, ...from }),
  );
  if (actor === undefined || actor.userId !== userId) throw new AuthRefused('unauthorized');
  return actor;
}
