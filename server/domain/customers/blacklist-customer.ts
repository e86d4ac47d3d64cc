import { sql } from 'kysely';
import { FEATURE_OF_CALL } from '../../../contract/facts/tenant-features.ts';
import type { Customer } from '../../../contract/entities/customer.ts';
import { blockContactsFormSchema } from '../../../contract/graphql/blocked-contacts.ts';
import type { BlacklistCustomerVariables } from '../../../contract/graphql/blacklist-customer.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { stopFlowsOfBlocked } from '../flows/stop-flow.ts';
import { parseId } from '../ids.ts';
import { parseInput } from '../input.ts';
import { requireAdmin, requirePermission } from '../permissions.ts';
import { requireFeature } from '../tenants/features.ts';
import { requireVisibleCustomer } from '../tickets/visibility.ts';
import { requireCustomer } from './customer-access.ts';
import { attendantsWhoSee } from './customer-audience.ts';
import { endRefusalsOf } from './kept-refusals.ts';
import { customerView } from './customer-infos.ts';

/**
 * Blocks a customer by their number, or unblocks them with all of theirs: administrators only, FORBIDDEN to others who
 * see the customer. Blocking is FORBIDDEN `error.feature.off` if the company's option is off.
 */
export function blacklistCustomer(
  services: Services,
  actor: Actor,
  { id: rawId, blacklisted, reason: rawReason }: BlacklistCustomerVariables,
): Promise<Customer> {
  requirePermission(actor, 'chat');
  const id = parseId(rawId);
  const { reason = null } = parseInput(blockContactsFormSchema, { numbers: [''], reason: rawReason });
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId, append } = change;
    await requireVisibleCustomer(tx, actor, id, null);
    requireAdmin(actor);
    await requireCustomer(tx, actor, id);
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
      await (
        blacklisted
          ? sql`
            insert into blocked_contact (tenant_id, address, reason, blocked_by)
            select tenant_id, phone_number, ${reason === '' ? null : reason}, ${actor.userId} from customer
            where tenant_id = ${tenantId} and id = ${id}
            on conflict do nothing`
          : sql`
            delete from blocked_contact where tenant_id = ${tenantId}
              and address in (select addresses_of(${tenantId}, ${id}))`
      ).execute(tx);
      if (blacklisted) await stopFlowsOfBlocked(change, sql`${id}`, services.now());
      else await endRefusalsOf(tx, services, tenantId, id, 'contact');
      const userIds = await attendantsWhoSee(tx, tenantId, id);
      append(
        'CustomerBlacklisted',
        { customer: { id, is_blacklisted: blacklisted } },
        { to: 'users', userIds, admins: true },
      );
      append('ListUpdated', { list: 'blocked_contacts' }, { to: 'all' });
      await auditAction(tx, actor, {
        action: blacklisted ? 'customer.blacklist' : 'customer.unblacklist',
        subject: `customer:${id}`,
        ...(reason === null || reason === '' ? {} : { details: { reason } }),
      });
    }
    return customerView(tx, tenantId, id);
  });
}
