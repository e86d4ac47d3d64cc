import { FEATURE_OF_CALL } from '../../../contract/facts/tenant-features.ts';
import type { Customer } from '../../../contract/entities/customer.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { parseId } from '../ids.ts';
import { requireAdmin, requirePermission } from '../permissions.ts';
import { requireFeature } from '../tenants/features.ts';
import { requireVisibleCustomer } from '../tickets/visibility.ts';
import { attendantsWhoSee } from './customer-audience.ts';
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
