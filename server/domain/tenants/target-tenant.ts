import type { Actor, Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { requireAdmin } from '../permissions.ts';
import { findTenant } from '../tenants.ts';
import type { TenantName } from '../tenants.ts';

/**
 * The company that a call names: the actor's own, or with the permission to manage tenants any active one; else not
 * found.
 */
export async function targetTenant(services: Services, actor: Actor, tenantName: string): Promise<TenantName> {
  if (tenantName !== actor.tenantName && !actor.routes.has('tenants')) throw notFound();
  const tenant = await findTenant(services, tenantName);
  if (tenant === undefined) throw notFound();
  return tenant;
}

/** For one's own company requires an administrator of it; for another's, being let name it does. */
export function requireAdminAtHome(actor: Actor, tenant: TenantName): void {
  if (tenant.id === actor.tenantId) requireAdmin(actor);
}
