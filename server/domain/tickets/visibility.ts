import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { ADMIN_ROLE } from '../../../contract/facts/roles.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { TicketAccess } from '../audience/audience.ts';
import { notFound } from '../errors.ts';

/** A value, or a placeholder of a prepared statement. */
type Given<T> = T | RawBuilder<unknown>;
/** The user whose visibility is checked. */
export type Reader = { tenantId: Given<Id>; userId: Given<Id>; isAdmin: boolean };

/** Alias of the ticket in a condition. */
type Alias = 't' | 'n' | 'r';

/**
 * SQL condition for who sees a ticket: administrators all of the tenant; attendants their own, those without an owner
 * on the instances they serve, and those offered to them.
 */
export function visibleTo(reader: Reader, ticket: Alias = 't'): RawBuilder<boolean> {
  if (reader.isAdmin) return sql<boolean>`true`;
  const t = sql.raw(ticket);
  return sql<boolean>`(${ownOrOffered(reader, ticket)} or (${t}.user_id is null and ${t}.instance_id in (
    select served.instance_id from user_instance served
    where served.tenant_id = ${reader.tenantId} and served.user_id = ${reader.userId})))`;
}

/** SQL condition: a ticket is the user's or offered to them, as listed without `all_users`. */
export function ownOrOffered(reader: Reader, ticket: Alias = 't'): RawBuilder<boolean> {
  const t = sql.raw(ticket);
  return sql<boolean>`(${t}.user_id = ${reader.userId} or ${t}.id in (
    select offer.ticket_id from ticket_transfer offer
    where offer.tenant_id = ${reader.tenantId} and offer.next_user_id = ${reader.userId}
      and offer.transferred_at is null and offer.deleted_at is null))`;
}

/** A customer on an instance, over all their tickets. */
export type Conversation = { tenantId: Id; customerId: Id; instanceId: Id };

/**
 * How far a user can read a conversation: messages of its tickets up to the newest one they see, except what a ticket's
 * `history_from` hides from them. Ticket ids rise within a conversation.
 */
export type Visibility = {
  /** The newest ticket they see. */
  ticketId: Id;
  /** Its owner; null while nobody has it. */
  ownerId: Id | null;
  /** Its `history_from`. */
  historyFrom: Id;
  /** The first and last tickets of what can be read; null for all up to `ticketId`. */
  spans: { first: Id[]; last: Id[] } | null;
  /** The last message up to there. */
  lastMessageId: Id | null;
  /** How many messages up to there are unseen. */
  unseenCount: number;
  /** Whether it is the conversation's newest ticket, so that they can read all of it. */
  isWhole: boolean;
};

/** SQL condition: a ticket's id, as in `m.ticket_id`, is one that can be read. */
export function isWithin({ ticketId, spans }: Visibility, id: 'm.ticket_id' | 't.id'): RawBuilder<boolean> {
  const column = sql.raw(id);
  if (spans === null) return sql<boolean>`${column} <= ${ticketId}`;
  return sql<boolean>`exists (select from unnest(${spans.first}::bigint[], ${spans.last}::bigint[]) as span (first, last)
    where ${column} between span.first and span.last)`;
}

/** How far the user can read a conversation; undefined if they see no ticket of it. */
export async function findVisibility(
  tx: Tx,
  reader: Reader,
  conversation: Conversation,
): Promise<Visibility | undefined> {
  const { tenantId, customerId, instanceId } = conversation;
  const { rows } = await sql<Visibility>`
    select t.id as "ticketId", t.history_from as "historyFrom", case when t.history_from > 0 then (
        select json_build_object('first', json_agg(r.history_from::text), 'last', json_agg(r.id::text))
        from chat_ticket r where r.tenant_id = t.tenant_id and r.customer_id = t.customer_id
          and r.instance_id = t.instance_id and ${visibleTo(reader, 'r')}) end as spans,
      t.user_id as "ownerId", t.last_message_id as "lastMessageId", t.unseen_count as "unseenCount",
      not exists (select from chat_ticket later
      where later.tenant_id = t.tenant_id and later.customer_id = t.customer_id and later.instance_id = t.instance_id
        and later.id > t.id) as "isWhole"
    from chat_ticket t where t.tenant_id = ${tenantId} and t.customer_id = ${customerId}
      and t.instance_id = ${instanceId} and ${visibleTo(reader)}
    order by t.id desc limit 1`.execute(tx);
  return rows[0];
}

/** How far the user can read a conversation; not found if they see no ticket of it. */
export async function requireVisibility(tx: Tx, reader: Reader, conversation: Conversation): Promise<Visibility> {
  const visibility = await findVisibility(tx, reader, conversation);
  if (visibility === undefined) throw notFound();
  return visibility;
}

/**
 * The attendants who don't see a conversation's newest ticket, by the newest one they do see: the inverse of
 * `visibleTo`.
 */
export async function attendantsByNewestVisible(tx: Tx, conversation: Conversation): Promise<Map<Id, Id[]>> {
  const { tenantId, customerId, instanceId } = conversation;
  const { rows } = await sql<{ ticketId: Id; userIds: Id[] }>`
    with ticket as (select t.id, t.user_id, t.instance_id from chat_ticket t
        where t.tenant_id = ${tenantId} and t.customer_id = ${customerId} and t.instance_id = ${instanceId}),
      seer as (
        select ticket.id as ticket_id, ticket.user_id from ticket where ticket.user_id is not null
        union all
        select ticket.id, served.user_id from ticket join user_instance served
          on served.tenant_id = ${tenantId} and served.instance_id = ticket.instance_id
        where ticket.user_id is null
        union all
        select ticket.id, offer.next_user_id from ticket join ticket_transfer offer
          on offer.tenant_id = ${tenantId} and offer.ticket_id = ticket.id
          and offer.transferred_at is null and offer.deleted_at is null),
      newest as (select max(seer.ticket_id) as ticket_id, seer.user_id from seer group by seer.user_id)
    select newest.ticket_id as "ticketId", array_agg(newest.user_id::text order by newest.user_id) as "userIds"
    from newest
    join app_user u on u.tenant_id = ${tenantId} and u.id = newest.user_id
    join role r on r.tenant_id = u.tenant_id and r.id = u.role_id and r.name <> ${ADMIN_ROLE}
    where newest.ticket_id < (select max(ticket.id) from ticket)
    group by newest.ticket_id`.execute(tx);
  return new Map(rows.map(({ ticketId, userIds }) => [ticketId, userIds]));
}

/** `findVisibility`'s ticket as `n`, joined to ticket `t`, which is assumed visible. */
export function joinVisibility(reader: Reader): RawBuilder<unknown> {
  return sql`join lateral (
    select n.id, n.unseen_count, n.last_message_id, n.last_message_at, n.last_received_at from chat_ticket n
    where n.tenant_id = t.tenant_id and n.customer_id = t.customer_id and n.instance_id = t.instance_id
      and n.id >= t.id and (n.id = t.id or ${visibleTo(reader, 'n')})
    order by n.id desc limit 1) n on true`;
}

/** SQL condition: the user can read message `m`. */
export function readableBy(reader: Reader): RawBuilder<boolean> {
  return sql<boolean>`exists (select from chat_ticket t where t.tenant_id = m.tenant_id and t.customer_id = m.customer_id
    and t.instance_id = m.instance_id and t.id >= m.ticket_id and t.history_from <= m.ticket_id and ${visibleTo(reader)})`;
}

/** SQL condition: the user can read what belongs to ticket `own`, as they see it or a later one of its conversation. */
export function readableTicket(reader: Reader): RawBuilder<boolean> {
  return sql<boolean>`exists (select from chat_ticket t where t.tenant_id = own.tenant_id
    and t.customer_id = own.customer_id and t.instance_id = own.instance_id and t.id >= own.id and t.history_from <= own.id
    and ${visibleTo(reader)})`;
}

/** A ticket, as far as the rules need it. */
export type TicketFacts = TicketAccess & {
  id: Id;
  customerId: Id;
  finishedAt: Date | null;
  pendingTransferId: Id | null;
  /** The run of a flow that has it. */
  flowRunId: Id | null;
};

/** The ticket with an id if the user sees it, else not found. */
export async function requireVisibleTicket(tx: Tx, reader: Reader, id: Id): Promise<TicketFacts> {
  return found(await findVisibleTicket(tx, reader, id));
}

/** Like `findVisibleTicket`, but undefined if not visible. */
export function findVisibleTicket(tx: Tx, reader: Reader, id: Id): Promise<TicketFacts | undefined> {
  return factsOf(tx, sql`t.tenant_id = ${reader.tenantId} and t.id = ${id} and ${visibleTo(reader)}`);
}

async function factsOf(tx: Tx, which: RawBuilder<unknown>): Promise<TicketFacts | undefined> {
  const { rows } = await sql<TicketFacts>`
    select t.id, t.customer_id as "customerId", t.instance_id as "instanceId", t.user_id as "ownerId",
      t.finished_at as "finishedAt", x.id as "pendingTransferId", x.next_user_id as "offeredTo",
      t.flow_run_id as "flowRunId"
    from chat_ticket t
    left join ticket_transfer x on x.tenant_id = t.tenant_id and x.ticket_id = t.id
      and x.transferred_at is null and x.deleted_at is null
    where ${which}`.execute(tx);
  return rows[0];
}

function found(ticket: TicketFacts | undefined): TicketFacts {
  if (ticket === undefined) throw notFound();
  return ticket;
}

/** A conversation's newest ticket; not found if it has none. */
export async function findNewestTicket(tx: Tx, conversation: Conversation): Promise<TicketFacts> {
  const { tenantId, customerId, instanceId } = conversation;
  const isOfIt = sql`t.tenant_id = ${tenantId} and t.customer_id = ${customerId} and t.instance_id = ${instanceId}`;
  return found(await factsOf(tx, sql`${isOfIt} order by t.id desc limit 1`));
}

/** Not found unless a ticket of the customer (on the instance, if given) is visible. */
export async function requireVisibleCustomer(
  tx: Tx,
  reader: Reader,
  customerId: Id,
  instanceId: Id | null,
): Promise<void> {
  if (!(await isCustomerVisible(tx, reader, customerId, instanceId))) throw notFound();
}

/** Whether the user sees a ticket of the customer; administrators also see customers without tickets. */
export async function isCustomerVisible(
  tx: Tx,
  reader: Reader,
  customerId: Id,
  instanceId: Id | null,
): Promise<boolean> {
  return isTrue(tx, customerVisible(reader, customerId, instanceId));
}

/** `isCustomerVisible` as a condition. */
export function customerVisible(
  reader: Reader,
  customerId: Given<Id>,
  instanceId: Given<Id> | null,
): RawBuilder<boolean> {
  const onInstance = instanceId === null ? sql`true` : sql`t.instance_id = ${instanceId}`;
  const ofTicket = sql<boolean>`exists (select from chat_ticket t
    where t.tenant_id = ${reader.tenantId} and t.customer_id = ${customerId} and ${onInstance} and ${visibleTo(reader)})`;
  if (!reader.isAdmin || instanceId !== null) return ofTicket;
  return sql<boolean>`(${ofTicket} or exists (select from customer known
    where known.tenant_id = ${reader.tenantId} and known.id = ${customerId}))`;
}

/** Whether the user may refer to an instance: they serve it, or have a ticket on it. */
export async function isInstanceVisible(tx: Tx, reader: Reader, instanceId: Id): Promise<boolean> {
  return isTrue(tx, instanceVisible(reader, instanceId));
}

/** `isInstanceVisible` as a condition. */
export function instanceVisible(reader: Reader, instanceId: Given<Id>): RawBuilder<boolean> {
  const forAttendant = sql`(
    exists (select from user_instance served where served.tenant_id = named.tenant_id
      and served.instance_id = named.id and served.user_id = ${reader.userId})
    or exists (select from chat_ticket t where t.tenant_id = named.tenant_id and t.instance_id = named.id
      and ${ownOrOffered(reader)}))`;
  return sql<boolean>`exists (select from instance named
    where named.tenant_id = ${reader.tenantId} and named.id = ${instanceId} and ${reader.isAdmin ? sql`true` : forAttendant})`;
}

async function isTrue(tx: Tx, condition: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`select ${condition} as holds`.execute(tx);
  return rows[0]?.holds ?? false;
}
