import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import { audit } from '../audit.ts';
import type { Caller, Services } from '../context.ts';
import { AuthRefused } from '../errors.ts';
import { noteLeft } from '../presence.ts';
import { endSupportSessions } from '../tenants/support-sessions.ts';
import { verifyAccessToken } from './access-token.ts';
import { endSession } from './refresh.ts';

/**
 * Ends the session of an access token, so that neither its access nor its refresh token works any
 * more, and the user counts as gone if it was their last; what they have open elsewhere for support ends with it. An expired token does as well: who leaves
 * after a pause means it. Logging out twice is one logout. Refuses with `AuthRefused` without a token or with one that isn't ours. Answers whose it
 * was. `told` is what the client says of it, for the audit.
 */
export async function logOut(
  services: Services,
  token: string | undefined,
  caller: Caller,
  told: { data?: unknown; claimedAddress?: string | null | undefined } = {},
): Promise<{ tenantName: string; sessionId: string }> {
  if (token === undefined || token === '') throw new AuthRefused('missing');
  const verdict = await verifyAccessToken(services, token);
  if (verdict.claims === undefined) throw new AuthRefused('invalid');
  const { tenantId, tenantName, sessionId, userId } = verdict.claims;
  await withTenant(services.db, tenantId, async (tx) => {
    if (!(await endSession(tx, services, { tenantId, sessionId, reason: 'logout' }))) return;
    if (!(await hasSession(tx, services, { tenantId, userId }))) await noteLeft(tx, { tenantId, userId });
    await endSupportSessions(tx, services, { tenantId, userId });
    await audit(tx, {
      tenantId,
      userId,
      action: 'logout',
      subject: `session:${sessionId}`,
      details: { claimed_address: told.claimedAddress ?? null, data: brief(told.data) },
      address: caller.address,
      requestId: caller.requestId,
    });
  });
  return { tenantName, sessionId };
}

async function hasSession(tx: Tx, services: Services, of: { tenantId: string; userId: string }): Promise<boolean> {
  const live = await tx
    .selectFrom('session')
    .select('id')
    .where('tenant_id', '=', of.tenantId)
    .where('user_id', '=', of.userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', services.now())
    .limit(1)
    .executeTakeFirst();
  return live !== undefined;
}

const DATA_MAX = 2_000;

/** What the client says of its logout is written down as long as it is short. */
function brief(data: unknown): unknown {
  try {
    const text = JSON.stringify(data);
    return text !== undefined && text.length <= DATA_MAX ? data : null;
  } catch {
    // Nested too deep to be written.
    return null;
  }
}
