import { sql } from 'kysely';
import type { CustomerGroup } from '../../../contract/entities/audience.ts';
import { GROUP_CHANGE_MAX } from '../../../contract/facts/audiences.ts';
import type {
  ChangeGroupMembersVariables,
  CustomerGroupMembersVariables,
} from '../../../contract/graphql/customer-groups.ts';
import type { CustomerPage } from '../../../contract/graphql/paginated-customers.ts';
import { withTenant } from '../../db/database.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { customerPage } from '../customers/list-customers.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requireGroupPermission } from './customer-groups.ts';
import { groupChanged, groupView } from './group-view.ts';

/** A page of a group's members by name. */
export async function groupMembers(
  services: Services,
  actor: Actor,
  { id: rawId, ...query }: CustomerGroupMembersVariables,
): Promise<CustomerPage> {
  requireGroupPermission(actor);
  const id = parseId(rawId);
  await withTenant(services.db, actor.tenantId, (tx) => groupView(tx, actor.tenantId, id));
  return customerPage(services, actor, { ...query, group_id: id });
}

/**
 * Puts customers into a group or takes them out. CONFLICT for a group that an audience feeds; not found if one of them
 * isn't the company's.
 */
export function changeMembers(
  services: Services,
  caller: Actor,
  { id: rawId, customer_ids, member }: ChangeGroupMembersVariables,
): Promise<CustomerGroup> {
  requireGroupPermission(caller);
  const id = parseId(rawId);
  const customerIds = [...new Set(customer_ids.map(parseId))];
  if (customerIds.length > GROUP_CHANGE_MAX) {
    throw invalid('error.form.invalid', { customer_ids: 'error.field.tooMany' });
  }
  return changeAsActor(services, caller, requireGroupPermission, async (change, actor) => {
    const { tx, tenantId } = change;
    const before = await groupView(tx, tenantId, id);
    if (before.audience !== null) throw conflict('error.customerGroup.fed');
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from customer c
      where c.tenant_id = ${tenantId} and c.id = any(${customerIds}::bigint[])`.execute(tx);
    if (rows[0]?.count !== customerIds.length) throw notFound();
    const changed = member
      ? await sql`
        insert into customer_group_member (tenant_id, group_id, customer_id)
        select ${tenantId}, ${id}, chosen from unnest(${customerIds}::bigint[]) chosen
        on conflict do nothing returning customer_id`.execute(tx)
      : await sql`
        delete from customer_group_member where tenant_id = ${tenantId} and group_id = ${id}
          and customer_id = any(${customerIds}::bigint[]) returning customer_id`.execute(tx);
    // No change: no new version, nothing to publish.
    if (changed.rows.length === 0) return before;
    await sql`update customer_group set version = version + 1
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    const group = await groupView(tx, tenantId, id);
    await auditAction(tx, actor, {
      action: member ? 'customer_group.add' : 'customer_group.remove',
      subject: `customer_group:${id}`,
      details: { name: group.name, count: changed.rows.length },
    });
    groupChanged(change, group);
    return group;
  });
}
