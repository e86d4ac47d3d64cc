import type { Ticket } from '../entities/entities.ts';
import { conversationKey } from '../entities/ids.ts';
import type { TicketId } from '../entities/ids.ts';
import { framesAfter } from '../inbox/inbox.unheld.ts';
import type { InternalEventOf } from '../log/internal.ts';
import { isSettled } from '../ticket/ticket.fold.ts';
import type { Hub } from './hub.ts';

/** Takes one ticket of a list, as of a stream position. */
export function listTicket(hub: Hub, ticket: Ticket, streamPosition: number): void {
  const wasHeld = hub.conversations.isHeld(ticket.id);
  hub.conversations.make(ticket.id);
  reportTicket(hub, ticket, streamPosition);
  if (!wasHeld) catchUp(hub, ticket, streamPosition);
  ensureTransfer(hub, ticket.id, { type: 'ticket.listed', ticket, streamPosition });
}

/** Takes a ticket that was fetched by itself. If it was removed meanwhile, only its conversation is updated. */
export function loadTicket(hub: Hub, ticket: Ticket, streamPosition: number): void {
  reportTicket(hub, ticket, streamPosition);
  // One that was left meanwhile goes on counting as it was listed.
  if (hub.conversations.isHeld(ticket.id)) hub.noteKnown([ticket.id]);
  ensureTransfer(hub, ticket.id, { type: 'ticket.listed', ticket, streamPosition });
}

function reportTicket({ conversations, transfers }: Hub, ticket: Ticket, streamPosition: number): void {
  const listed = { type: 'ticket.listed', ticket, streamPosition } as const;
  // Before the ticket, whose removal removes its transfers too.
  transfers.sendToTicket(ticket.id, listed);
  conversations.take(ticket, listed);
}

/** Applies the frames that came after the list was read, as the ticket wasn't held then. */
function catchUp({ conversations, inbox }: Hub, ticket: Ticket, streamPosition: number): void {
  const key = conversationKey(ticket.customer.id, ticket.instance.id);
  for (const frame of framesAfter(inbox.getSnapshot().context.unheld, ticket, streamPosition)) {
    if ('ticket' in frame) conversations.take(frame.ticket, frame);
    else if (!('instanceId' in frame)) conversations.toTicket(ticket.id, frame);
    else if (frame.type === 'unseen.wasReset') conversations.toUnseen(key, frame);
    else conversations.toConversation(key, frame);
  }
}

/** Makes the actor of a held ticket's pending transfer, if there is none yet. */
export function ensureTransfer(
  { conversations, transfers }: Hub,
  ticketId: TicketId,
  listed: InternalEventOf<'ticket.listed'>,
): void {
  const held = conversations.ticket(ticketId)?.getSnapshot().context;
  const waiting = held?.ticket?.pendingTransfer ?? null;
  if (held === undefined || waiting === null || isSettled(held, waiting) || transfers.get(waiting.id) !== undefined) {
    return;
  }
  transfers.ensure(waiting);
  transfers.send(waiting.id, listed);
}
