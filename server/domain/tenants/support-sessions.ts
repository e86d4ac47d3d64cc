import { actAs, actAsPlatform } from '../../db/act-as.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { endSessions } from '../auth/end-sessions.ts';
import type { Services } from '../context.ts';

/**
 * Ends what a person of the back-office has open in other companies: they were blocked, deleted or
 * disconnected, may not open the tenants any more, have another role or password, or a session of theirs was ended. In the
 * transaction of that, which it leaves the own company's.
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

/** Ends all support sessions in a company, in a transaction of it: it lets no support in any more. */
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
