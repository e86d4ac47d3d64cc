import { sql } from 'kysely';
import { SERVICE_WINDOW_MS } from '../../contract/facts/limits.ts';
import { MISSED_NOTICES_DAYS, MISSED_NOTICES_MAX } from '../../contract/graphql/missed-notices.ts';
import type { MissedNotice } from '../../contract/graphql/missed-notices.ts';
import { withTenant } from '../db/database.ts';
import type { Audience } from '../db/audience.ts';
import type { Tx } from '../db/database.ts';
import type { Id } from '../db/tables.ts';
import { isFor } from './audience/audience.ts';
import type { Actor, Services } from './context.ts';
import { requirePermission } from './permissions.ts';
import { DEPARTURE_GRACE_MS } from './presence-sql.ts';

type Row = { position: string; name: string; data: string; audience: Audience; at: string; epoch: string };

/**
 * What concerned the actor since they were last connected, as frames of the stream: other people's actions, as far as
 * the actor may still see them. A note is as it is now, and left out once deleted; a 24-hour window that closed is left
 * out if the customer wrote since.
 */
export function missedNotices(services: Services, actor: Actor): Promise<MissedNotice[]> {
  requirePermission(actor, 'chat');
  const { tenantId, userId, isAdmin } = actor;
  return withTenant(services.db, tenantId, async (tx) => {
    const served = await tx
      .selectFrom('user_instance')
      .select('instance_id')
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .execute();
    const instanceIds = new Set(served.map((each) => each.instance_id));
    const viewer = { userId, isAdmin, canChat: true, instanceIds, routes: actor.routes };
    const rows = await eventsConcerning(tx, actor);
    return rows.filter(({ audience }) => isFor(audience, viewer)).map(toldOf);
  });
}

/**
 * The latest that concern the actor, oldest first. They were last connected when their last page closed, which is
 * noticed late, or when another session of theirs was last used: anything later was seen in that session.
 */
async function eventsConcerning(tx: Tx, { tenantId, userId, sessionId }: Actor): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with since as (
      select greatest(u.left_at - make_interval(secs => ${DEPARTURE_GRACE_MS / 1000}), now() - make_interval(days => ${MISSED_NOTICES_DAYS}),
        (select max(s.rotated_at) from session s
          where s.tenant_id = u.tenant_id and s.user_id = u.id and s.id <> ${sessionId})) as moment
      from app_user u where u.tenant_id = ${tenantId} and u.id = ${userId})
    select latest.*, t.epoch from (
      select e.position, e.name, e.data::text as data, e.audience,
        to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from event e
      where e.tenant_id = ${tenantId} and e.created_at > (select moment from since) and e.name in (
        'ChatTicketTransfer', 'ChatTicketTransferring', 'ChatTicketTransferred', 'DeleteChatTicketTransfer',
        'ChatTicketClosed', 'CustomerCreatedToChat', 'CustomerChatEventChanged')
        and ${concerns(tenantId, userId)}
      order by e.created_at desc, e.position desc limit ${MISSED_NOTICES_MAX}) latest
    join tenant t on t.id = ${tenantId}
    order by latest.position`.execute(tx);
  return rows;
}

/** SQL condition: an action of somebody else concerns the user. */
function concerns(tenantId: Id, userId: Id) {
  const transfer = sql`e.data -> 'ticketTransfer'`;
  const owner = sql`e.data -> 'chatTicket' -> 'user' ->> 'id'`;
  const line = sql`e.data -> 'customerChatEvent'`;
  const hasPart = sql`${userId} in (${transfer} ->> 'next_user_id', ${transfer} ->> 'previous_user_id',
    ${transfer} -> 'triggeringUser' ->> 'id')`;
  return sql`(e.data -> 'user' ->> 'id') is distinct from ${userId} and case e.name
    when 'ChatTicketTransfer' then ${transfer} ->> 'next_user_id' = ${userId}
    when 'ChatTicketTransferring' then ${transfer} ->> 'previous_user_id' = ${userId}
    when 'ChatTicketTransferred' then ${hasPart} or e.data ->> 'first_user_id' = ${userId}
      or (json_typeof(${transfer}) = 'null' and ${userId} in (${owner}, e.data ->> 'previous_user_id'))
    when 'DeleteChatTicketTransfer' then ${hasPart}
    when 'ChatTicketClosed' then ${owner} = ${userId}
    when 'CustomerCreatedToChat' then ${owner} = ${userId} and ((e.data ->> 'woken')::boolean
      or ((e.data ->> 'shutting')::boolean and exists (select from chat_ticket now where now.tenant_id = ${tenantId}
        and now.id = (e.data -> 'chatTicket' ->> 'id')::bigint and now.user_id = ${userId} and now.finished_at is null
        and now.last_received_at <= e.created_at - make_interval(secs => ${SERVICE_WINDOW_MS / 1000}))))
    else (case when ${line} ->> 'kind' = 'schedule_refused' then ${line} -> 'user' ->> 'id' = ${userId}
        else (${line} -> 'user' ->> 'id') is distinct from ${userId} and exists (
          select from json_array_elements(${line} -> 'mentions') named where named ->> 'id' = ${userId}) end)
      and exists (select from conversation_event now where now.tenant_id = ${tenantId}
        and now.id = (${line} ->> 'id')::bigint and now.deleted_at is null
        and now.version = (${line} ->> 'version')::integer)
    end`;
}

/** As it is sent over the socket. */
function toldOf({ position, name, data, at, epoch }: Row): MissedNotice {
  const ends = `"id":"${epoch}:${position}","epoch":"${epoch}","seq":${position},"prev":${Number(position) - 1}}`;
  return { at, frame: `{"event":${JSON.stringify(name)},"data":${data},${ends}` };
}
