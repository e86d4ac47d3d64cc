import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { mayChat } from '../permissions.ts';
import { visibleTo } from '../tickets/visibility.ts';
import type { TicketFacts } from '../tickets/visibility.ts';

/** A transfer and its ticket, as far as the rules need them. */
export type TransferFacts = {
  id: Id;
  ticketId: Id;
  previousUserId: Id | null;
  nextUserId: Id;
  createdBy: Id | null;
  transferredAt: Date | null;
  deletedAt: Date | null;
  instanceId: Id;
  /** The ticket's current owner. */
  ownerId: Id | null;
};

/** The transfer with an id if the actor is involved or sees its ticket, else not found. */
export async function findTransfer(tx: Tx, actor: Actor, id: Id): Promise<TransferFacts> {
  const { rows } = await sql<TransferFacts>`
    select x.id, x.ticket_id as "ticketId", x.previous_user_id as "previousUserId", x.next_user_id as "nextUserId",
      x.created_by as "createdBy", x.transferred_at as "transferredAt", x.deleted_at as "deletedAt",
      t.instance_id as "instanceId", t.user_id as "ownerId"
    from ticket_transfer x
    join chat_ticket t on t.tenant_id = x.tenant_id and t.id = x.ticket_id
    where x.tenant_id = ${actor.tenantId} and x.id = ${id}
      and (${actor.userId} in (x.previous_user_id, x.next_user_id, x.created_by) or ${visibleTo(actor)})`.execute(tx);
  const [transfer] = rows;
  if (transfer === undefined) throw notFound();
  return transfer;
}

/**
 * Whether a user may take over tickets of the instance: in the tenant, neither deleted nor blocked, permitted to chat,
 * serving the instance.
 */
export async function canTakeOver(tx: Tx, tenantId: Id, userId: Id, instanceId: Id): Promise<boolean> {
  const { rows } = await sql<{ able: boolean }>`
    select exists (select from app_user u
      join user_instance served on served.tenant_id = u.tenant_id and served.user_id = u.id
        and served.instance_id = ${instanceId}
      where u.tenant_id = ${tenantId} and u.id = ${userId} and u.deleted_at is null and not u.is_blocked
        and ${mayChat('u')}) as able`.execute(tx);
  return rows[0]?.able ?? false;
}

/** CONFLICT if the owner that the caller expects no longer has the ticket. Null: any owner. */
export async function requireOwner(tx: Tx, tenantId: Id, { ownerId }: TicketFacts, userId: Id | null): Promise<void> {
  if (userId === null || userId === ownerId) return;
  const user = await tx
    .selectFrom('app_user')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirst();
  throw user === undefined ? notFound() : conflict();
}
