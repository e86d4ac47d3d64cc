import type { Ticket } from '../entities/entities.ts';
import { createNews } from '../inbox/inbox.news.ts';
import { framesAfter } from '../inbox/inbox.unheld.ts';
import type { TicketFrame } from '../inbox/inbox.unheld.ts';
import type { EventOf, Logged } from '../log/event.ts';
import { isSettled } from '../ticket/ticket.fold.ts';
import type { Hub } from './hub.ts';

/** What lists and frames say of tickets, held or not. */
export function createList({ inbox, socket, conversations, transfers, toInbox, updateHeldCount }: Hub) {
  const { rows } = conversations;
  const { keepUnheld, noteFinish, noteKnown, noteUnheld, noteUpdated } = createNews(inbox, toInbox, conversations);

  function report(ticket: Ticket, streamPosition: number): void {
    const listed = { type: 'ticket.listed', ticket, streamPosition } as const;
    // Before the ticket, whose removal removes its transfers too.
    transfers.sendToTicket(ticket.id, listed);
    conversations.take(ticket, listed);
  }

  /** Applies the frames that came after the list was read, as the ticket wasn't held then. */
  function catchUp(ticket: Ticket, streamPosition: number): void {
    for (const frame of framesAfter(inbox.getSnapshot().context.unheld, ticket, streamPosition)) {
      if ('ticket' in frame) conversations.take(frame.ticket, frame);
      else if (!('instanceId' in frame)) conversations.toTicket(ticket.id, frame);
      else if (frame.type === 'unseen.wasReset') conversations.toUnseen(frame, frame);
      else conversations.toConversation(frame, frame);
    }
  }

  /** Takes one ticket of a list, as of a stream position. */
  function list(ticket: Ticket, streamPosition: number): void {
    const wasHeld = rows.has(ticket.id);
    conversations.make(ticket.id);
    report(ticket, streamPosition);
    if (!wasHeld) catchUp(ticket, streamPosition);
    ensureTransfer(ticket, streamPosition);
  }

  /** Makes the actor of a held ticket's pending transfer, if there is none yet. */
  function ensureTransfer(ticket: Ticket, streamPosition: number): void {
    const held = conversations.ticket(ticket.id)?.getSnapshot().context;
    const waiting = held?.ticket?.pendingTransfer ?? null;
    if (held === undefined || waiting === null || isSettled(held, waiting)) return;
    if (transfers.created.get(waiting.id) !== undefined) return;
    transfers.ensure(waiting);
    transfers.created.send(waiting.id, { type: 'ticket.listed', ticket, streamPosition });
  }

  return {
    noteUnheld,
    /** Takes a list, of the first fetch or a later one. */
    takeList: (event: Logged<EventOf<'tickets.listed'>>): void => {
      const { context, value } = inbox.getSnapshot();
      if (value === 'idle') return;
      const { items, streamPosition } = event;
      // The answer to an earlier fetch may be from before lost frames.
      if (event.request === context.request) {
        for (const ticket of items) list(ticket, streamPosition);
        if (event.purpose === 'resync' && context.broken) {
          conversations.evict(new Set(items.map(({ id }) => id)), streamPosition);
        }
      }
      toInbox(event);
      // Held tickets count by their own state, not as this list has them.
      if (event.views !== undefined) noteKnown([...rows.keys()].filter(conversations.isKnown));
      updateHeldCount();
      socket.send(event);
    },
    /** Takes a ticket that was fetched by itself. If it was removed meanwhile, only its conversation is updated. */
    load: ({ ticket, streamPosition }: EventOf<'ticket.loaded'>): void => {
      report(ticket, streamPosition);
      // A ticket that was left meanwhile keeps counting as it was listed.
      if (rows.has(ticket.id)) noteKnown([ticket.id]);
      ensureTransfer(ticket, streamPosition);
    },
    /** Takes a frame that brings a whole ticket. */
    takeFrame: (event: TicketFrame): void => {
      const { ticket } = event;
      noteUpdated({ customerId: ticket.customer.id, instanceId: ticket.instance.id });
      if (conversations.isWanted(ticket)) conversations.make(ticket.id);
      conversations.take(ticket, event);
      noteKnown([ticket.id]);
      if (event.type === 'ticket.closed' || (event.type === 'customer.arrived' && event.reopened === true))
        noteFinish(event);
      // A ticket may have been removed with its transfer and be held again, as a resync doesn't reach all rows.
      if (rows.has(ticket.id)) ensureTransfer(ticket, event.stream.seq);
      else keepUnheld(event);
    },
  };
}
