import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor } from '../context.ts';
import { customerAt } from '../customers/customer-numbers.ts';
import { DomainError, notFound } from '../errors.ts';
import { findVisibleTicket } from './visibility.ts';
import type { TicketFacts } from './visibility.ts';

/**
 * The ticket with an id if the actor sees it. FORBIDDEN `error.ticket.passedOn` if the actor transferred it away, else
 * not found.
 */
export async function findTicketToChange(tx: Tx, actor: Actor, id: Id): Promise<TicketFacts> {
  const ticket = await findVisibleTicket(tx, actor, id);
  if (ticket === undefined) throw await unseen(tx, actor, sql`t.id = ${id}`);
  return ticket;
}

/** Refuses a ticket that somebody else has, save to an administrator: whom it is offered to sees it as well. */
export function requireTheirs({ isAdmin, userId }: Pick<Actor, 'isAdmin' | 'userId'>, ownerId: Id | null): void {
  if (!isAdmin && ownerId !== null && ownerId !== userId) throw new DomainError('FORBIDDEN', 'error.ticket.notYours');
}

/** The refusal if a user sees no ticket of the conversation they write to: as in `findTicketToChange`. */
export function hiddenConversationRefusal(
  tx: Tx,
  actor: Actor,
  to: { address: string; instanceId: Id },
): Promise<DomainError> {
  return unseen(
    tx,
    actor,
    sql`t.instance_id = ${to.instanceId} and t.customer_id = ${customerAt(actor.tenantId, to.address)}`,
  );
}

async function unseen(tx: Tx, { tenantId, userId }: Actor, which: RawBuilder<unknown>): Promise<DomainError> {
  const { rows } = await sql<{ wasTheirs: boolean }>`
    select exists (select from chat_ticket t
      join ticket_transfer x on x.tenant_id = t.tenant_id and x.ticket_id = t.id
      where t.tenant_id = ${tenantId} and ${which} and x.previous_user_id = ${userId}
        and x.transferred_at is not null) as "wasTheirs"`.execute(tx);
  return rows[0]?.wasTheirs === true ? new DomainError('FORBIDDEN', 'error.ticket.passedOn') : notFound();
}
