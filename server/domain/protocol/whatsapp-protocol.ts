import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { MESSAGE_MAX_LENGTH, TEXT_PART_LENGTH } from '../../../contract/facts/limits.ts';
import type { ProtocolEvent, ProtocolTicket } from '../../../contract/rest/whatsapp-protocol.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import { readThrough } from '../../db/read-through.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import type { Actor, Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { parsePage } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import { settingsOf } from '../settings/settings.ts';
import { storableText } from '../text.ts';
import { visibleTo } from '../tickets/visibility.ts';
import { clipped, WIRE_NAME_MAX_LENGTH, wireTime } from '../views/json.ts';

const moment = (column: string) => sql.raw<string>(wireTime(column));

/** A ticket by its protocol number. Not found if the user doesn't see it. */
export function protocolTicket(services: Services, actor: Actor, protocol: string): Promise<ProtocolTicket> {
  requirePermission(actor, 'whatsapp-protocol');
  return withTenant(services.db, actor.tenantId, (tx) => findTicket(tx, actor, protocol));
}

/** A page of a ticket's timeline, oldest first. Refuses as `protocolTicket` does, and invalid pages. */
export function protocolTimeline(
  services: Services,
  actor: Actor,
  query: { protocol: string; pagination_page?: number | undefined; pagination_limit?: number | undefined },
): Promise<{ total_pages: number; total_items: number; items: ProtocolEvent[] }> {
  requirePermission(actor, 'whatsapp-protocol');
  const { limit, offset } = parsePage(query, 100);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const { id } = await findTicket(tx, actor, query.protocol);
    const events = eventsOf(actor.tenantId, id, MESSAGE_MAX_LENGTH);
    const counted = await sql<{ total: number }>`select count(*)::int as total from (${events}) line`.execute(tx);
    const { rows } = await sql<ProtocolEvent>`${inOrder(events)} limit ${limit} offset ${offset}`.execute(tx);
    const total = counted.rows[0]?.total ?? 0;
    return { total_pages: Math.ceil(total / limit), total_items: total, items: rows };
  });
}

/** A ticket with its whole timeline, and additional data of its document. */
export type ProtocolDocument = {
  ticket: ProtocolTicket;
  events: AsyncIterable<ProtocolEvent>;
  companyName: string;
  timezone: string;
};

/** A ticket's document; the export is audited. Refuses as `protocolTicket` does. */
export async function protocolDocument(services: Services, actor: Actor, protocol: string): Promise<ProtocolDocument> {
  requirePermission(actor, 'whatsapp-protocol');
  const { ticket, company } = await withTenant(services.db, actor.tenantId, async (tx) => {
    const found = await findTicket(tx, actor, protocol);
    await auditAction(tx, actor, { action: 'protocol.export', subject: `ticket:${found.id}` });
    const { protocol_phone: phone } = await settingsOf(tx, actor.tenantId, ['protocol_phone']);
    if (phone === 'masked') found.customer.phone_number = masked(found.customer.phone_number);
    const tenant = await tx
      .selectFrom('tenant')
      .select(['name', 'timezone'])
      .where('id', '=', actor.tenantId)
      .executeTakeFirstOrThrow();
    return { ticket: found, company: tenant };
  });
  const events = readThrough(services.db, actor.tenantId, async () =>
    inOrder(eventsOf(actor.tenantId, ticket.id, TEXT_PART_LENGTH)),
  );
  return { ticket, events, companyName: company.name, timezone: company.timezone };
}

/** Only the country code and the last four digits. */
export function masked(phone: string): string {
  return phone.slice(0, 2) + '•'.repeat(Math.max(0, phone.length - 6)) + phone.slice(-4);
}

async function findTicket(tx: Tx, actor: Actor, protocol: string): Promise<ProtocolTicket> {
  const { rows } = await sql<ProtocolTicket>`
    select t.id, t.protocol, ${moment('t.started_at')} as started_at, ${moment('t.finished_at')} as finished_at,
      case when owner.id is not null then json_build_object('id', owner.id::text, 'name', owner.name) end as "user",
      json_build_object('id', c.id::text, 'name', c.name, 'phone_number', c.phone_number) as customer,
      json_build_object('id', i.id::text, 'name', i.name) as instance,
      case when d.id is not null then json_build_object('id', d.id::text, 'name', d.name) end as department,
      said.messages_in, said.messages_out
    from chat_ticket t
    join customer c on c.tenant_id = t.tenant_id and c.id = t.customer_id
    join instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
    left join app_user owner on owner.tenant_id = t.tenant_id and owner.id = t.user_id
    left join department d on d.tenant_id = t.tenant_id and d.id = t.department_id
    join lateral (select count(*) filter (where m.type = 1)::int as messages_in,
        count(*) filter (where m.type = 0)::int as messages_out
      from message m where m.tenant_id = t.tenant_id and m.ticket_id = t.id and m.parent_id is null) said on true
    where t.tenant_id = ${actor.tenantId} and t.protocol = ${storableText(protocol)} and ${visibleTo(actor)}`.execute(
    tx,
  );
  const [ticket] = rows;
  if (ticket === undefined) throw notFound();
  return ticket;
}

/** Columns of timeline entries that aren't messages. */
const NO_MESSAGE = sql.raw(`null::smallint as type, null::text as tag_type, null::text as message,
  null::text as document_name, false as is_bot_message, null::smallint as ack, null::text as error_key`);

/**
 * The timeline of a ticket: its opening first and its end last, whatever their times. Long texts are cut and end with
 * `…`.
 */
function eventsOf(tenantId: Id, ticketId: Id, textMax: number): RawBuilder<unknown> {
  const transfer = (event: string, at: string, by: string) => sql`
    select ${sql.lit(event)} as event, ${sql.ref(at)} as moment, 2 as place, x.id,
      ${sql.raw(by)} as user_id, x.next_user_id, ${NO_MESSAGE}
    from ticket_transfer x where x.tenant_id = ${tenantId} and x.ticket_id = ${ticketId}
      and ${sql.ref(at)} is not null`;
  return sql`
    select 'opened' as event, t.started_at as moment, 1 as place, t.id, null::bigint as user_id,
      null::bigint as next_user_id, ${NO_MESSAGE}
    from chat_ticket t where t.tenant_id = ${tenantId} and t.id = ${ticketId}
    union all
    select case when m.parent_id is null then 'message' else 'reaction' end, m.created_at, 2, m.id, m.user_id, null,
      m.type, coalesce(m.tag_type, 'text'), ${sql.raw(clipped('m.body', textMax))},
      ${sql.raw(clipped('m.document_name', WIRE_NAME_MAX_LENGTH))}, m.is_bot_message,
      case when m.type = 0 then m.ack end, m.error_key
    from message m where m.tenant_id = ${tenantId} and m.ticket_id = ${ticketId}
    union all ${transfer('transferOffered', 'x.created_at', 'x.created_by')}
    union all ${transfer('transferAccepted', 'x.transferred_at', 'x.next_user_id')}
    union all ${transfer('transferWithdrawn', 'x.deleted_at', 'null::bigint')}
    union all
    select 'finished', t.finished_at, 3, t.id, t.finished_by, null, ${NO_MESSAGE}
    from chat_ticket t where t.tenant_id = ${tenantId} and t.id = ${ticketId} and t.finished_at is not null`;
}

function inOrder(events: RawBuilder<unknown>): RawBuilder<ProtocolEvent> {
  return sql<ProtocolEvent>`
    select line.event || ':' || line.id as id, ${moment('line.moment')} as at, line.event,
      case when by.id is not null then json_build_object('id', by.id::text, 'name', by.name) end as "user",
      case when next.id is not null then json_build_object('id', next.id::text, 'name', next.name) end as next_user,
      line.type, line.tag_type, line.message, line.document_name, line.is_bot_message, line.ack, line.error_key
    from (${events}) line
    left join app_user by on by.tenant_id = app_tenant() and by.id = line.user_id
    left join app_user next on next.tenant_id = app_tenant() and next.id = line.next_user_id
    order by line.place, line.moment, line.id`;
}
