import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditIn } from '../audit-across.ts';
import { actAs } from '../../db/act-as.ts';
import { requireStandingFrom } from '../auth/standing.ts';
import { openSession } from '../auth/log-in.ts';
import type { OpenSession } from '../auth/log-in.ts';
import type { Actor, Caller, Services } from '../context.ts';
import { DomainError } from '../errors.ts';
import { ADMIN_ROLE, mayOpenTenants } from '../permissions.ts';
import { settingsOf } from '../settings/settings.ts';
import type { TenantName } from '../tenants.ts';
import { requireSupportAccess } from './support-access.ts';
import { targetTenant } from './target-tenant.ts';

const MINUTE_MS = 60_000;

/**
 * A session in a company as a support user that bears the actor's name, with all that its
 * administrators may do, for as long as the company's settings say, however often it is refreshed. For
 * who may open the tenants; written down on both sides.
 * Refuses one's own company as not found, and one whose administrators blocked this support user
 * with FORBIDDEN `error.tenant.supportBlocked`; one that lets no support in, `error.tenant.supportOff`.
 */
export async function enterTenant(
  services: Services,
  actor: Actor,
  tenantName: string,
  caller: Caller,
): Promise<{ session: OpenSession; endsAt: Date; company: string }> {
  mayOpenTenants(actor);
  const tenant = await targetTenant(services, actor, tenantName);
  if (tenant.id === actor.tenantId) throw new DomainError('NOT_FOUND', 'error.notFound');
  return withTenant(services.db, tenant.id, async (tx) => {
    // Who forbids it at the same time waits for the session, and ends it.
    const { name: company } = await tx
      .selectFrom('tenant')
      .select('name')
      .where('id', '=', tenant.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    await requireStandingFrom(tx, services, actor, mayOpenTenants, (back) => actAs(back, tenant.id));
    await requireSupportAccess(tx, tenant.id);
    const held = await settingsOf(tx, tenant.id, ['support_session_minutes']);
    const endsAt = new Date(services.now().getTime() + held.support_session_minutes * MINUTE_MS);
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

/** The actor's support user in the tenant, added the first time. */
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
      // Nobody's mailbox: no password can be asked for.
      email: `suporte-${actor.userId}@${tenant.slug}.invalid`,
      role_id: role.id,
      // No password's hash, so none is right.
      password_hash: '',
      support_user_id: actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
