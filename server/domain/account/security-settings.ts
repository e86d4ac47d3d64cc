import { sql } from 'kysely';
import type { SecuritySettings } from '../../../contract/rest/security-settings.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, DomainError } from '../errors.ts';
import { requireAdmin, requireCompany } from '../permissions.ts';

/** The company's requirements for logins. Administrators only. */
export function securitySettings(services: Services, actor: Actor): Promise<SecuritySettings> {
  requireAdmin(actor);
  return withTenant(services.db, actor.tenantId, (tx) => read(tx, actor.tenantId));
}

/**
 * Changes them; from then on users without a second factor can do nothing but set one up. CONFLICT for an outdated
 * version, or if the administrator has no second factor; FORBIDDEN `error.support.wayIn` for support.
 */
export function setSecuritySettings(
  services: Services,
  caller: Actor,
  change: { two_factor_required: boolean; version?: string | null | undefined },
): Promise<SecuritySettings> {
  const { two_factor_required: isRequired, version } = change;
  return changeAsActor(services, caller, requireMayDecide, async (tenant, actor) => {
    const { tx } = tenant;
    const current = await read(tx, actor.tenantId);
    if (version !== undefined && version !== null && version !== current.version) throw conflict('error.form.conflict');
    if (isRequired && !(await hasSecondFactor(tx, actor))) {
      throw new DomainError('CONFLICT', 'error.twoFactor.ownFirst');
    }
    if (isRequired === current.two_factor_required) return current;
    await tx.updateTable('tenant').set({ two_factor_required: isRequired }).where('id', '=', actor.tenantId).execute();
    await auditAction(tx, actor, {
      action: isRequired ? 'security.twoFactorRequired' : 'security.twoFactorOptional',
      subject: `tenant:${actor.tenantId}`,
    });
    // Open pages refetch their permissions.
    tenant.append('PermissionsChanged', {}, { to: 'all' });
    return read(tx, actor.tenantId);
  });
}

function requireMayDecide(actor: Actor): void {
  requireAdmin(actor);
  requireCompany(actor);
}

async function read(tx: Tx, tenantId: string): Promise<SecuritySettings> {
  const row = await tx
    .selectFrom('tenant')
    .select('two_factor_required')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const { count } = await tx
    .selectFrom('app_user')
    .leftJoin('totp', (join) =>
      join
        .onRef('totp.tenant_id', '=', 'app_user.tenant_id')
        .onRef('totp.user_id', '=', 'app_user.id')
        .on('totp.confirmed_at', 'is not', null),
    )
    .select(sql<string>`count(*)`.as('count'))
    .where('app_user.tenant_id', '=', tenantId)
    .where('app_user.deleted_at', 'is', null)
    .where('app_user.support_user_id', 'is', null)
    .where('totp.user_id', 'is', null)
    .executeTakeFirstOrThrow();
  const isRequired = row.two_factor_required;
  return { two_factor_required: isRequired, users_without: Number(count), version: String(isRequired) };
}

async function hasSecondFactor(tx: Tx, { tenantId, userId }: Actor): Promise<boolean> {
  const row = await tx
    .selectFrom('totp')
    .select('user_id')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
