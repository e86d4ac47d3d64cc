import { sql } from 'kysely';
import type { Presence } from '../../contract/entities/presence.ts';
import type { User } from '../../contract/entities/user.ts';
import { changeTenant } from '../db/change.ts';
import { withTenant } from '../db/database.ts';
import type { Tx } from '../db/database.ts';
import type { Id } from '../db/tables.ts';
import type { Actor, Services } from './context.ts';
import { distribute } from './departments/distribute-waiting.ts';
import { mayChat } from './permissions.ts';
import { onlineSql } from './presence-sql.ts';
import { colleagueViews } from './users.ts';

const IS_ONLINE = sql.raw<boolean>(onlineSql('app_user'));

/** The channel on which nodes tell each other that a user left; payload: `tenant:user`, their ids. */
export const LEFT_CHANNEL = 'balcao_left';

/** The user says that they are at work, or not. Who is gets what waits for them in their department. */
export async function setPresence(
  services: Services,
  of: Pick<Actor, 'tenantId' | 'userId'>,
  isConnected: boolean,
): Promise<Presence> {
  await withTenant(services.db, of.tenantId, (tx) =>
    tx
      .updateTable('app_user')
      .set({
        is_connected: isConnected,
        last_seen_at: sql`now()`,
        ...(isConnected ? { connected_at: sql<Date>`case when ${IS_ONLINE} then connected_at else now() end` } : {}),
      })
      .where('tenant_id', '=', of.tenantId)
      .where('id', '=', of.userId)
      .execute(),
  );
  if (isConnected) await changeTenant(services.db, of.tenantId, (change) => distribute(change, services.now()));
  return { id: of.userId, isConnected };
}

/**
 * A sign of life of users whose sockets are open on a node: to be given more often than every 150 s, and than a node is
 * waited for, for all of a tenant at once. One whose sessions are all over gives none, though a socket of theirs is closing.
 */
export async function keepPresence(
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
 * The user's last socket here closed, or their last session ended: they count as gone from now on,
 * whatever they said. A node on which they still have a socket hears of it, and keeps their presence.
 */
export async function noteLeft(tx: Tx, of: Pick<Actor, 'tenantId' | 'userId'>): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ last_seen_at: null, left_at: sql`now()`, node_id: null })
    .where('tenant_id', '=', of.tenantId)
    .where('id', '=', of.userId)
    .execute();
  await sql`select pg_notify(${LEFT_CHANNEL}, ${`${of.tenantId}:${of.userId}`})`.execute(tx);
}

/**
 * A node died: the users whom it was the last to see count as gone, as if they had left. A node that still has a socket
 * of one hears of it, and keeps their presence. Answers how many they are.
 */
export async function noteNodeLost(tx: Tx, of: { tenantId: Id; nodeId: string }): Promise<number> {
  const { rows } = await sql`
    with gone as (
      update app_user set last_seen_at = null, left_at = now(), node_id = null
      where tenant_id = ${of.tenantId} and node_id = ${of.nodeId}::uuid returning id)
    select pg_notify(${LEFT_CHANNEL}, ${of.tenantId} || ':' || id) from gone`.execute(tx);
  return rows.length;
}

/** Who is at work and may attend, by name: those that serve the instance when one is given, without the user that is given. */
export function onlineUsers(
  services: Services,
  actor: Actor,
  wanted: { userId: string | undefined; instanceId: string | undefined },
): Promise<User[]> {
  return withTenant(services.db, actor.tenantId, async (tx) => {
    let query = tx
      .selectFrom('app_user')
      .select('id')
      .where('tenant_id', '=', actor.tenantId)
      .where('deleted_at', 'is', null)
      .where('is_blocked', '=', false)
      .where('support_user_id', 'is', null)
      .where(IS_ONLINE)
      .where(mayChat('app_user'));
    const { userId, instanceId } = wanted;
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
