import type { Ticket } from '../entities/entities.ts';
import { compareIds } from '../entities/ids.ts';
import { isAdmin } from '../entities/viewer.ts';
import { isVisible } from '../inbox/matches.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { Core } from './core.ts';
import type { TicketEntry, Tickets } from './tickets.ts';
import type { Unseens } from './unseens.ts';

/** What the tickets of a conversation are told when one of them comes into the viewer's sight or goes out of it. */
export interface Sights {
  readonly isInSight: (entry: TicketEntry) => boolean;
  readonly tellOthers: (event: Logged<EventOf<'message.arrived'>>) => void;
  readonly widen: (entry: TicketEntry, wasKnown: boolean, ticket: Ticket, streamPosition: number) => void;
  readonly narrow: (ticket: Ticket, streamPosition: number) => void;
}

export function createSights(core: Core, tickets: Tickets, unseens: Unseens): Sights {
  function isInSight({ ticket }: TicketEntry): boolean {
    const viewer = core.viewer();
    return viewer !== null && ticket !== null && isVisible(ticket, viewer);
  }

  /** The other held tickets of a ticket's conversation. */
  function othersOf({ id, customer, instance }: Ticket): readonly TicketEntry[] {
    const others: TicketEntry[] = [];
    for (const other of tickets.ofCustomer(customer.id)) {
      if (other.id !== id && other.ticket?.instance.id === instance.id) others.push(other);
    }
    return others;
  }

  /** Tickets of one conversation show the same messages, whichever of them one belongs to. */
  function tellOthers({ message, ticket, stream }: Logged<EventOf<'message.arrived'>>): void {
    const { lastMessage, lastReceivedAt } = ticket;
    for (const other of othersOf(ticket)) {
      tickets.send(other, {
        type: 'conversation.heard',
        message,
        lastMessage,
        lastReceivedAt,
        streamPosition: stream.seq,
      });
    }
  }

  /** A ticket came into the viewer's sight: what was written up to it is theirs to read. An administrator sees all anyway. */
  function widen(entry: TicketEntry, wasKnown: boolean, ticket: Ticket, streamPosition: number): void {
    const viewer = core.viewer();
    if (viewer === null || isAdmin(viewer)) return;
    const { lastMessage, lastReceivedAt } = ticket;
    const news = {
      type: 'conversation.widened',
      upTo: ticket.id,
      lastMessage,
      lastReceivedAt,
      streamPosition,
    } as const;
    if (wasKnown) tickets.send(entry, { ...news, isOwn: true });
    for (const other of othersOf(ticket)) tickets.send(other, { ...news, isOwn: false });
  }

  /** A ticket is out of the viewer's sight: the conversation's others show nothing of it any more. */
  function narrow(ticket: Ticket, streamPosition: number): void {
    const others = othersOf(ticket);
    const newest = others
      .filter(isInSight)
      .map(({ id }) => id)
      .toSorted(compareIds)
      .at(-1);
    for (const other of others) {
      const news = { type: 'conversation.narrowed', upTo: newest ?? other.id, streamPosition } as const;
      tickets.send(other, news);
      if (other.conversation !== null) unseens.send(other.conversation, news);
    }
  }

  return { isInSight, tellOthers, widen, narrow };
}
