import type { Tenant } from '../../../contract/entities/tenant.ts';
import type { TenantFeature } from '../../../contract/tenant-features.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditIn } from '../audit-across.ts';
import type { Change } from '../../db/change.ts';
import { changeAs } from '../auth/standing.ts';
import type { Actor, Services } from '../context.ts';
import { DomainError } from '../errors.ts';
import { mayOpenTenants } from '../permissions.ts';
import { targetTenant } from './target-tenant.ts';
import { allFeatures } from './tenant-rows.ts';

type Feature = Tenant['features'][number];

/** Every option of a company and whether it is on: of one's own, or of any for who may open the tenants. */
export async function listFeatures(services: Services, actor: Actor, tenantName: string): Promise<Feature[]> {
  const tenant = await targetTenant(services, actor, tenantName);
  const rows = await withTenant(services.db, tenant.id, (tx) =>
    tx.selectFrom('tenant_feature').select(['option', 'enabled']).where('tenant_id', '=', tenant.id).execute(),
  );
  return allFeatures(rows);
}

/** Refuses with FORBIDDEN `error.feature.off` what belongs to an option that is off; in a transaction of the company. */
export async function requireFeature(tx: Tx, tenantId: Id, option: TenantFeature): Promise<void> {
  const held = await tx
    .selectFrom('tenant_feature')
    .select('enabled')
    .where('tenant_id', '=', tenantId)
    .where('option', '=', option)
    .executeTakeFirst();
  if (held?.enabled === false) throw new DomainError('FORBIDDEN', 'error.feature.off');
}

/** Switches an option of a company, for who may open the tenants. It holds from the next call on, and open pages are told. */
export async function setFeature(
  services: Services,
  caller: Actor,
  given: { tenantName: string; option: TenantFeature; enabled: boolean },
): Promise<Feature> {
  mayOpenTenants(caller);
  const tenant = await targetTenant(services, caller, given.tenantName);
  const feature = { option: given.option, enabled: given.enabled };
  const work = async ({ tx, append }: Change, actor: Actor): Promise<Feature> => {
    const before = await tx
      .selectFrom('tenant_feature')
      .select('enabled')
      .where('tenant_id', '=', tenant.id)
      .where('option', '=', given.option)
      .executeTakeFirst();
    if ((before?.enabled ?? true) === given.enabled) return feature;
    await tx
      .insertInto('tenant_feature')
      .values({ tenant_id: tenant.id, ...feature, updated_at: services.now() })
      .onConflict((existing) =>
        existing.columns(['tenant_id', 'option']).doUpdateSet({ enabled: given.enabled, updated_at: services.now() }),
      )
      .execute();
    append('FeaturesChanged', { feature }, { to: 'all' });
    await auditIn(tx, actor, tenant, { action: 'tenant.feature', subject: `tenant:${tenant.id}`, details: feature });
    return feature;
  };
  return changeAs(services, caller, mayOpenTenants, work, tenant.id);
}
