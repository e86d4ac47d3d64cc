import { actAs, actAsPlatform } from '../../db/act-as.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { endSessions } from '../auth/end-sessions.ts';
import type { Services } from '../context.ts';

/**
 * Ends a back-office user's support sessions in all companies: after they were blocked, deleted or disconnected, lost
 * the permission to manage tenants, got another role or password, or one of their sessions was ended. In that
 * transaction, which it leaves in their own company.
 */
export async function endSupportSessions(
  tx: Tx,
  services: Pick<Services, 'now'>,
  of: { tenantId: Id; userId: Id },
): Promise<void> {
  await actAsPlatform(tx);
  const places = await tx
    .selectFrom('app_user')
    .select(['tenant_id', 'id'])
    .where('support_user_id', '=', of.userId)
    .orderBy('id')
    .execute();
  for (const { tenant_id: tenantId, id } of places) {
    await actAs(tx, tenantId);
    await endSessions(tx, services, { tenantId, userId: id, reason: 'disconnected' });
  }
  await actAs(tx, of.tenantId);
}

/** Ends all support sessions in a company that closed itself to support, in its transaction. */
export async function endSupportIn(tx: Tx, services: Pick<Services, 'now'>, tenantId: Id): Promise<void> {
  const people = await tx
    .selectFrom('app_user')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('support_user_id', 'is not', null)
    .orderBy('id')
    .execute();
  for (const { id } of people) await endSessions(tx, services, { tenantId, userId: id, reason: 'disconnected' });
}
