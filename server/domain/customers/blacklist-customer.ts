import { sql } from 'kysely';
import { FEATURE_OF_CALL } from '../../../contract/facts/tenant-features.ts';
import type { Customer } from '../../../contract/entities/customer.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { parseId } from '../ids.ts';
import { requireAdmin, requirePermission } from '../permissions.ts';
import { requireFeature } from '../tenants/features.ts';
import { requireVisibleCustomer } from '../tickets/visibility.ts';
import { customerView } from './customer-infos.ts';

/**
 * Blocks or unblocks a customer: administrators only, FORBIDDEN to others who see the customer. Blocking is FORBIDDEN
 * `error.feature.off` if the company's option is off.
 */
export function blacklistCustomer(
  services: Services,
  actor: Actor,
  rawId: string,
  blacklisted: boolean,
): Promise<Customer> {
  requirePermission(actor, 'chat');
  const id = parseId(rawId);
  return changeAsAttendant(services, actor, async ({ tx, tenantId, append }) => {
    await requireVisibleCustomer(tx, actor, id, null);
    requireAdmin(actor);
    // A blocked customer can be unblocked even then.
    if (blacklisted) await requireFeature(tx, tenantId, FEATURE_OF_CALL.blacklistCustomer);
    const { numUpdatedRows } = await tx
      .updateTable('customer')
      .set({ is_blacklisted: blacklisted })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where('is_blacklisted', '!=', blacklisted)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) {
      const userIds = await attendantsWhoSee(tx, tenantId, id);
      append(
        'CustomerBlacklisted',
        { customer: { id, is_blacklisted: blacklisted } },
        { to: 'users', userIds, admins: true },
      );
      await auditAction(tx, actor, {
        action: blacklisted ? 'customer.blacklist' : 'customer.unblacklist',
        subject: `customer:${id}`,
      });
    }
    return customerView(tx, tenantId, id);
  });
}

/** Attendants who see a ticket of the customer: owners, those of unowned ones' instances, and those offered one. */
async function attendantsWhoSee(tx: Tx, tenantId: Id, customerId: Id): Promise<Id[]> {
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
