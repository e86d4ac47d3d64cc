import type { Ticket } from '../entities/entities.ts';
import { compareIds, conversationKey } from '../entities/ids.ts';
import type { ConversationKey, CustomerId, InstanceId, TicketId } from '../entities/ids.ts';
import { isAdmin } from '../entities/viewer.ts';
import { isVisible, matchesQuery } from '../inbox/matches.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { StoredMessage } from '../log/events-chat.ts';
import type { Core } from './core.ts';
import { createSends } from './sends.ts';
import type { Sends } from './sends.ts';
import { createShown } from './shown.ts';
import { createTickets } from './tickets.ts';
import type { TicketEntry, Tickets } from './tickets.ts';
import { createTransfers } from './transfers.ts';
import type { Transfers } from './transfers.ts';
import { createUnseenTotal } from './unseen-total.ts';
import { createUnseens } from './unseens.ts';
import type { UnseenInput, Unseens } from './unseens.ts';

/** A frame that brings a ticket as it is after it. */
type TicketFrame = Logged<
  EventOf<
    | 'message.arrived'
    | 'customer.arrived'
    | 'ticket.closed'
    | 'transfer.arrived'
    | 'ticket.transferred'
    | 'transfer.removed'
  >
>;

/** Tickets with what hangs on them: counters, transfers, messages on their way, drafts. */
export interface Conversations {
  readonly tickets: Tickets;
  readonly unseens: Unseens;
  readonly transfers: Transfers;
  readonly sends: Sends;
  readonly unseenCount: number;
  /** The server named every conversation with something unseen. */
  unseenListed(keys: readonly ConversationKey[], streamPosition: number): void;
  /** Somebody saw what was unseen in a conversation. */
  unseenReset(event: Logged<EventOf<'unseen.wasReset'>>): void;
  /** One ticket of a listing, or one that was loaded. */
  listed(ticket: Ticket, streamPosition: number, event: Logged): void;
  /** The server pushed news of a ticket. */
  pushed(event: TicketFrame): void;
  pinned(event: Logged<EventOf<'customer.pinned'>>): void;
  opened(event: Logged<EventOf<'ticket.opened'>>): void;
  left(event: Logged<EventOf<'ticket.left'>>): void;
  draftsRestored(event: Logged<EventOf<'drafts.restored'>>): void;
  draftChanged(event: Logged<EventOf<'draft.changed'>>): void;
  submitted(event: Logged<EventOf<'message.submitted'>>): void;
  outboxRestored(event: Logged<EventOf<'outbox.restored'>>): void;
  greeted(event: Logged<EventOf<'socket.greeted'>>, isBroken: boolean): void;
  /** Tells counters whether somebody looks at their conversation, if that may have changed. */
  look(isVisiblePage: boolean): void;
  clear(): void;
}

export interface ConversationHooks {
  readonly reordered: () => void;
  readonly unseenChanged: () => void;
}

export function createConversations(core: Core, hooks: ConversationHooks): Conversations {
  const total = createUnseenTotal(hooks.unseenChanged);
  const unseens = createUnseens(core, { counted: (key, hasUnseen) => total.setUnseen(key, hasUnseen) });
  const transfers = createTransfers(core);
  const drafts = new Map<ConversationKey, string>();
  /** Pins by customer: a frame is the same for all its readers, so it doesn't tell. */
  const pins = new Map<CustomerId, boolean>();
  let isLookDue = false;
  let isPageVisible = false;

  const tickets = createTickets(core, {
    reordered: hooks.reordered,
    opened: (key, ticketId, isOpen) => {
      total.setOpen(key, ticketId, isOpen);
      if (tickets.openIds.size > 0) isLookDue = true;
    },
    conversationLeft: (key) => unseens.leave(key),
    forgotten: (ticketId) => transfers.leaveTicket(ticketId),
  });

  const sends = createSends(core, {
    discarded: ({ ticketId, clientId }) => tell(ticketId, { type: 'send.discarded', ticketId, clientId }),
  });

  const shown = createShown((key, { customerId, instanceId }, isShown) => {
    const type = isShown ? 'conversation.shown' : 'conversation.hidden';
    unseens.send(key, { type, customerId, instanceId });
  });

  function tell(ticketId: TicketId, event: Parameters<Tickets['send']>[1]): void {
    const entry = tickets.get(ticketId);
    if (entry !== undefined) tickets.send(entry, event);
  }

  /** A new ticket, unless the news is from before it was last forgotten. */
  function made(id: TicketId, position: number): TicketEntry | undefined {
    return tickets.admits(id, position) ? tickets.make(id, position) : undefined;
  }

  /** Gives a new ticket what is held for its conversation already. */
  function welcome(entry: TicketEntry, { position, loggedAt }: Logged): void {
    const { ticket, conversation, id } = entry;
    if (ticket === null || conversation === null) return;
    const text = drafts.get(conversation);
    if (text !== undefined) {
      const draft = { customerId: ticket.customer.id, instanceId: ticket.instance.id, text };
      tickets.send(entry, { type: 'drafts.restored', drafts: [draft], position, loggedAt });
    }
    const messages = unsettledOf(conversation, id);
    if (messages.length > 0) tickets.send(entry, { type: 'outbox.restored', messages, position, loggedAt });
  }

  function unsettledOf(key: ConversationKey, ticketId: TicketId): StoredMessage[] {
    return sends.idsOf(key).flatMap((clientId) => {
      const snapshot = sends.get(clientId)?.getSnapshot();
      if (snapshot === undefined || snapshot.context.message.ticketId !== ticketId) return [];
      return [{ ...snapshot.context.message, failure: snapshot.context.failure }];
    });
  }

  function toUnseen({ conversation }: TicketEntry, { customer, instance }: Ticket, event: UnseenInput): void {
    if (conversation === null) return;
    unseens.tell(conversation, customer.id, instance.id, event);
  }

  /** What came after a finished attendance belongs to the next one: who looks at the one doesn't see the other. */
  function isOver({ ticket, conversation }: TicketEntry): boolean {
    if (ticket === null || ticket.finishedAt === null) return false;
    for (const other of tickets.ofCustomer(ticket.customer.id)) {
      if (other.isOpen && other.conversation === conversation) return true;
    }
    return false;
  }

  /** The conversations that somebody looks at. */
  function lookedAt(): Map<ConversationKey, { customerId: CustomerId; instanceId: InstanceId }> {
    const now = new Map<ConversationKey, { customerId: CustomerId; instanceId: InstanceId }>();
    for (const id of isPageVisible ? tickets.openIds : []) {
      const entry = tickets.get(id);
      if (entry === undefined || entry.ticket === null || entry.conversation === null || isOver(entry)) continue;
      const { customer, instance } = entry.ticket;
      now.set(entry.conversation, { customerId: customer.id, instanceId: instance.id });
    }
    return now;
  }

  /** Before a counter hears of a new attendance: nobody sees it who looks at the one before. */
  function lookAway(): void {
    if (isLookDue) shown.sync(new Map([...lookedAt()].filter(([key]) => shown.has(key))));
  }

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

  /** Whether a ticket that isn't held has a use. */
  function isWanted(ticket: Ticket): boolean {
    const viewer = core.viewer();
    if (viewer === null) return false;
    return ticket.finishedAt === null ? isVisible(ticket, viewer) : matchesQuery(ticket, core.query(), viewer);
  }

  function afterTold(entry: TicketEntry, wasKnown: boolean, event: Logged): void {
    if (!wasKnown && entry.ticket !== null) {
      welcome(entry, event);
      if (tickets.openIds.has(entry.id)) isLookDue = true;
    }
    tickets.release(entry);
  }

  return {
    tickets,
    unseens,
    transfers,
    sends,
    get unseenCount() {
      return total.count;
    },

    unseenListed(keys, streamPosition) {
      total.listed(keys, streamPosition);
    },

    unseenReset(event) {
      const key = conversationKey(event.customerId, event.instanceId);
      total.heard(key, event.stream.seq);
      unseens.send(key, event);
    },

    listed(ticket, streamPosition, event) {
      const entry = tickets.heardOf(ticket.id, streamPosition) ?? made(ticket.id, streamPosition);
      if (entry === undefined) return;
      const wasKnown = entry.ticket !== null;
      const wasInSight = isInSight(entry);
      const news = { type: 'ticket.listed', ticket, streamPosition } as const;
      tickets.send(entry, news);
      if (!wasInSight && isInSight(entry)) widen(entry, wasKnown, ticket, streamPosition);
      lookAway();
      toUnseen(entry, ticket, news);
      if (ticket.pinned !== undefined) pins.set(ticket.customer.id, ticket.pinned);
      if (ticket.pendingTransfer !== null) transfers.ensure(ticket.pendingTransfer);
      transfers.sendToTicket(ticket.id, news);
      afterTold(entry, wasKnown, event);
    },

    pushed(event) {
      const { ticket, stream } = event;
      const viewer = core.viewer();
      total.heard(conversationKey(ticket.customer.id, ticket.instance.id), stream.seq);
      const entry =
        tickets.heardOf(ticket.id, stream.seq) ?? (isWanted(ticket) ? made(ticket.id, stream.seq) : undefined);
      const wasKnown = entry !== undefined && entry.ticket !== null;
      const wasInSight = entry !== undefined && isInSight(entry);
      if (entry !== undefined) tickets.send(entry, event);
      const isSeen = entry === undefined ? viewer !== null && isVisible(ticket, viewer) : isInSight(entry);
      if (entry !== undefined && isSeen && !wasInSight) widen(entry, wasKnown, ticket, stream.seq);
      if (!isSeen) narrow(ticket, stream.seq);
      if (event.type === 'message.arrived') tellOthers(event);
      if (entry === undefined) return;
      lookAway();
      const pinned = wasKnown ? undefined : pins.get(ticket.customer.id);
      if (pinned !== undefined) {
        const { position, loggedAt } = event;
        tickets.send(entry, {
          type: 'customer.pinned',
          customerId: ticket.customer.id,
          pinned,
          stream,
          position,
          loggedAt,
        });
      }
      if (event.type === 'message.arrived' || event.type === 'customer.arrived') {
        toUnseen(entry, ticket, event);
      } else if (isSeen) {
        // Who gets the ticket hasn't heard the messages before.
        toUnseen(entry, ticket, { type: 'ticket.listed', ticket, streamPosition: stream.seq });
      }
      // It was forgotten with its offer, further down than the list reached after a break.
      if (!wasKnown && ticket.pendingTransfer !== null && event.type !== 'transfer.arrived') {
        transfers.ensure(ticket.pendingTransfer);
        transfers.send(ticket.pendingTransfer.id, { type: 'ticket.listed', ticket, streamPosition: stream.seq });
      }
      afterTold(entry, wasKnown, event);
    },

    pinned(event) {
      pins.set(event.customerId, event.pinned);
      for (const entry of tickets.ofCustomer(event.customerId)) tickets.send(entry, event);
    },

    opened(event) {
      tickets.setOpen(event.ticketId, true);
      const entry = tickets.get(event.ticketId) ?? tickets.make(event.ticketId, -1);
      if (entry === undefined) return;
      tickets.send(entry, event);
      isLookDue = true;
    },

    left(event) {
      tickets.setOpen(event.ticketId, false);
      isLookDue = true;
      const entry = tickets.get(event.ticketId);
      if (entry === undefined) return;
      tickets.send(entry, event);
      tickets.release(entry);
    },

    draftsRestored(event) {
      for (const { customerId, instanceId, text } of event.drafts) {
        const key = conversationKey(customerId, instanceId);
        if (!drafts.has(key)) drafts.set(key, text);
      }
      for (const entry of tickets.all()) tickets.send(entry, event);
    },

    draftChanged(event) {
      const entry = tickets.get(event.ticketId);
      if (entry === undefined) return;
      tickets.send(entry, event);
      if (entry.conversation === null) return;
      if (event.text === '') drafts.delete(entry.conversation);
      else drafts.set(entry.conversation, event.text);
    },

    submitted(event) {
      const { message } = event;
      drafts.delete(conversationKey(message.customerId, message.instanceId));
      tell(message.ticketId, event);
      sends.add(message, false);
    },

    outboxRestored(event) {
      for (const ticketId of new Set(event.messages.map((message) => message.ticketId))) tell(ticketId, event);
      for (const message of event.messages) sends.add(message, true);
    },

    greeted(event, isBroken) {
      sends.sendAll(event);
      if (!isBroken) {
        for (const id of tickets.openIds) tell(id, event);
        for (const [key] of unseens.all()) if (shown.has(key)) unseens.send(key, event);
        return;
      }
      tickets.forgetPositions();
      pins.clear();
      for (const entry of tickets.all()) {
        tickets.send(entry, event);
        transfers.sendToTicket(entry.id, event);
      }
      unseens.sendAll(event);
    },

    look(isVisible) {
      if (!isLookDue && isVisible === isPageVisible) return;
      isLookDue = false;
      isPageVisible = isVisible;
      shown.sync(lookedAt());
    },

    clear() {
      sends.clear();
      transfers.clear();
      tickets.clear();
      unseens.clear();
      total.clear();
      drafts.clear();
      pins.clear();
      shown.sync(new Map());
    },
  };
}
