import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { TicketAccess } from '../audience/audience.ts';
import { notFound } from '../errors.ts';
import { ADMIN_ROLE } from '../permissions.ts';

/** A value, or what stands for it in a prepared statement. */
type Given<T> = T | RawBuilder<unknown>;
/** What the visibility rule needs of the asking user. */
export type Seer = { tenantId: Given<Id>; userId: Given<Id>; isAdmin: boolean };

/** The ticket of a statement that a condition is about. */
type Alias = 't' | 'n';

/**
 * The rule who sees a ticket, as a condition: an administrator all of the tenant; an attendant
 * their own, those without owner on the instances they serve, and those offered to them.
 */
export function visibleTo(seer: Seer, ticket: Alias = 't'): RawBuilder<boolean> {
  if (seer.isAdmin) return sql<boolean>`true`;
  const t = sql.raw(ticket);
  return sql<boolean>`(${ownOrOffered(seer, ticket)} or (${t}.user_id is null and ${t}.instance_id in (
    select served.instance_id from user_instance served
    where served.tenant_id = ${seer.tenantId} and served.user_id = ${seer.userId})))`;
}

/** A ticket is the asking user's, or offered to them: what their list shows without `all_users`. */
export function ownOrOffered(seer: Seer, ticket: Alias = 't'): RawBuilder<boolean> {
  const t = sql.raw(ticket);
  return sql<boolean>`(${t}.user_id = ${seer.userId} or ${t}.id in (
    select offer.ticket_id from ticket_transfer offer
    where offer.tenant_id = ${seer.tenantId} and offer.next_user_id = ${seer.userId}
      and offer.transferred_at is null and offer.deleted_at is null))`;
}

/** A customer on an instance, over all their tickets. */
export type Conversation = { tenantId: Id; customerId: Id; instanceId: Id };

/**
 * The rule what of a conversation a user reads: the messages of its tickets up to the newest one
 * they see, and none of later ones. Ids of tickets rise within a conversation.
 */
export type Sight = {
  /** The newest ticket they see. */
  ticketId: Id;
  /** The last message up to there. */
  lastMessageId: Id | null;
  /** How many messages up to there nobody has seen. */
  unseenCount: number;
  /** Whether it is the conversation's newest, so that they read all of it. */
  isWhole: boolean;
};

/** How far the asking user reads a conversation; undefined where they see no ticket of it. */
export async function findSight(tx: Tx, seer: Seer, conversation: Conversation): Promise<Sight | undefined> {
  const { tenantId, customerId, instanceId } = conversation;
  const { rows } = await sql<Sight>`
    select t.id as "ticketId", t.last_message_id as "lastMessageId", t.unseen_count as "unseenCount",
      not exists (select from chat_ticket later
      where later.tenant_id = t.tenant_id and later.customer_id = t.customer_id and later.instance_id = t.instance_id
        and later.id > t.id) as "isWhole"
    from chat_ticket t where t.tenant_id = ${tenantId} and t.customer_id = ${customerId}
      and t.instance_id = ${instanceId} and ${visibleTo(seer)}
    order by t.id desc limit 1`.execute(tx);
  return rows[0];
}

/** How far the asking user reads a conversation. Refuses one of which they see no ticket as not found. */
export async function requireSight(tx: Tx, seer: Seer, conversation: Conversation): Promise<Sight> {
  const sight = await findSight(tx, seer, conversation);
  if (sight === undefined) throw notFound();
  return sight;
}

/**
 * The attendants who don't see a conversation's newest ticket, by the newest one that they see: the
 * rule of `visibleTo`, asked the other way round.
 */
export async function whoSeesUpTo(tx: Tx, conversation: Conversation): Promise<Map<Id, Id[]>> {
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

/** `findSight`'s ticket as `n`, joined to ticket `t`, which is taken for seen itself. */
export function joinSight(seer: Seer): RawBuilder<unknown> {
  return sql`join lateral (
    select n.id, n.unseen_count, n.last_message_id, n.last_message_at, n.last_received_at from chat_ticket n
    where n.tenant_id = t.tenant_id and n.customer_id = t.customer_id and n.instance_id = t.instance_id
      and n.id >= t.id and (n.id = t.id or ${visibleTo(seer, 'n')})
    order by n.id desc limit 1) n on true`;
}

/** Whether message `m` is one that the asking user reads, as a condition. */
export function readableBy(seer: Seer): RawBuilder<boolean> {
  return sql<boolean>`exists (select from chat_ticket t where t.tenant_id = m.tenant_id and t.customer_id = m.customer_id
    and t.instance_id = m.instance_id and t.id >= m.ticket_id and ${visibleTo(seer)})`;
}

/** A ticket as the rules look at it. */
export type TicketFacts = TicketAccess & {
  id: Id;
  customerId: Id;
  finishedAt: Date | null;
  pendingTransferId: Id | null;
};

/** The ticket with an id if the asking user sees it, else not found. */
export async function findVisibleTicket(tx: Tx, seer: Seer, id: Id): Promise<TicketFacts> {
  return found(await seekVisibleTicket(tx, seer, id));
}

/** As `findVisibleTicket`, but undefined where the asking user sees none. */
export function seekVisibleTicket(tx: Tx, seer: Seer, id: Id): Promise<TicketFacts | undefined> {
  return factsOf(tx, sql`t.tenant_id = ${seer.tenantId} and t.id = ${id} and ${visibleTo(seer)}`);
}

async function factsOf(tx: Tx, which: RawBuilder<unknown>): Promise<TicketFacts | undefined> {
  const { rows } = await sql<TicketFacts>`
    select t.id, t.customer_id as "customerId", t.instance_id as "instanceId", t.user_id as "ownerId",
      t.finished_at as "finishedAt", x.id as "pendingTransferId", x.next_user_id as "offeredTo"
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

/** A conversation's newest ticket. Refuses one without tickets as not found. */
export async function findNewestTicket(tx: Tx, conversation: Conversation): Promise<TicketFacts> {
  const { tenantId, customerId, instanceId } = conversation;
  const isOfIt = sql`t.tenant_id = ${tenantId} and t.customer_id = ${customerId} and t.instance_id = ${instanceId}`;
  return found(await factsOf(tx, sql`${isOfIt} order by t.id desc limit 1`));
}

/** Refuses as not found unless a ticket of the customer (on the instance, if one is given) is visible. */
export async function requireVisibleCustomer(tx: Tx, seer: Seer, customerId: Id, instanceId: Id | null): Promise<void> {
  if (!(await isCustomerVisible(tx, seer, customerId, instanceId))) throw notFound();
}

/** Whether the asking user sees a ticket of the customer; an administrator sees customers without one too. */
export async function isCustomerVisible(tx: Tx, seer: Seer, customerId: Id, instanceId: Id | null): Promise<boolean> {
  return isTrue(tx, customerVisible(seer, customerId, instanceId));
}

/** `isCustomerVisible` as a condition. */
export function customerVisible(seer: Seer, customerId: Given<Id>, instanceId: Given<Id> | null): RawBuilder<boolean> {
  const onInstance = instanceId === null ? sql`true` : sql`t.instance_id = ${instanceId}`;
  const ofTicket = sql<boolean>`exists (select from chat_ticket t
    where t.tenant_id = ${seer.tenantId} and t.customer_id = ${customerId} and ${onInstance} and ${visibleTo(seer)})`;
  if (!seer.isAdmin || instanceId !== null) return ofTicket;
  return sql<boolean>`(${ofTicket} or exists (select from customer known
    where known.tenant_id = ${seer.tenantId} and known.id = ${customerId}))`;
}

/** Whether the asking user may name an instance: one they serve, or on which a ticket is theirs. */
export async function isInstanceVisible(tx: Tx, seer: Seer, instanceId: Id): Promise<boolean> {
  return isTrue(tx, instanceVisible(seer, instanceId));
}

/** `isInstanceVisible` as a condition. */
export function instanceVisible(seer: Seer, instanceId: Given<Id>): RawBuilder<boolean> {
  const forAttendant = sql`(
    exists (select from user_instance served where served.tenant_id = named.tenant_id
      and served.instance_id = named.id and served.user_id = ${seer.userId})
    or exists (select from chat_ticket t where t.tenant_id = named.tenant_id and t.instance_id = named.id
      and ${ownOrOffered(seer)}))`;
  return sql<boolean>`exists (select from instance named
    where named.tenant_id = ${seer.tenantId} and named.id = ${instanceId} and ${seer.isAdmin ? sql`true` : forAttendant})`;
}

async function isTrue(tx: Tx, condition: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`select ${condition} as holds`.execute(tx);
  return rows[0]?.holds ?? false;
}
