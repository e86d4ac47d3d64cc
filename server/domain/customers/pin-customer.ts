import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { requireVisibleCustomer } from '../tickets/visibility.ts';

/** Pins or unpins a customer for the actor. Returns whether it is pinned now. */
export function pinCustomer(services: Services, actor: Actor, rawId: string, pinned: boolean): Promise<boolean> {
  requirePermission(actor, 'chat');
  const id = parseId(rawId);
  return changeAsAttendant(services, actor, async ({ tx, append }) => {
    await requireVisibleCustomer(tx, actor, id, null);
    if (await setPin(tx, actor, id, pinned)) {
      append('CustomerPinned', { customer: { id }, pinned }, { to: 'users', userIds: [actor.userId], admins: false });
    }
    return pinned;
  });
}

/** Whether anything changed. */
async function setPin(tx: Tx, actor: Actor, customerId: Id, pinned: boolean): Promise<boolean> {
  if (!pinned) {
    const { numDeletedRows } = await tx
      .deleteFrom('pinned_customer')
      .where('tenant_id', '=', actor.tenantId)
      .where('user_id', '=', actor.userId)
      .where('customer_id', '=', customerId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('pinned_customer')
    .values({ tenant_id: actor.tenantId, user_id: actor.userId, customer_id: customerId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
