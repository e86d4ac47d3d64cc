import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { DAY_MS } from '../../../contract/facts/day-ms.ts';
import { SERVICE_WINDOW_MS, SERVICE_WINDOW_SHORT_MS } from '../../../contract/facts/limits.ts';
import { changeTenant } from '../../db/change.ts';
import { withPlatform } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { isServedId } from '../pools.ts';
import { reachedSql } from '../presence-sql.ts';
import { ticketFrame } from '../views/ticket-view.ts';

/** Notices per round; the rest wait for the next round. */
const ROUND = 200;

/**
 * Notifies owners of open tickets that their 24-hour window is about to close: once per window, as soon as they have a
 * page open; again after they were away, and whoever becomes the owner meanwhile. An owner who was away when it closed
 * is notified on return. Safe on several nodes. Returns how many were notified.
 */
export async function tellShortWindows(services: Pick<Services, 'db' | 'now' | 'log' | 'pools'>): Promise<number> {
  const { db, now, log } = services;
  const tenants = await withPlatform(db, async (tx) => {
    const { rows } = await sql<{ id: Id }>`
      select distinct tenant.id from chat_ticket t join tenant on tenant.id = t.tenant_id ${OWNED}
      where ${isToTell(now())} and tenant.deleted_at is null and ${isServedId(services, 'tenant.id')}`.execute(tx);
    return rows;
  });
  let count = 0;
  for (const { id } of tenants) {
    count += await tellOf(services, id).catch((error: unknown) => {
      log.warn({ err: error, tenant: id }, 'a company’s short windows could not be told');
      return 0;
    });
  }
  return count;
}

function tellOf({ db, now }: Pick<Services, 'db' | 'now'>, tenantId: Id): Promise<number> {
  return changeTenant(db, tenantId, async ({ tx, append }) => {
    const { rows } = await sql<{ id: Id; ownerId: Id }>`
      with due as (
        select t.id from chat_ticket t ${OWNED}
        where t.tenant_id = ${tenantId} and ${isToTell(now())}
        order by t.id limit ${ROUND} for update of t skip locked),
      told as (
        update chat_ticket t set window_told_at = ${now()} from due where t.tenant_id = ${tenantId} and t.id = due.id
        returning t.id, t.user_id, t.last_received_at)
      select id, user_id as "ownerId" from told order by last_received_at desc`.execute(tx);
    // The most urgent one last, since the last notice is on top.
    for (const { id, ownerId } of rows) {
      const chatTicket = await ticketFrame(tx, tenantId, id);
      append(
        'CustomerCreatedToChat',
        { chatTicket, shutting: true },
        { to: 'users', userIds: [ownerId], admins: false },
      );
    }
    return rows.length;
  });
}

/** Of ticket `t`, the instance, which has a window, and the owner. */
const OWNED = sql.raw(`
        join instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id and i.is_official and i.channel = 'whatsapp'
        join app_user owner on owner.tenant_id = t.tenant_id and owner.id = t.user_id`);
const IS_REACHED = sql.raw<boolean>(reachedSql('owner'));

/**
 * Condition on ticket `t`: its window is about to close, and its owner, who has a page open, wasn't notified of it
 * since they were last away; or it closed within the last day while they were away.
 */
function isToTell(now: Date): RawBuilder<boolean> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const shutAt = sql`t.last_received_at + make_interval(secs => ${SERVICE_WINDOW_MS / 1000})`;
  return sql`(t.finished_at is null and case when ${IS_REACHED}
    then t.last_received_at > ${before(SERVICE_WINDOW_MS)}
      and t.last_received_at <= ${before(SERVICE_WINDOW_MS - SERVICE_WINDOW_SHORT_MS)}
      and (t.window_told_at is null or t.window_told_at < greatest(t.last_received_at, t.owned_since, owner.left_at))
    else t.last_received_at > ${before(SERVICE_WINDOW_MS + DAY_MS)} and t.last_received_at <= ${before(SERVICE_WINDOW_MS)}
      and (t.window_told_at is null or t.window_told_at < ${shutAt})
      and greatest(t.owned_since, owner.left_at) <= ${shutAt}
    end)`;
}
