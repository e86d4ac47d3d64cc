import { sql } from 'kysely';
import type { ManagedUser } from '../../../contract/entities/managed-user.ts';
import type { Change } from '../../db/change.ts';
import { auditDeed } from '../audit-across.ts';
import { changeAs } from '../auth/standing.ts';
import { endSessions } from '../auth/end-sessions.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { endSupportSessions } from '../tenants/support-sessions.ts';
import { freeTickets } from '../tickets/free-tickets.ts';
import { managedUser } from './managed-users.ts';
import { mayOpenUsers, requireSeat } from './save-user.ts';
import {
  findAnyUser,
  findUser,
  requireAnotherAdmin,
  requireOther,
  requireRank,
  requireWithinOwn,
} from './user-rules.ts';

/**
 * Deletes a user, for who may open the users: their sessions and sockets end at once, their open
 * tickets go back to the queue, their e-mail is free again and their name stays in old conversations.
 * Refuses oneself with `error.users.self`, the last administrator with `error.users.lastAdmin`, and who is
 * there for support, who can be disconnected only, with `error.users.support`.
 */
export function deleteUser(services: Services, actor: Actor, givenId: string): Promise<boolean> {
  return sendAway(services, actor, givenId, 'deleted', async ({ tx, tenantId }, id) => {
    await tx
      .updateTable('app_user')
      .set({ deleted_at: services.now(), is_connected: false, image: null })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    await tx.deleteFrom('user_image').where('tenant_id', '=', tenantId).where('user_id', '=', id).execute();
  });
}

/** Blocks a user as `deleteUser` deletes one; on a blocked one it changes nothing. */
export function blockUser(services: Services, actor: Actor, givenId: string): Promise<boolean> {
  return sendAway(services, actor, givenId, 'blocked', async ({ tx, tenantId }, id) => {
    await tx
      .updateTable('app_user')
      .set({ is_blocked: true, is_connected: false })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
  });
}

function sendAway(
  services: Services,
  caller: Actor,
  givenId: string,
  reason: 'deleted' | 'blocked',
  write: (change: Change, id: string) => Promise<void>,
): Promise<boolean> {
  mayOpenUsers(caller);
  const id = parseId(givenId);
  return changeAs(services, caller, mayOpenUsers, async (change, actor) => {
    const { tx, tenantId } = change;
    const user = await findAnyUser(tx, tenantId, id);
    if (user.isSupport) throw conflict('error.users.support');
    if (reason === 'blocked' && user.isBlocked) return true;
    requireOther(actor, id);
    await requireWithinOwn(tx, actor, user.roleId);
    await requireAnotherAdmin(tx, tenantId, user);
    await write(change, id);
    await endSessions(tx, services, { tenantId, userId: id, reason });
    if (actor.isBackoffice) await endSupportSessions(tx, services, { tenantId, userId: id });
    const tickets = await freeTickets(services, change, actor, id);
    await auditDeed(tx, actor, {
      action: reason === 'deleted' ? 'user.delete' : 'user.block',
      subject: `user:${id}`,
      details: { tickets },
    });
    return true;
  });
}

/**
 * Lets a blocked user log in again; one who isn't blocked stays as they are. Their seat was theirs all the time, so it is
 * refused with CONFLICT `error.users.limit` only where there are more users than agreed by now.
 */
export function unblockUser(services: Services, caller: Actor, givenId: string): Promise<ManagedUser> {
  mayOpenUsers(caller);
  const id = parseId(givenId);
  return changeAs(services, caller, mayOpenUsers, async ({ tx, tenantId }, actor) => {
    const user = await findUser(tx, tenantId, id);
    await requireWithinOwn(tx, actor, user.roleId);
    if (user.isBlocked) {
      await requireSeat(tx, tenantId, 0);
      await tx
        .updateTable('app_user')
        .set({ is_blocked: false })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
      await auditDeed(tx, actor, { action: 'user.unblock', subject: `user:${id}` });
    }
    return managedUser(tx, tenantId, id);
  });
}

/** Ends the sessions of another user, also of one who is there for support: their sockets close with 4403, and they have to log in again. */
export function disconnectUser(services: Services, caller: Actor, givenId: string): Promise<boolean> {
  const mayDisconnect = (actor: Actor) => requirePermission(actor, 'users', 'access');
  mayDisconnect(caller);
  const id = parseId(givenId);
  return changeAs(services, caller, mayDisconnect, async ({ tx, tenantId }, actor) => {
    const user = await findAnyUser(tx, tenantId, id);
    requireOther(actor, id);
    await requireRank(tx, actor, user.roleId);
    const sessions = await endSessions(tx, services, { tenantId, userId: id, reason: 'disconnected' });
    if (actor.isBackoffice) await endSupportSessions(tx, services, { tenantId, userId: id });
    await tx
      .updateTable('app_user')
      .set({ is_connected: false })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    await auditDeed(tx, actor, { action: 'user.disconnect', subject: `user:${id}`, details: { sessions } });
    return true;
  });
}

/** Takes an instance away from a user; `givenId` names that they serve it. Tickets that are theirs stay theirs. */
export function deleteUserInstance(services: Services, caller: Actor, givenId: string): Promise<boolean> {
  mayOpenUsers(caller);
  const id = parseId(givenId);
  return changeAs(services, caller, mayOpenUsers, async ({ tx, tenantId, append }, actor) => {
    const { rows } = await sql<{ userId: string; instanceId: string }>`
      select user_id as "userId", instance_id as "instanceId" from user_instance
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    const [link] = rows;
    if (link === undefined) throw notFound();
    const user = await findUser(tx, tenantId, link.userId);
    await requireRank(tx, actor, user.roleId);
    await tx.deleteFrom('user_instance').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
    append('PermissionsChanged', {}, { to: 'people', userIds: [link.userId] });
    await auditDeed(tx, actor, {
      action: 'user.removeInstance',
      subject: `user:${link.userId}`,
      details: { instance: link.instanceId },
    });
    return true;
  });
}
