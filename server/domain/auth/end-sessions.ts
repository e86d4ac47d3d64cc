import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { SessionEnd } from '../../db/tables/login.ts';
import type { Services } from '../context.ts';
import { markDisconnected } from '../presence.ts';

/**
 * Ends a user's sessions except `except`: their tokens stop working and their sockets close at once. With none left the
 * user counts as disconnected. Returns how many ended.
 */
export async function endSessions(
  tx: Tx,
  services: Pick<Services, 'now'>,
  of: { tenantId: Id; userId: Id; reason: SessionEnd; except?: Id },
): Promise<number> {
  const ended = await tx
    .updateTable('session')
    .set({ revoked_at: services.now(), revoked_reason: of.reason })
    .where('tenant_id', '=', of.tenantId)
    .where('user_id', '=', of.userId)
    .where('revoked_at', 'is', null)
    .$if(of.except !== undefined, (query) => query.where('id', '!=', of.except ?? ''))
    .returning('id')
    .execute();
  await tx
    .deleteFrom('socket_ticket')
    .where('tenant_id', '=', of.tenantId)
    .where('user_id', '=', of.userId)
    .$if(of.except !== undefined, (query) => query.where('session_id', '!=', of.except ?? ''))
    .execute();
  if (of.except === undefined) await markDisconnected(tx, of);
  return ended.length;
}
