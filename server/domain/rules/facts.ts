import { sql } from 'kysely';
import { SERVICE_WINDOW_MS } from '../../../contract/facts/limits.ts';
import type { ChannelName } from '../../../contract/facts/channels.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { OPTED_OUT } from '../campaigns/channel-rules.ts';
import { isOpenAt } from '../departments/attendants.ts';

/** A ticket, as far as rules compare and change it. */
export type TicketFacts = {
  id: Id;
  protocol: string;
  departmentId: Id | null;
  ownerId: Id | null;
  offeredTo: Id | null;
  instanceId: Id;
  channel: ChannelName;
  outcomeId: Id | null;
  isOpen: boolean;
  isDepartmentOpen: boolean;
  hasWindow: boolean;
  isFirst: boolean;
  hasFlow: boolean;
  waitedMinutes: number | null;
};

/** What is known when a rule is tried. `values` by field, as they are written on the wire. */
export type Facts = {
  text: string | null;
  kind: string | null;
  /** The company's day. */
  today: string;
  customer: {
    id: Id;
    name: string;
    isBlocked: boolean;
    isOptedOut: boolean;
    tagIds: readonly Id[];
    values: Readonly<Record<Id, string>>;
  };
  ticket: TicketFacts | null;
};

export type Asked = { ticketId: Id | null; customerId: Id; text: string | null; kind: string | null };

type Row = Pick<Facts, 'today' | 'customer' | 'ticket'> & { place: number };

/**
 * The state of customers and tickets now, each for what was asked at its place; undefined for one who was erased. A customer without
 * a ticket has their open one.
 */
export async function factsOf(
  tx: Tx,
  tenantId: Id,
  asked: readonly Asked[],
  now: Date,
): Promise<(Facts | undefined)[]> {
  if (asked.length === 0) return [];
  const { rows } = await sql<Row>`
    select a.place::integer as place, to_char(${now}::timestamptz at time zone tenant.timezone, 'YYYY-MM-DD') as today,
      json_build_object('id', c.id::text, 'name', c.name, 'isBlocked', c.is_blacklisted,
        'isOptedOut', ${OPTED_OUT},
        'tagIds', array(select g.tag_id::text from customer_tag g
          where g.tenant_id = ${tenantId} and g.customer_id = c.id),
        'values', (select coalesce(json_object_agg(v.field_id, case f.type
            when 'boolean' then (v.number_value = 1)::text
            when 'number' then trim_scale(v.number_value::numeric)::text
            when 'date' then to_char(v.date_value, 'YYYY-MM-DD') else v.text_value end), '{}')
          from customer_value v join customer_field f on f.tenant_id = v.tenant_id and f.id = v.field_id
          where v.tenant_id = ${tenantId} and v.customer_id = c.id)) as customer,
      case when t.id is not null then json_build_object('id', t.id::text, 'protocol', t.protocol,
        'departmentId', t.department_id::text, 'ownerId', t.user_id::text, 'offeredTo', x.next_user_id::text,
        'instanceId', t.instance_id::text, 'channel', i.channel, 'outcomeId', t.outcome_id::text,
        'isOpen', t.finished_at is null,
        'isDepartmentOpen', coalesce((select ${isOpenAt(now)} from department d
          where d.tenant_id = ${tenantId} and d.id = t.department_id), true),
        'hasWindow', i.channel = 'sms' or i.provider = 'evolution' or (t.last_received_at is not null
          and t.last_received_at > ${new Date(now.getTime() - SERVICE_WINDOW_MS)}),
        'isFirst', not exists (select from chat_ticket e
          where e.tenant_id = ${tenantId} and e.customer_id = t.customer_id and e.id < t.id),
        'hasFlow', t.flow_run_id is not null,
        'waitedMinutes', floor(extract(epoch from ${now}::timestamptz - t.waiting_since) / 60)::integer) end as ticket
    from unnest(${asked.map(({ ticketId }) => ticketId)}::bigint[], ${asked.map((each) => each.customerId)}::bigint[])
      with ordinality as a (ticket_id, customer_id, place)
    join tenant on tenant.id = ${tenantId}
    left join chat_ticket t on t.tenant_id = ${tenantId} and t.id = coalesce(a.ticket_id, (
      select max(o.id) from chat_ticket o
      where o.tenant_id = ${tenantId} and o.customer_id = a.customer_id and o.finished_at is null))
    join customer c on c.tenant_id = ${tenantId} and c.id = coalesce(t.customer_id, a.customer_id)
      and c.erased_at is null
    left join instance i on i.tenant_id = ${tenantId} and i.id = t.instance_id
    left join ticket_transfer x on x.tenant_id = ${tenantId} and x.ticket_id = t.id and x.transferred_at is null
      and x.deleted_at is null`.execute(tx);
  const found = new Map(rows.map((row) => [row.place, row]));
  return asked.map(({ text, kind }, at) => {
    const row = found.get(at + 1);
    return row && { text, kind, today: row.today, customer: row.customer, ticket: row.ticket };
  });
}
