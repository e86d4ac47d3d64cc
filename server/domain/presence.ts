import { sql } from 'kysely';
import type { Presence } from '../../contract/entities/presence.ts';
import type { User } from '../../contract/entities/user.ts';
import { changeTenant } from '../db/change.ts';
import type { Change } from '../db/change.ts';
import { withTenant } from '../db/database.ts';
import type { Tx } from '../db/database.ts';
import type { Id } from '../db/tables.ts';
import type { Actor, Services } from './context.ts';
import { distribute } from './departments/distribute-waiting.ts';
import { mayChat } from './permissions.ts';
import { onlineSql } from './presence-sql.ts';
import { colleagueViews } from './users.ts';

const IS_ONLINE = sql.raw<boolean>(onlineSql('app_user'));

/** Channel on which nodes announce that a user left; payload: `tenant:user` ids. */
export const LEFT_CHANNEL = 'balcao_left';

/**
 * Marks the actor as at work or away; `isArrival`: one of their pages connected, which doesn't end an explicit
 * absence. Being away outlives reconnections and is published to all their pages; at work they get waiting tickets of
 * their department. One transaction a user: locking several could deadlock with heartbeats.
 */
export function setPresence(
  services: Services,
  of: Pick<Actor, 'tenantId' | 'userId'>,
  isConnected: boolean,
  { isArrival = false }: { readonly isArrival?: boolean } = {},
): Promise<Presence> {
  const set = async (change: Change): Promise<Presence> => {
    const { tx, append } = change;
    const { is_away: wasAway } = await tx
      .selectFrom('app_user')
      .select('is_away')
      .where('tenant_id', '=', of.tenantId)
      .where('id', '=', of.userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const isAway = isArrival ? wasAway : !isConnected;
    const isAtWork = isConnected && !isAway;
    await tx
      .updateTable('app_user')
      .set({
        is_connected: isAtWork,
        is_away: isAway,
        last_seen_at: sql`now()`,
        ...(isAtWork ? { connected_at: sql<Date>`case when ${IS_ONLINE} then connected_at else now() end` } : {}),
      })
      .where('tenant_id', '=', of.tenantId)
      .where('id', '=', of.userId)
      .execute();
    // Their pages ask for themselves again.
    if (isAway !== wasAway) append('PermissionsChanged', {}, { to: 'people', userIds: [of.userId] });
    if (isAtWork) await distribute(change, services.now());
    return { id: of.userId, isConnected: isAtWork };
  };
  return changeTenant(services.db, of.tenantId, set, { isAlone: true });
}

/**
 * Heartbeat of the users with open sockets on a node, for a whole tenant; must be sent more often than every 150 s, and
 * than a node's timeout. Skips users without an active session, though their socket may still be closing.
 */
export async function refreshPresence(
  services: Services,
  { tenantId, nodeId }: { tenantId: Id; nodeId: string },
  userIds: readonly Id[],
): Promise<void> {
  if (userIds.length === 0) return;
  await withTenant(services.db, tenantId, (tx) =>
    tx
      .updateTable('app_user')
      .set({
        node_id: nodeId,
        last_seen_at: sql`now()`,
        connected_at: sql<Date>`case when ${IS_ONLINE} or not is_connected then connected_at else now() end`,
      })
      .where('tenant_id', '=', tenantId)
      .where(sql<boolean>`id = any(${userIds}::bigint[])`)
      .where(
        sql<boolean>`exists (select from session live where live.tenant_id = app_user.tenant_id
          and live.user_id = app_user.id and live.revoked_at is null)`,
      )
      .execute(),
  );
}

/**
 * The user's last socket here closed, or their last session ended: they count as disconnected. A node where they still
 * have a socket gets notified, and restores their presence.
 */
export async function markDisconnected(tx: Tx, of: Pick<Actor, 'tenantId' | 'userId'>): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ last_seen_at: null, left_at: sql`now()`, node_id: null })
    .where('tenant_id', '=', of.tenantId)
    .where('id', '=', of.userId)
    .execute();
  await sql`select pg_notify(${LEFT_CHANNEL}, ${`${of.tenantId}:${of.userId}`})`.execute(tx);
}

/**
 * A node died: users last seen there count as disconnected. A node with a socket of one gets notified, and restores
 * their presence. Returns how many.
 */
export async function markNodeDisconnected(tx: Tx, of: { tenantId: Id; nodeId: string }): Promise<number> {
  const { rows } = await sql`
    with gone as (
      update app_user set last_seen_at = null, left_at = now(), node_id = null
      where tenant_id = ${of.tenantId} and node_id = ${of.nodeId}::uuid returning id)
    select pg_notify(${LEFT_CHANNEL}, ${of.tenantId} || ':' || id) from gone`.execute(tx);
  return rows.length;
}

/**
 * Users at work (with `away` also those who aren't) who may chat, by name: those that serve the instance, if given,
 * without the given user.
 */
export function onlineUsers(
  services: Services,
  actor: Actor,
  wanted: { userId: string | undefined; instanceId: string | undefined; away?: boolean },
): Promise<User[]> {
  return withTenant(services.db, actor.tenantId, async (tx) => {
    let query = tx
      .selectFrom('app_user')
      .select('id')
      .where('tenant_id', '=', actor.tenantId)
      .where('deleted_at', 'is', null)
      .where('is_blocked', '=', false)
      .where('support_user_id', 'is', null)
      .where(mayChat('app_user'));
    const { userId, instanceId } = wanted;
    if (wanted.away !== true) query = query.where(IS_ONLINE);
    if (userId !== undefined) query = query.where('id', '!=', userId);
    if (instanceId !== undefined) {
      query = query.where('id', 'in', (links) =>
        links
          .selectFrom('user_instance')
          .select('user_id')
          .where('tenant_id', '=', actor.tenantId)
          .where('instance_id', '=', instanceId),
      );
    }
    const rows = await query.execute();
    return colleagueViews(
      tx,
      actor,
      rows.map((row) => row.id),
    );
  });
}
