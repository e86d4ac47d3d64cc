import { askTenant } from '../../db/database.ts';
import type { Actor, Caller, Services } from '../context.ts';
import { AuthRefused } from '../errors.ts';
import { verifyAccessToken } from './access-token.ts';
import type { Verdict } from './access-token.ts';
import { loadActor } from './actor.ts';

/**
 * The user a call runs for. Refuses with `AuthRefused`: no token, an expired one, one that isn't
 * ours, or one whose session, user or tenant is gone, from that moment on.
 */
export async function authenticate(
  services: Services,
  token: string | undefined,
  from: Pick<Caller, 'requestId' | 'address'>,
  /** What the token claims, where somebody verified it already. */
  known?: Verdict,
): Promise<Actor> {
  if (token === undefined || token === '') throw new AuthRefused('missing');
  const verdict = known ?? (await verifyAccessToken(services, token));
  if (!verdict.ok) throw new AuthRefused(verdict.reason);
  const { tenantId, sessionId, userId } = verdict.claims;
  const actor = await askTenant(services.db, tenantId, (tx) =>
    loadActor(tx, services, { tenantId, sessionId, ...from }),
  );
  if (actor === undefined || actor.userId !== userId) throw new AuthRefused('unauthorized');
  return actor;
}
