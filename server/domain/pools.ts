import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { queryTenant, withPlatform } from '../db/database.ts';
import type { Id } from '../db/tables.ts';
import type { Services } from './context.ts';

/** The context that determines whose jobs and sends this server runs. */
export type Serving = Pick<Services, 'db' | 'pools'>;

/** Whether this server runs the jobs of tenant `alias`, as a condition. Every server runs the back-office's. */
function isServedHere({ pools }: Pick<Services, 'pools'>, alias: string): RawBuilder<boolean> {
  if (pools === undefined) return sql`true`;
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`(${of('pool')} = any(${[...pools]}::text[]) or ${of('is_backoffice')})`;
}

/** The same for the tenant whose id is in a column; for queries of the platform. */
export function isServedId(services: Pick<Services, 'pools'>, column: string): RawBuilder<boolean> {
  if (services.pools === undefined) return sql`true`;
  return sql`exists (select from tenant served where served.id = ${sql.ref(column)}
    and ${isServedHere(services, 'served')})`;
}

/** SQL: whether any live server runs the jobs of tenant `t`; as the platform. */
export const IS_SERVED_ANYWHERE = sql`(t.is_backoffice or exists (select from server_node node
  where node.pools is null or t.pool = any(node.pools)))`;

/** The tenants, deleted ones included, whose jobs this server runs. */
export async function servedTenants(services: Serving): Promise<Id[]> {
  const { rows } = await withPlatform(services.db, (tx) =>
    sql<{ id: Id }>`select t.id from tenant t where ${isServedHere(services, 't')} order by t.id`.execute(tx),
  );
  return rows.map(({ id }) => id);
}

/** Whether this server runs the jobs of a tenant. */
export async function isServed(services: Serving, tenantId: Id): Promise<boolean> {
  if (services.pools === undefined) return true;
  const { rows } = await queryTenant(services.db, tenantId, (tx) =>
    sql`select from tenant t where t.id = ${tenantId} and ${isServedHere(services, 't')}`.execute(tx),
  );
  return rows.length > 0;
}
