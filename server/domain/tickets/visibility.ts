import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { TicketAccess } from '../audience/audience.ts';
import { notFound } from '../errors.ts';

/** A value, or what stands for it in a prepared statement. */
type Given<T> = T | RawBuilder<unknown>;
/** What the visibility rule needs of the asking user. */
export type Seer = { tenantId: Given<Id>; userId: Given<Id>; isAdmin: boolean };

/**
 * The rule who sees ticket `t`, as a condition: an administrator all of the tenant; an attendant
 * their own, those without owner on the instances they serve, and those offered to them.
 */
export function visibleTo(seer: Seer): RawBuilder<boolean> {
  if (seer.isAdmin) return sql<boolean>`true`;
  return sql<boolean>`(${ownOrOffered(seer)} or (t.user_id is null and t.instance_id in (
    select served.instance_id from user_instance served
    where served.tenant_id = ${seer.tenantId} and served.user_id = ${seer.userId})))`;
}

/** Ticket `t` is the asking user's, or offered to them: what their list shows without `all_users`. */
export function ownOrOffered(seer: Seer): RawBuilder<boolean> {
  return sql<boolean>`(t.user_id = ${seer.userId} or t.id in (
    select offer.ticket_id from ticket_transfer offer
    where offer.tenant_id = ${seer.tenantId} and offer.next_user_id = ${seer.userId}
      and offer.transferred_at is null and offer.deleted_at is null))`;
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
  const { rows } = await sql<TicketFacts>`
    select t.id, t.customer_id as "customerId", t.instance_id as "instanceId", t.user_id as "ownerId",
      t.finished_at as "finishedAt", x.id as "pendingTransferId", x.next_user_id as "offeredTo"
    from chat_ticket t
    left join ticket_transfer x on x.tenant_id = t.tenant_id and x.ticket_id = t.id
      and x.transferred_at is null and x.deleted_at is null
    where t.tenant_id = ${seer.tenantId} and t.id = ${id} and ${visibleTo(seer)}`.execute(tx);
  const [ticket] = rows;
  if (ticket === undefined) throw notFound();
  return ticket;
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
