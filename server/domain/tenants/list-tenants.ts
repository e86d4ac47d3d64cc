import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ListedTenant, Tenant } from '../../../contract/entities/tenant.ts';
import type { PaginatedTenantsBody, TenantPage } from '../../../contract/rest/tenants.ts';
import { actAs } from '../../db/act-as.ts';
import { withPlatform } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { sentThisMonth } from '../messages/monthly-limit.ts';
import { requirePermission } from '../permissions.ts';
import { likePattern } from '../text.ts';
import { readTenants } from './tenant-rows.ts';

/** To find more, narrow the filter. */
const LIST_MAX = 1_000;

const SORTS: Readonly<Record<PaginatedTenantsBody['sort_name'], RawBuilder<unknown>>> = {
  id: sql`t.id`,
  name: sql`lower(t.name)`,
  cnpj: sql`t.cnpj`,
  created_at: sql`t.created_at`,
  userLimit: sql`t.user_limit`,
};

/**
 * Companies by name: `active`, `deleted`, `all`, or a text in the name, URL name or CNPJ of an active one. Needs the
 * permission to manage tenants.
 */
export function listTenants(services: Services, actor: Actor, filter: string): Promise<Tenant[]> {
  requirePermission(actor, 'tenants');
  const condition = conditionOf(filter);
  return withPlatform(services.db, (tx) => readTenants(tx, condition, sql`lower(t.name), t.id limit ${LIST_MAX}`));
}

function conditionOf(filter: string): RawBuilder<unknown> {
  if (filter === 'all') return sql`true`;
  if (filter === 'deleted') return sql`t.deleted_at is not null`;
  if (filter === 'active') return sql`t.deleted_at is null`;
  return sql`t.deleted_at is null and ${matching(filter)}`;
}

function matching(text: string): RawBuilder<unknown> {
  const pattern = likePattern(text);
  return sql`(t.name ilike ${pattern} or t.slug ilike ${pattern} or t.cnpj ilike ${pattern})`;
}

/** A page of companies with their usage; deleted ones only on request. Needs the permission to manage tenants. */
export function paginatedTenants(services: Services, actor: Actor, query: PaginatedTenantsBody): Promise<TenantPage> {
  requirePermission(actor, 'tenants');
  const conditions = [query.deleted ? sql`t.deleted_at is not null` : sql`t.deleted_at is null`];
  const search = query.search?.trim() ?? '';
  if (search !== '') conditions.push(matching(search));
  const email = query.filter_users?.trim() ?? '';
  if (email !== '') {
    conditions.push(sql`exists (select from app_user u where u.tenant_id = t.id and u.deleted_at is null
      and u.email like ${likePattern(email.toLowerCase())})`);
  }
  const condition = sql.join(conditions, sql` and `);
  const direction = query.sort_type === 'ASC' ? sql`asc` : sql`desc`;
  const limit = query.pagination_limit;
  const offset = (query.pagination_page - 1) * limit;
  return withPlatform(services.db, async (tx) => {
    const { rows } = await sql<{ count: string }>`select count(*) from tenant t where ${condition}`.execute(tx);
    const total = Number(rows[0]?.count ?? 0);
    const order = sql`${SORTS[query.sort_name]} ${direction} nulls last, t.id ${direction} limit ${limit} offset ${offset}`;
    const tenants = await readTenants(tx, condition, order);
    const items: ListedTenant[] = [];
    for (const tenant of tenants) items.push({ ...tenant, usage: await usageOf(tx, tenant, services.now()) });
    return { total_pages: Math.ceil(total / limit), total_items: total, items };
  });
}

/** A tenant's usage, with the messages of this month that count for its limit. Leaves the transaction in that tenant. */
async function usageOf(tx: Tx, tenant: Tenant, now: Date): Promise<ListedTenant['usage']> {
  await actAs(tx, tenant.id);
  const { rows } = await sql<ListedTenant['usage']>`
    select
      (select count(*)::integer from app_user
        where tenant_id = ${tenant.id} and deleted_at is null and support_user_id is null) as users,
      (select count(*)::integer from instance where tenant_id = ${tenant.id}) as instances,
      ${sentThisMonth(tenant.id, now)} as messages`.execute(tx);
  const [usage] = rows;
  if (usage === undefined) throw new Error('The query returned no row');
  return usage;
}
