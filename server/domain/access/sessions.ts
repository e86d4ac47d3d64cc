import { sql } from 'kysely';
import type { ConnectedUser } from '../../../contract/graphql/connected-users.ts';
import type { OwnSession } from '../../../contract/graphql/my-sessions.ts';
import { withTenant } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { auditAction } from '../audit-action.ts';
import { anyone, lockOwnSessions, requireActive } from '../auth/active-actor.ts';
import { endSessions } from '../auth/end-sessions.ts';
import { endSession } from '../auth/refresh.ts';
import { conflict, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { awaySql, onlineSql } from '../presence-sql.ts';
import { endSupportSessions } from '../tenants/support-sessions.ts';

const moment = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** The actor's active sessions: this one first, then the most recently used. */
export function mySessions(services: Services, actor: Actor): Promise<OwnSession[]> {
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const { rows } = await sql<OwnSession>`
      select s.id::text as id, ${moment('s.created_at')} as created_at, ${moment('s.rotated_at')} as last_used_at,
        ${moment('s.expires_at')} as expires_at, s.address, s.user_agent, s.id = ${actor.sessionId} as is_current
      from session s
      where s.tenant_id = ${actor.tenantId} and s.user_id = ${actor.userId} and s.revoked_at is null
        and s.expires_at > ${services.now()}
      order by is_current desc, s.rotated_at desc, s.id desc limit 100`.execute(tx);
    return rows;
  });
}

/**
 * Ends another of the actor's sessions, and all their support sessions, as those don't record which session they came
 * from. For the current one CONFLICT `error.sessions.current`: log out instead.
 */
export function revokeSession(services: Services, actor: Actor, rawId: string): Promise<boolean> {
  const id = parseId(rawId);
  const { tenantId, userId, sessionId } = actor;
  return withTenant(services.db, tenantId, async (tx) => {
    await lockOwnSessions(tx, actor);
    await requireActive(tx, services, actor, anyone);
    const session = await tx
      .selectFrom('session')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (session === undefined) throw notFound();
    if (id === sessionId) throw conflict('error.sessions.current');
    await endSession(tx, services, { tenantId, sessionId: id, reason: 'revoked' });
    await endSupportSessions(tx, services, actor);
    await auditAction(tx, actor, { action: 'session.revoke', subject: `session:${id}` });
    return true;
  });
}

/** Ends all of the actor's sessions except this one, including support sessions; returns how many. */
export function revokeOtherSessions(services: Services, actor: Actor): Promise<number> {
  const { tenantId, userId, sessionId } = actor;
  return withTenant(services.db, tenantId, async (tx) => {
    await lockOwnSessions(tx, actor);
    await requireActive(tx, services, actor, anyone);
    const sessions = await endSessions(tx, services, { tenantId, userId, reason: 'revoked', except: sessionId });
    await endSupportSessions(tx, services, actor);
    await auditAction(tx, actor, { action: 'session.revokeOthers', subject: `user:${userId}`, details: { sessions } });
    return sessions;
  });
}

/** Users at work, or with a page open though away, and from where, by name; needs the permission to see access data. */
export async function connectedUsers(services: Services, actor: Actor): Promise<ConnectedUser[]> {
  requirePermission(actor, 'access');
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const { rows } = await sql<ConnectedUser>`
      select u.id::text as id, u.name, u.image,
        json_build_object('id', r.id::text, 'name', r.name, 'display_name', r.display_name) as role,
        ${sql.raw(awaySql('u'))} as "isAway", ${moment('u.connected_at')} as connected_at, ${moment('u.last_seen_at')} as last_seen_at,
        s.address, s.user_agent
      from app_user u
      join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
      left join lateral (
        select newest.address, newest.user_agent from session newest
        where newest.tenant_id = u.tenant_id and newest.user_id = u.id and newest.revoked_at is null
        order by newest.rotated_at desc limit 1) s on true
      where u.tenant_id = ${actor.tenantId} and u.deleted_at is null and not u.is_blocked
        and (${sql.raw(onlineSql('u'))} or ${sql.raw(awaySql('u'))})
      order by lower(u.name), u.id`.execute(tx);
    return rows;
  });
}
