import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { TENANT_FEATURES } from '../../../contract/facts/tenant-features.ts';
import type { TenantFeature } from '../../../contract/facts/tenant-features.ts';
import type { Tenant } from '../../../contract/entities/tenant.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { notFound } from '../errors.ts';
import { IS_SERVED_ANYWHERE } from '../pools.ts';

type Row = {
  id: Id;
  slug: string;
  name: string;
  cnpj: string | null;
  template: string | null;
  pool: string | null;
  served: boolean;
  userLimit: number | null;
  instanceLimit: number | null;
  messageLimit: number | null;
  timezone: string;
  isBackoffice: boolean;
  createdAt: Date;
  deletedAt: Date | null;
  version: number;
  /** The options that were ever set. */
  features: { option: string; enabled: boolean }[];
};

const COLUMNS = sql.raw(`t.id, t.slug, t.name, t.cnpj, t.template, t.pool, t.user_limit as "userLimit",
  t.instance_limit as "instanceLimit", t.message_limit as "messageLimit", t.timezone,
  t.is_backoffice as "isBackoffice", t.created_at as "createdAt", t.deleted_at as "deletedAt", t.version,
  coalesce((select json_agg(json_build_object('option', f.option, 'enabled', f.enabled))
    from tenant_feature f where f.tenant_id = t.id), '[]'::json) as features`);

/** Tenants `t` that match a condition, including deleted ones, sorted; as the platform. */
export async function readTenants(
  tx: Tx,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<Tenant[]> {
  const { rows } =
    await sql<Row>`select ${COLUMNS}, ${IS_SERVED_ANYWHERE} as served from tenant t where ${condition} order by ${order}`.execute(
      tx,
    );
  return rows.map(tenantOf);
}

/** A tenant by id, deleted or not, else not found; as the platform. Locks its row until the end of the transaction. */
export async function lockTenantRow(tx: Tx, id: Id): Promise<Tenant> {
  await sql`select from tenant where id = ${id} for no key update`.execute(tx);
  const [tenant] = await readTenants(tx, sql`t.id = ${id}`, sql`t.id`);
  if (tenant === undefined) throw notFound();
  return tenant;
}

function tenantOf(row: Row): Tenant {
  return {
    id: row.id,
    name: row.name,
    tenantName: row.slug,
    cnpj: row.cnpj,
    features: allFeatures(row.features),
    template: row.template,
    pool: row.pool,
    served: row.served,
    userLimit: row.userLimit,
    instanceLimit: row.instanceLimit,
    messageLimit: row.messageLimit,
    timezone: row.timezone,
    isBackoffice: row.isBackoffice,
    created_at: row.createdAt.toISOString(),
    deleted_at: row.deletedAt?.toISOString() ?? null,
    version: String(row.version),
  };
}

/** Every option; one never set is on. */
export function allFeatures(set: readonly { option: string; enabled: boolean }[]): {
  option: TenantFeature;
  enabled: boolean;
}[] {
  const off = new Set(set.filter(({ enabled }) => !enabled).map(({ option }) => option));
  return TENANT_FEATURES.map((option) => ({ option, enabled: !off.has(option) }));
}
