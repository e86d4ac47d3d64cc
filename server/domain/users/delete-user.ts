import { sql } from 'kysely';
import type { ManagedUser } from '../../../contract/entities/managed-user.ts';
import type { Change } from '../../db/change.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import { endSessions } from '../auth/end-sessions.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { endSupportSessions } from '../tenants/support-sessions.ts';
import { freeTickets } from '../tickets/free-tickets.ts';
import { managedUser } from './managed-users.ts';
import { requireUsersPermission, requireSeat } from './save-user.ts';
import {
  findUserOrSupport,
  findUser,
  requireNotLastAdmin,
  requireNotSelf,
  requireRank,
  requireMayGrantRole,
} from './user-rules.ts';

/**
 * Deletes a user; needs the permission to manage users. Their sessions and sockets end at once, their open tickets
 * return to the queue, their e-mail becomes available, and their name stays in old conversations. Refuses oneself with
 * `error.users.self`, the last administrator with `error.users.lastAdmin`, and support users, who can only be
 * disconnected, with `error.users.support`.
 */
export function deleteUser(services: Services, actor: Actor, rawId: string): Promise<boolean> {
  return revokeAccess(services, actor, rawId, 'deleted', async ({ tx, tenantId }, id) => {
    await tx
      .updateTable('app_user')
      .set({ deleted_at: services.now(), is_connected: false, image: null })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    for (const own of ['user_image', 'user_preference'] as const)
      await tx.deleteFrom(own).where('tenant_id', '=', tenantId).where('user_id', '=', id).execute();
  });
}

/** Blocks a user with the same effects as `deleteUser`; idempotent. */
export function blockUser(services: Services, actor: Actor, rawId: string): Promise<boolean> {
  return revokeAccess(services, actor, rawId, 'blocked', async ({ tx, tenantId }, id) => {
    await tx
      .updateTable('app_user')
      .set({ is_blocked: true, is_connected: false })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
  });
}

function revokeAccess(
  services: Services,
  caller: Actor,
  rawId: string,
  reason: 'deleted' | 'blocked',
  write: (change: Change, id: string) => Promise<void>,
): Promise<boolean> {
  requireUsersPermission(caller);
  const id = parseId(rawId);
  return changeAsActor(services, caller, requireUsersPermission, async (change, actor) => {
    const { tx, tenantId } = change;
    const user = await findUserOrSupport(tx, tenantId, id);
    if (user.isSupport) throw conflict('error.users.support');
    if (reason === 'blocked' && user.isBlocked) return true;
    requireNotSelf(actor, id);
    await requireMayGrantRole(tx, actor, user.roleId);
    await requireNotLastAdmin(tx, tenantId, user);
    await write(change, id);
    await endSessions(tx, services, { tenantId, userId: id, reason });
    if (actor.isBackoffice) await endSupportSessions(tx, services, { tenantId, userId: id });
    const tickets = await freeTickets(services, change, actor, id);
    await auditAction(tx, actor, {
      action: reason === 'deleted' ? 'user.delete' : 'user.block',
      subject: `user:${id}`,
      details: { tickets },
    });
    return true;
  });
}

/**
 * Unblocks a user; does nothing if they aren't blocked. Blocked users count towards the limit, so CONFLICT
 * `error.users.limit` only if the limit has been lowered below the current count.
 */
export function unblockUser(services: Services, caller: Actor, rawId: string): Promise<ManagedUser> {
  requireUsersPermission(caller);
  const id = parseId(rawId);
  return changeAsActor(services, caller, requireUsersPermission, async ({ tx, tenantId }, actor) => {
    const user = await findUser(tx, tenantId, id);
    await requireMayGrantRole(tx, actor, user.roleId);
    if (user.isBlocked) {
      await requireSeat(tx, tenantId, 0);
      await tx
        .updateTable('app_user')
        .set({ is_blocked: false })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
      await auditAction(tx, actor, { action: 'user.unblock', subject: `user:${id}` });
    }
    return managedUser(tx, tenantId, id);
  });
}

/**
 * Ends the sessions of another user, support users included: their sockets close with 4403, and they have to log in
 * again.
 */
export function disconnectUser(services: Services, caller: Actor, rawId: string): Promise<boolean> {
  const requireMayDisconnect = (actor: Actor) => requirePermission(actor, 'users', 'access');
  requireMayDisconnect(caller);
  const id = parseId(rawId);
  return changeAsActor(services, caller, requireMayDisconnect, async ({ tx, tenantId }, actor) => {
    const user = await findUserOrSupport(tx, tenantId, id);
    requireNotSelf(actor, id);
    await requireRank(tx, actor, user.roleId);
    const sessions = await endSessions(tx, services, { tenantId, userId: id, reason: 'disconnected' });
    if (actor.isBackoffice) await endSupportSessions(tx, services, { tenantId, userId: id });
    await tx
      .updateTable('app_user')
      .set({ is_connected: false })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    await auditAction(tx, actor, { action: 'user.disconnect', subject: `user:${id}`, details: { sessions } });
    return true;
  });
}

/** Removes an instance from a user; `rawId` is the link's id. They keep their tickets. */
export function deleteUserInstance(services: Services, caller: Actor, rawId: string): Promise<boolean> {
  requireUsersPermission(caller);
  const id = parseId(rawId);
  return changeAsActor(services, caller, requireUsersPermission, async ({ tx, tenantId, append }, actor) => {
    const { rows } = await sql<{ userId: string; instanceId: string }>`
      select user_id as "userId", instance_id as "instanceId" from user_instance
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    const [link] = rows;
    if (link === undefined) throw notFound();
    const user = await findUser(tx, tenantId, link.userId);
    await requireRank(tx, actor, user.roleId);
    await tx.deleteFrom('user_instance').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
    append('PermissionsChanged', {}, { to: 'people', userIds: [link.userId] });
    await auditAction(tx, actor, {
      action: 'user.removeInstance',
      subject: `user:${link.userId}`,
      details: { instance: link.instanceId },
    });
    return true;
  });
}
