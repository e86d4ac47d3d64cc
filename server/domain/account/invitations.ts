import { sql } from 'kysely';
import { DAY_MS } from '../../../contract/facts/day-ms.ts';
import { ADMIN_ROLE } from '../../../contract/facts/roles.ts';
import type { Invitation, InviteBody } from '../../../contract/rest/invitations.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction, auditIn } from '../audit-action.ts';
import type { Change } from '../../db/change.ts';
import { countTries } from '../auth/limits.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { DomainError, invalid, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requireTenantsPermission } from '../permissions.ts';
import { settingsOf } from '../settings/settings.ts';
import { takenFields } from '../taken.ts';
import { requireAdminAtHome, targetTenant } from '../tenants/target-tenant.ts';
import { requireUsersPermission, requireSeat } from '../users/save-user.ts';
import { requireChoices, requireMayGrantRole } from '../users/user-rules.ts';
import { addMailJob } from './mail-jobs.ts';
import { isClosedToSupport } from './support-invitations.ts';

const HOUR_MS = 3_600_000;
/** Invitations per hour, for an e-mail and by an inviter: each sends a mail to an arbitrary address. */
export const MAX_INVITATIONS = { email: 5, inviter: 100 } as const;
/** Invitations per day, to an e-mail by all companies, and by a company. */
export const MAX_INVITATIONS_A_DAY = { email: 15, company: 500 } as const;

/** Counts an invitation; TOO_MANY over the limits. */
function countInvitation(services: Services, { tenantId, userId }: Actor, email: string): Promise<void> {
  const aDay = { windowMs: DAY_MS, key: 'error.mail.tooMany' };
  return countTries(services, [
    { name: `invite today ${email}`, max: MAX_INVITATIONS_A_DAY.email, ...aDay },
    { name: `invite today of ${tenantId}`, max: MAX_INVITATIONS_A_DAY.company, ...aDay },
    { name: `invite ${email}`, max: MAX_INVITATIONS.email, windowMs: HOUR_MS },
    { name: `invite by ${tenantId}:${userId}`, max: MAX_INVITATIONS.inviter, windowMs: HOUR_MS },
  ]);
}

/** Open invitations, newest first; needs the permission to manage users. */
export function listInvitations(services: Services, actor: Actor): Promise<Invitation[]> {
  requireUsersPermission(actor);
  return withTenant(services.db, actor.tenantId, (tx) => openInvitations(tx, services, actor.tenantId));
}

/**
 * Invites somebody to the actor's tenant by mail; needs the permission to manage users. Refuses invalid choices by
 * field, an e-mail that is in use, a role above the actor's own, exceeding the user limit, and with TOO_MANY more than
 * `MAX_INVITATIONS` and `MAX_INVITATIONS_A_DAY`.
 */
export async function invite(services: Services, caller: Actor, input: InviteBody): Promise<Invitation> {
  requireUsersPermission(caller);
  await countInvitation(services, caller, input.email);
  await requireFreeEmail(services, input.email);
  const { role_id: roleId, user_department_id: departmentId = null, chosen_instances: instanceIds = [] } = input;
  return changeAsActor(services, caller, requireUsersPermission, async ({ tx, tenantId }, actor) => {
    await requireSeat(tx, tenantId);
    await requireChoices(tx, tenantId, { roleId, departmentId, instanceIds });
    await requireMayGrantRole(tx, actor, roleId);
    const { email, locale } = input;
    const row = { tenantId, email, locale, roleId, departmentId, instanceIds, invitedBy: actor.userId };
    const id = await addInvitation(tx, services, row);
    await auditAction(tx, actor, {
      action: 'user.invite',
      subject: `invitation:${id}`,
      details: { email, role: roleId },
    });
    return openInvitation(tx, services, tenantId, id);
  });
}

/**
 * The back-office invites an administrator of a company; needs the permission to manage tenants, or for its own company
 * an administrator. FORBIDDEN `error.tenant.supportOff` if the company is closed to support and has an administrator.
 */
export async function inviteAdministrator(
  services: Services,
  caller: Actor,
  input: { tenantName: string; email: string; locale: InviteBody['locale'] },
): Promise<Invitation> {
  requireTenantsPermission(caller);
  const tenant = await targetTenant(services, caller, input.tenantName);
  const isOwn = tenant.id === caller.tenantId;
  const requireMayInvite = (actor: Actor): void => requireAdminAtHome(actor, tenant);
  requireMayInvite(caller);
  await countInvitation(services, caller, input.email);
  await requireFreeEmail(services, input.email);
  const work = async ({ tx }: Change, actor: Actor): Promise<Invitation> => {
    if (!isOwn && (await isClosedToSupport(tx, tenant.id)))
      throw new DomainError('FORBIDDEN', 'error.tenant.supportOff');
    await requireSeat(tx, tenant.id);
    const role = await tx
      .selectFrom('role')
      .select('id')
      .where('tenant_id', '=', tenant.id)
      .where('name', '=', ADMIN_ROLE)
      .executeTakeFirstOrThrow();
    const { email, locale } = input;
    const row = { tenantId: tenant.id, email, locale, roleId: role.id, departmentId: null, instanceIds: [] };
    const id = await addInvitation(tx, services, { ...row, invitedBy: isOwn ? actor.userId : null });
    const auditEntry = { action: 'user.invite', subject: `invitation:${id}`, details: { email, role: role.id } };
    await auditIn(tx, actor, { id: tenant.id, slug: tenant.slug }, auditEntry);
    return openInvitation(tx, services, tenant.id, id);
  };
  return changeAsActor(services, caller, requireMayInvite, work, tenant.id);
}

/** Withdraws an invitation; NOT_FOUND if it isn't open. */
export function revokeInvitation(services: Services, caller: Actor, rawId: string): Promise<void> {
  requireUsersPermission(caller);
  const id = parseId(rawId);
  return changeAsActor(services, caller, requireUsersPermission, async ({ tx, tenantId }, actor) => {
    const found = await tx
      .selectFrom('invitation')
      .select('role_id')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined) throw notFound();
    await requireMayGrantRole(tx, actor, found.role_id);
    await tx
      .updateTable('invitation')
      .set({ revoked_at: services.now() })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    await auditAction(tx, actor, { action: 'user.inviteRevoked', subject: `invitation:${id}` });
  });
}

type NewInvitation = {
  tenantId: Id;
  email: string;
  locale: string;
  roleId: Id;
  departmentId: Id | null;
  instanceIds: readonly Id[];
  invitedBy: Id | null;
};

/** Like `insertInvitation`, and queues its mail. */
async function addInvitation(tx: Tx, services: Services, of: NewInvitation): Promise<Id> {
  const id = await insertInvitation(tx, services, of);
  await addMailJob(tx, { kind: 'invitation', tenantId: of.tenantId, invitationId: id });
  return id;
}

/**
 * Replaces an open invitation of the same e-mail. In a change of the tenant, so of two concurrent ones the second wins.
 */
export async function insertInvitation(tx: Tx, services: Pick<Services, 'now'>, of: NewInvitation): Promise<Id> {
  const now = services.now();
  await tx
    .updateTable('invitation')
    .set({ revoked_at: now })
    .where('tenant_id', '=', of.tenantId)
    .where('email', '=', of.email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
  const { invitation_days: days } = await settingsOf(tx, of.tenantId, ['invitation_days']);
  const { id } = await tx
    .insertInto('invitation')
    .values({
      tenant_id: of.tenantId,
      email: of.email,
      role_id: of.roleId,
      department_id: of.departmentId,
      instance_ids: [...of.instanceIds],
      locale: of.locale,
      invited_by: of.invitedBy,
      created_at: now,
      expires_at: new Date(now.getTime() + days * DAY_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An e-mail belongs to one user across all companies. */
async function requireFreeEmail(services: Services, email: string): Promise<void> {
  const user = await withPlatform(services.db, (tx) =>
    tx
      .selectFrom('app_user')
      .select('id')
      .where('email', '=', email)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  );
  if (user !== undefined) throw invalid('error.form.invalid', takenFields('app_user_email'));
}

async function openInvitation(tx: Tx, services: Services, tenantId: Id, id: Id): Promise<Invitation> {
  const found = (await openInvitations(tx, services, tenantId)).find((each) => each.id === id);
  if (found === undefined) throw notFound();
  return found;
}

async function openInvitations(tx: Tx, services: Services, tenantId: Id): Promise<Invitation[]> {
  const { rows } = await sql<Omit<Invitation, 'created_at' | 'expires_at'> & { created_at: Date; expires_at: Date }>`
    select i.id, i.email, json_build_object('id', r.id::text, 'display_name', r.display_name) as role,
      u.name as "invitedBy", i.created_at, i.expires_at
    from invitation i
    join role r on r.tenant_id = i.tenant_id and r.id = i.role_id
    left join app_user u on u.tenant_id = i.tenant_id and u.id = i.invited_by
    where i.tenant_id = ${tenantId} and i.accepted_at is null and i.revoked_at is null
      and i.expires_at > ${services.now()}
    order by i.id desc`.execute(tx);
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }));
}
