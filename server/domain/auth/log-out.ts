import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import { audit } from '../audit.ts';
import type { Caller, Services } from '../context.ts';
import { AuthRefused } from '../errors.ts';
import { markDisconnected } from '../presence.ts';
import { endSupportSessions } from '../tenants/support-sessions.ts';
import { verifyAccessToken } from './access-token.ts';
import { endSession } from './refresh.ts';

/**
 * Ends the session of an access token with its refresh token, and the user's support sessions; if it was their last
 * one, they count as disconnected. An expired token is accepted, and logging out twice is harmless. `AuthRefused` for a
 * missing or foreign token. Returns whose session it was. `clientData` is the client's data for the audit.
 */
export async function logOut(
  services: Services,
  token: string | undefined,
  caller: Caller,
  clientData: { data?: unknown; claimedAddress?: string | null | undefined } = {},
): Promise<{ tenantName: string; sessionId: string }> {
  if (token === undefined || token === '') throw new AuthRefused('missing');
  const verdict = await verifyAccessToken(services, token);
  if (verdict.claims === undefined) throw new AuthRefused('invalid');
  const { tenantId, tenantName, sessionId, userId } = verdict.claims;
  await withTenant(services.db, tenantId, async (tx) => {
    if (!(await endSession(tx, services, { tenantId, sessionId, reason: 'logout' }))) return;
    if (!(await hasSession(tx, services, { tenantId, userId }))) await markDisconnected(tx, { tenantId, userId });
    await endSupportSessions(tx, services, { tenantId, userId });
    await audit(tx, {
      tenantId,
      userId,
      action: 'logout',
      subject: `session:${sessionId}`,
      details: { claimed_address: clientData.claimedAddress ?? null, data: shortened(clientData.data) },
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

/** The client's data is audited only while it is short. */
function shortened(data: unknown): unknown {
  try {
    const text = JSON.stringify(data);
    return text !== undefined && text.length <= DATA_MAX ? data : null;
  } catch {
    // Too deeply nested to serialise.
    return null;
  }
}
