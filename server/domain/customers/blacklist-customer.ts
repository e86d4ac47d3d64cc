import { sql } from 'kysely';
import type { Customer } from '../../../contract/entities/customer.ts';
import { FEATURE_OF_CALL } from '../../../contract/tenant-features.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditDeed } from '../audit-across.ts';
import { chatAs } from '../auth/standing.ts';
import type { Actor, Services } from '../context.ts';
import { parseId } from '../ids.ts';
import { requireAdmin, requirePermission } from '../permissions.ts';
import { requireFeature } from '../tenants/features.ts';
import { requireVisibleCustomer } from '../tickets/visibility.ts';
import { customerView } from './customer-infos.ts';

/**
 * Blocks a customer or lets them write again: administrators only, FORBIDDEN to whoever else sees the customer. Blocking
 * is refused with FORBIDDEN `error.feature.off` where the company's option is off.
 */
export function blacklistCustomer(
  services: Services,
  actor: Actor,
  givenId: string,
  blacklisted: boolean,
): Promise<Customer> {
  requirePermission(actor, 'chat');
  const id = parseId(givenId);
  return chatAs(services, actor, async ({ tx, tenantId, append }) => {
    await requireVisibleCustomer(tx, actor, id, null);
    requireAdmin(actor);
    // Who is blocked already isn't left so.
    if (blacklisted) await requireFeature(tx, tenantId, FEATURE_OF_CALL.blacklistCustomer);
    const { numUpdatedRows } = await tx
      .updateTable('customer')
      .set({ is_blacklisted: blacklisted })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where('is_blacklisted', '!=', blacklisted)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) {
      const userIds = await whoSees(tx, tenantId, id);
      append(
        'CustomerBlacklisted',
        { customer: { id, is_blacklisted: blacklisted } },
        { to: 'users', userIds, admins: true },
      );
      await auditDeed(tx, actor, {
        action: blacklisted ? 'customer.blacklist' : 'customer.unblacklist',
        subject: `customer:${id}`,
      });
    }
    return customerView(tx, tenantId, id);
  });
}

/** The attendants who see a ticket of the customer now: owners, those of unowned ones' instances, those asked to take over. */
async function whoSees(tx: Tx, tenantId: Id, customerId: Id): Promise<Id[]> {
  const { rows } = await sql<{ id: Id }>`
    select t.user_id as id from chat_ticket t
    where t.tenant_id = ${tenantId} and t.customer_id = ${customerId} and t.user_id is not null
    union
    select served.user_id from chat_ticket t
    join user_instance served on served.tenant_id = t.tenant_id and served.instance_id = t.instance_id
    where t.tenant_id = ${tenantId} and t.customer_id = ${customerId} and t.user_id is null
    union
    select x.next_user_id from chat_ticket t
    join ticket_transfer x on x.tenant_id = t.tenant_id and x.ticket_id = t.id
      and x.transferred_at is null and x.deleted_at is null
    where t.tenant_id = ${tenantId} and t.customer_id = ${customerId}`.execute(tx);
  return rows.map((row) => row.id);
}
