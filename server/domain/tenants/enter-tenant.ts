import { ADMIN_ROLE } from '../../../contract/facts/roles.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditIn } from '../audit-action.ts';
import { actAs } from '../../db/act-as.ts';
import { requireActiveFrom } from '../auth/active-actor.ts';
import { openSession } from '../auth/log-in.ts';
import type { OpenSession } from '../auth/log-in.ts';
import type { Actor, Caller, Services } from '../context.ts';
import { DomainError } from '../errors.ts';
import { requireTenantsPermission } from '../permissions.ts';
import { settingsOf } from '../settings/settings.ts';
import type { TenantName } from '../tenants.ts';
import { requireSupportAccess } from './support-access.ts';
import { targetTenant } from './target-tenant.ts';

const MINUTE_MS = 60_000;

/**
 * Opens a session in a company as a support user with the actor's name and administrator's rights. It ends after the
 * time in the company's settings, even if refreshed. Needs the permission to manage tenants; audited on both sides.
 * One's own company is not found; FORBIDDEN `error.tenant.supportBlocked` if its administrators blocked this support
 * user, `error.tenant.supportOff` if it is closed to support.
 */
export async function enterTenant(
  services: Services,
  actor: Actor,
  tenantName: string,
  caller: Caller,
): Promise<{ session: OpenSession; endsAt: Date; company: string }> {
  requireTenantsPermission(actor);
  const tenant = await targetTenant(services, actor, tenantName);
  if (tenant.id === actor.tenantId) throw new DomainError('NOT_FOUND', 'error.notFound');
  return withTenant(services.db, tenant.id, async (tx) => {
    // A concurrent change that forbids it waits for this session, and then ends it.
    const { name: company } = await tx
      .selectFrom('tenant')
      .select('name')
      .where('id', '=', tenant.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    await requireActiveFrom(tx, services, actor, requireTenantsPermission, (back) => actAs(back, tenant.id));
    await requireSupportAccess(tx, tenant.id);
    const current = await settingsOf(tx, tenant.id, ['support_session_minutes']);
    const endsAt = new Date(services.now().getTime() + current.support_session_minutes * MINUTE_MS);
    const userId = await takeSupportUser(tx, tenant, actor);
    const session = await openSession(tx, services, { tenantId: tenant.id, userId, remember: false, endsAt }, caller);
    await auditIn(tx, actor, tenant, {
      action: 'tenant.enter',
      subject: `tenant:${tenant.id}`,
      details: { session: session.actor.sessionId, support_user: userId, ends_at: endsAt.toISOString() },
    });
    return { session, endsAt, company };
  });
}

/** The actor's support user in the tenant, created on first use. */
async function takeSupportUser(tx: Tx, tenant: TenantName, actor: Actor): Promise<Id> {
  const role = await tx
    .selectFrom('role')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('name', '=', ADMIN_ROLE)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const known = await tx
    .selectFrom('app_user')
    .select(['id', 'is_blocked'])
    .where('tenant_id', '=', tenant.id)
    .where('support_user_id', '=', actor.userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (known?.is_blocked === true) throw new DomainError('FORBIDDEN', 'error.tenant.supportBlocked');
  const name = `${actor.userName} (suporte)`;
  if (known !== undefined) {
    await tx
      .updateTable('app_user')
      .set({ name, role_id: role.id })
      .where('tenant_id', '=', tenant.id)
      .where('id', '=', known.id)
      .execute();
    return known.id;
  }
  const { id } = await tx
    .insertInto('app_user')
    .values({
      tenant_id: tenant.id,
      name,
      username: `suporte-${actor.userId}`,
      // No mailbox, so no password reset.
      email: `suporte-${actor.userId}@${tenant.slug}.invalid`,
      role_id: role.id,
      // Not a hash, so no password matches.
      password_hash: '',
      support_user_id: actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
