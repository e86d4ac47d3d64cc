import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CustomerGroup } from '../../../contract/entities/audience.ts';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { notFound } from '../errors.ts';
import { wireTime } from '../views/json.ts';
import { isComingIn } from './groups-behind.ts';

/** A group of the company; refuses another id as not found. */
export async function groupView(tx: Tx, tenantId: Id, id: Id): Promise<CustomerGroup> {
  const [found] = await groupViews(tx, tenantId, id);
  if (found === undefined) throw notFound();
  return found;
}

/** The company's groups by name. */
export async function groupViews(tx: Tx, tenantId: Id, id: Id | null = null): Promise<CustomerGroup[]> {
  const { rows } = await sql<CustomerGroup>`
    select g.id::text as id, g.name, g.member_count, g.version::text as version,
      case when a.id is not null then json_build_object('id', a.id::text, 'name', a.name) end as audience,
      ${sql.raw(wireTime('g.filled_at'))} as filled_at, g.fill_wanted_at is not null or ${isComingIn('g')} as is_filling,
      g.fill_wanted_at is not null and g.fill_failed_at is not null as is_failing
    from customer_group g
    left join audience a on a.tenant_id = g.tenant_id and a.id = g.audience_id
    where g.tenant_id = ${tenantId} and g.deleted_at is null and (${id}::bigint is null or g.id = ${id})
    order by lower(g.name), g.id`.execute(tx);
  return rows;
}

/**
 * SQL condition: the group of member `l` isn't deleted (a deleted group's members stay stored). Use it beside
 * `l.group_id`, by which the planner estimates the rows.
 */
export const IS_OF_LIVE_GROUP: RawBuilder<boolean> = sql`exists (select from customer_group g
  where g.tenant_id = l.tenant_id and g.id = l.group_id and g.deleted_at is null)`;

/** The groups that a customer is in. */
export async function groupsOfCustomer(tx: Tx, tenantId: Id, customerId: Id): Promise<Id[]> {
  const { rows } = await sql<{ id: Id }>`
    select group_id as id from customer_group_member
    where tenant_id = ${tenantId} and customer_id = ${customerId}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Gives groups a new version and publishes it, after one of their customers was merged or erased. */
export async function membersChanged(change: Change, ids: readonly Id[]): Promise<void> {
  const { tx, tenantId } = change;
  const { rows } = await sql<{ id: Id }>`
    update customer_group set version = version + 1
    where tenant_id = ${tenantId} and deleted_at is null and id = any(${[...ids]}::bigint[])
    returning id`.execute(tx);
  for (const { id } of rows) groupChanged(change, await groupView(tx, tenantId, id));
}

/** Publishes a group's change to users who may open the groups' screen. */
export function groupChanged(change: Change, { id, name, version, member_count: count }: CustomerGroup): void {
  const groupOfCustomers = { id, name, version: Number(version), count };
  change.append('GroupOfCustomersUpdated', { groupOfCustomers }, { to: 'route', route: 'customer-groups' });
}
