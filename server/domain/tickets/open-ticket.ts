import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { recordEvent } from '../thread/record-event.ts';
import { findVisibility } from './visibility.ts';

/** Who opens a ticket. History hidden from them in the previous ticket stays hidden in the new one. */
export type Opener = { userId: Id; isAdmin: boolean };

export type NewTicket = {
  tenantId: Id;
  customerId: Id;
  instanceId: Id;
  ownerId: Id | null;
  /** The receiving department, null for none; absent: that of the ticket before, else of the instance, if active. */
  departmentId?: Id | null;
  /** The attendant who opens it; null or absent: the customer. */
  openedBy?: Opener | null;
  /** The customer's number to use, if chosen; else the previous ticket's. */
  address?: string | null;
  at: Date;
};

/**
 * Opens a ticket for a conversation without an open one, in a change of the tenant (whose row lock protects the
 * protocol counter). It inherits the conversation's unseen messages, last message and window from the ticket before it;
 * the window only for the same number. One whose opener sees nothing of the conversation begins its history. Returns its
 * id.
 */
export async function openTicket(change: Change, ticket: NewTicket): Promise<Id> {
  const { tx } = change;
  const address = ticket.address ?? null;
  const { ownerId, openedBy = null } = ticket;
  const seen = openedBy === null ? undefined : await findVisibility(tx, { ...ticket, ...openedBy }, ticket);
  const isBlind = openedBy !== null && !openedBy.isAdmin && seen === undefined;
  // History hidden from the opener stays hidden in the next ticket.
  const from = seen?.historyFrom ?? '0';
  const protocol = await nextProtocol(tx, ticket.tenantId, ticket.at);
  const { rows } = await sql<{ id: Id }>`
    insert into chat_ticket (tenant_id, protocol, customer_id, instance_id, user_id, started_at, last_message_at,
      unseen_count, last_message_id, last_received_at, last_received_from, department_id, history_from)
    select ${ticket.tenantId}, ${protocol}, ${ticket.customerId}, ${ticket.instanceId}, ${ticket.ownerId}::bigint,
      ${ticket.at}, ${ticket.at}, ${unseenOf(ticket, from, isBlind)},
      case when not ${isBlind} then before.last_message_id end,
      case when chosen.is_other then null else before.last_received_at end,
      case when chosen.is_other then chosen.extra else before.last_received_from end,
      ${ticket.departmentId === undefined ? departmentOf(ticket) : sql`${ticket.departmentId}::bigint`},
      ${from}::bigint
    from (values (1)) as one (row)
    left join lateral (
      select t.unseen_count, t.history_from, t.last_message_id, t.last_received_at, t.last_received_from, t.department_id
      from chat_ticket t
      where t.tenant_id = ${ticket.tenantId} and t.customer_id = ${ticket.customerId}
        and t.instance_id = ${ticket.instanceId}
      order by t.id desc limit 1) before on true
    left join lateral (
      select coalesce(before.last_received_from, c.phone_number) <> ${address} as is_other,
        nullif(${address}, c.phone_number) as extra
      from customer c
      where c.tenant_id = ${ticket.tenantId} and c.id = ${ticket.customerId} and ${address}::text is not null)
      chosen on true
    returning id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The ticket was not opened');
  if (isBlind)
    await sql`update chat_ticket set history_from = id where tenant_id = ${ticket.tenantId} and id = ${id}`.execute(tx);
  const userId = openedBy?.userId ?? null;
  await recordEvent(change, { ticketId: id, kind: 'opened', userId });
  if (ownerId !== null && ownerId !== userId) {
    await recordEvent(change, { ticketId: id, kind: 'assigned', userId, nextUserId: ownerId });
  }
  return id;
}

/** SQL: the unread messages readable through the ticket; `before` counts only those from its own history start. */
function unseenOf({ tenantId, customerId, instanceId }: NewTicket, from: Id, isBlind: boolean): RawBuilder<number> {
  if (isBlind) return sql<number>`0`;
  return sql<number>`case when before.history_from = ${from}::bigint then before.unseen_count else (
    select count(*) from message m where m.tenant_id = ${tenantId} and m.unseen and m.ticket_id in (
      select t.id from chat_ticket t where t.tenant_id = ${tenantId} and t.customer_id = ${customerId}
        and t.instance_id = ${instanceId} and t.id >= ${from}::bigint)) end`;
}

/** SQL: the department; without one, an unanswered ticket would be offered to nobody. */
function departmentOf({ tenantId, instanceId }: NewTicket): RawBuilder<Id | null> {
  return sql`(select d.id from department d
    left join instance i on i.tenant_id = d.tenant_id and i.id = ${instanceId} and i.department_id = d.id
    where d.tenant_id = ${tenantId} and d.activated and (d.id = before.department_id or i.id is not null)
    order by d.id = before.department_id desc nulls last limit 1)`;
}

/**
 * `YYYYMMDD-NNNN`: the day of the tenant's calendar and a daily count from 1. If the clock went back, it continues on
 * the later day, so that protocols stay unique.
 */
async function nextProtocol(tx: Tx, tenantId: Id, at: Date): Promise<string> {
  const { rows } = await sql<{ day: string; count: number }>`
    update tenant set
      protocol_count = case when protocol_day < (${at}::timestamptz at time zone timezone)::date
        then 1 else protocol_count + 1 end,
      protocol_day = greatest(protocol_day, (${at}::timestamptz at time zone timezone)::date)
    where id = ${tenantId}
    returning to_char(protocol_day, 'YYYYMMDD') as day, protocol_count as count`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error(`Tenant ${tenantId} is not there`);
  return `${row.day}-${String(row.count).padStart(4, '0')}`;
}
