import type { TenantFeature } from '../../../contract/facts/tenant-features.ts';
import type { Tenant } from '../../../contract/entities/tenant.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditIn } from '../audit-action.ts';
import type { Change } from '../../db/change.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { DomainError } from '../errors.ts';
import { requireTenantsPermission } from '../permissions.ts';
import { targetTenant } from './target-tenant.ts';
import { allFeatures } from './tenant-rows.ts';

type Feature = Tenant['features'][number];

/** Every option of a company and whether it is on: one's own, or with the permission to manage tenants any. */
export async function listFeatures(services: Services, actor: Actor, tenantName: string): Promise<Feature[]> {
  const tenant = await targetTenant(services, actor, tenantName);
  const rows = await withTenant(services.db, tenant.id, (tx) =>
    tx.selectFrom('tenant_feature').select(['option', 'enabled']).where('tenant_id', '=', tenant.id).execute(),
  );
  return allFeatures(rows);
}

/** FORBIDDEN `error.feature.off` if the option is off; in a transaction of the company. */
export async function requireFeature(tx: Tx, tenantId: Id, option: TenantFeature): Promise<void> {
  const current = await tx
    .selectFrom('tenant_feature')
    .select('enabled')
    .where('tenant_id', '=', tenantId)
    .where('option', '=', option)
    .executeTakeFirst();
  if (current?.enabled === false) throw new DomainError('FORBIDDEN', 'error.feature.off');
}

/**
 * Switches an option of a company; needs the permission to manage tenants. Takes effect on the next call, and open
 * pages are notified.
 */
export async function setFeature(
  services: Services,
  caller: Actor,
  input: { tenantName: string; option: TenantFeature; enabled: boolean },
): Promise<Feature> {
  requireTenantsPermission(caller);
  const tenant = await targetTenant(services, caller, input.tenantName);
  const feature = { option: input.option, enabled: input.enabled };
  const work = async ({ tx, append }: Change, actor: Actor): Promise<Feature> => {
    const before = await tx
      .selectFrom('tenant_feature')
      .select('enabled')
      .where('tenant_id', '=', tenant.id)
      .where('option', '=', input.option)
      .executeTakeFirst();
    if ((before?.enabled ?? true) === input.enabled) return feature;
    await tx
      .insertInto('tenant_feature')
      .values({ tenant_id: tenant.id, ...feature, updated_at: services.now() })
      .onConflict((existing) =>
        existing.columns(['tenant_id', 'option']).doUpdateSet({ enabled: input.enabled, updated_at: services.now() }),
      )
      .execute();
    append('FeaturesChanged', { feature }, { to: 'all' });
    await auditIn(tx, actor, tenant, { action: 'tenant.feature', subject: `tenant:${tenant.id}`, details: feature });
    return feature;
  };
  return changeAsActor(services, caller, requireTenantsPermission, work, tenant.id);
}
