import type { Ticket } from '../entities/entities.ts';
import { conversationKey } from '../entities/ids.ts';
import type { ConversationKey, CustomerId, InstanceId, TicketId } from '../entities/ids.ts';
import { isVisible, matchesQuery } from '../inbox/matches.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { OutgoingMessage, StoredMessage } from '../log/events-chat.ts';
import type { Core } from './core.ts';
import { createOverheard } from './overheard.ts';
import type { Overheard } from './overheard.ts';
import { createPins } from './pins.ts';
import { createSends } from './sends.ts';
import type { Sends } from './sends.ts';
import { createShown } from './shown.ts';
import { createSights } from './sights.ts';
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
  readonly overheard: Overheard;
  readonly unseenCount: number;
  /** The server named every conversation with something unseen. */
  unseenListed(keys: readonly ConversationKey[], streamPosition: number): void;
  /** The server named every customer whom the viewer has pinned. */
  pinsListed(customerIds: readonly CustomerId[], streamPosition: number): void;
  /** Somebody saw what was unseen in a conversation. */
  unseenReset(event: Logged<EventOf<'unseen.wasReset'>>): void;
  /** One ticket of a listing, or one that was loaded. */
  listed(ticket: Ticket, streamPosition: number, event: Logged): void;
  /** The server pushed news of a ticket. */
  pushed(event: TicketFrame): void;
  pinned(event: Logged<EventOf<'customer.pinned'>>): void;
  opened(event: Logged<EventOf<'ticket.opened'>>): void;
  left(event: Logged<EventOf<'ticket.left'>>): void;
  endShown(event: Logged<EventOf<'chat.endShown'>>): void;
  draftsRestored(event: Logged<EventOf<'drafts.restored'>>): void;
  draftChanged(event: Logged<EventOf<'draft.changed'>>): void;
  submitted(event: Logged<EventOf<'message.submitted'>>): void;
  /** The server has a message that was on its way out. */
  accepted(event: Logged<EventOf<'message.accepted' | 'message.resolved'>>): void;
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
  const pins = createPins();
  const overheard = createOverheard();
  /** Open tickets in which one reads further up: what comes isn't seen. */
  const readUp = new Set<TicketId>();
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
    discarded: (message) => dropTemp(message),
  });

  const shown = createShown((key, { customerId, instanceId }, isShown) => {
    const type = isShown ? 'conversation.shown' : 'conversation.hidden';
    unseens.send(key, { type, customerId, instanceId });
  });

  /** A message on its way out is at the server, in ticket `at`, or given up. */
  function dropTemp({ customerId, instanceId, clientId }: OutgoingMessage, at?: TicketId): void {
    for (const entry of tickets.ofCustomer(customerId)) {
      if (entry.id !== at && entry.ticket?.instance.id === instanceId)
        tickets.send(entry, { type: 'temp.dropped', clientId });
    }
  }

  const { isInSight, tellOthers, widen, narrow } = createSights(core, tickets, unseens);

  function tell(ticketId: TicketId, event: Parameters<Tickets['send']>[1]): void {
    const entry = tickets.get(ticketId);
    if (entry !== undefined) tickets.send(entry, event);
  }

  /** A new ticket, unless the news is from before it was last forgotten. */
  function made(ticket: Ticket, position: number): TicketEntry | undefined {
    return tickets.admits(ticket, position) ? tickets.make(ticket.id, position) : undefined;
  }

  /** Pins aren't in frames, which are the same for all their readers. */
  function tellPin(entry: TicketEntry, streamPosition: number): void {
    if (entry.ticket === null) return;
    const pinned = pins.of(entry.ticket.customer.id);
    if (pinned === undefined || pinned === entry.ticket.pinned) return;
    tickets.send(entry, { type: 'pin.known', pinned, streamPosition });
  }

  /** Gives a new ticket what is held for its conversation already. */
  function welcome(entry: TicketEntry, { position, loggedAt }: Logged): void {
    const { ticket, conversation } = entry;
    if (ticket === null || conversation === null) return;
    const text = drafts.get(conversation);
    if (text !== undefined) {
      const draft = { customerId: ticket.customer.id, instanceId: ticket.instance.id, text };
      tickets.send(entry, { type: 'drafts.restored', drafts: [draft], position, loggedAt });
    }
    const messages = unsettledOf(conversation);
    if (messages.length > 0) tickets.send(entry, { type: 'outbox.restored', messages, position, loggedAt });
  }

  /** Tickets of one conversation show the same messages, also those on their way out. */
  function showTemps(messages: readonly StoredMessage[], { position, loggedAt }: Logged): void {
    for (const message of messages) {
      for (const entry of tickets.ofCustomer(message.customerId)) {
        if (entry.id === message.ticketId || entry.ticket?.instance.id !== message.instanceId) continue;
        tickets.send(entry, { type: 'outbox.restored', messages: [message], position, loggedAt });
      }
    }
  }

  function unsettledOf(key: ConversationKey): StoredMessage[] {
    return sends.idsOf(key).flatMap((clientId) => {
      const snapshot = sends.get(clientId)?.getSnapshot();
      return snapshot === undefined ? [] : [{ ...snapshot.context.message, failure: snapshot.context.failure }];
    });
  }

  function toUnseen(
    { conversation }: TicketEntry,
    { customer, instance }: Pick<Ticket, 'customer' | 'instance'>,
    event: UnseenInput,
  ): void {
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
      if (readUp.has(id)) continue;
      const { customer, instance } = entry.ticket;
      now.set(entry.conversation, { customerId: customer.id, instanceId: instance.id });
    }
    return now;
  }

  /** Before a counter hears of a new attendance: nobody sees it who looks at the one before. */
  function lookAway(): void {
    if (isLookDue) shown.sync(new Map([...lookedAt()].filter(([key]) => shown.has(key))));
  }

  /** Whether a ticket that isn't held has a use. */
  function isWanted(ticket: Ticket): boolean {
    const viewer = core.viewer();
    if (viewer === null) return false;
    return ticket.finishedAt === null ? isVisible(ticket, viewer) : matchesQuery(ticket, core.query(), viewer);
  }

  /** A list that was read before frames came: what they told of a ticket wasn't held yet. */
  function catchUp(entry: TicketEntry, { customer, instance }: Ticket, streamPosition: number): void {
    for (const frame of overheard.of(customer.id, streamPosition)) {
      if (frame.type !== 'customer.blacklisted' && frame.instanceId !== instance.id) continue;
      if (frame.type === 'unseen.wasReset') toUnseen(entry, { customer, instance }, frame);
      else tickets.send(entry, frame);
    }
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
    overheard,
    get unseenCount() {
      return total.count;
    },

    unseenListed(keys, streamPosition) {
      total.listed(keys, streamPosition);
    },

    pinsListed(customerIds, streamPosition) {
      pins.listed(customerIds, streamPosition);
      for (const entry of tickets.all()) tellPin(entry, streamPosition);
    },

    unseenReset(event) {
      const key = conversationKey(event.customerId, event.instanceId);
      total.heard(key, event.stream.seq);
      unseens.send(key, event);
    },

    listed(ticket, streamPosition, event) {
      const entry = tickets.heardOf(ticket.id, streamPosition) ?? made(ticket, streamPosition);
      if (entry === undefined) return;
      const wasKnown = entry.ticket !== null;
      const wasInSight = isInSight(entry);
      const news = { type: 'ticket.listed', ticket, streamPosition } as const;
      tickets.send(entry, news);
      if (!wasInSight && isInSight(entry)) widen(entry, wasKnown, ticket, streamPosition);
      lookAway();
      toUnseen(entry, ticket, news);
      if (!wasKnown) catchUp(entry, ticket, streamPosition);
      if (ticket.pinned !== undefined) pins.told(ticket.customer.id, ticket.pinned, streamPosition);
      if (ticket.pendingTransfer !== null) transfers.ensure(ticket.pendingTransfer);
      transfers.sendToTicket(ticket.id, news);
      afterTold(entry, wasKnown, event);
    },

    pushed(event) {
      const { ticket, stream } = event;
      const viewer = core.viewer();
      const held = tickets.heardOf(ticket.id, stream.seq);
      // A key that is made anew has to be hashed anew.
      total.heard(held?.conversation ?? conversationKey(ticket.customer.id, ticket.instance.id), stream.seq);
      const entry = held ?? (isWanted(ticket) ? made(ticket, stream.seq) : undefined);
      if (entry === undefined) tickets.passedOver(ticket.id, stream.seq);
      const wasKnown = entry !== undefined && entry.ticket !== null;
      const wasInSight = entry !== undefined && isInSight(entry);
      if (entry !== undefined) tickets.send(entry, event);
      const isSeen = entry === undefined ? viewer !== null && isVisible(ticket, viewer) : isInSight(entry);
      if (entry !== undefined && isSeen && !wasInSight) widen(entry, wasKnown, ticket, stream.seq);
      if (!isSeen) narrow(ticket, stream.seq);
      if (event.type === 'message.arrived') tellOthers(event);
      if (entry === undefined) return;
      lookAway();
      if (!wasKnown) tellPin(entry, stream.seq);
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
      pins.told(event.customerId, event.pinned, event.stream.seq);
      for (const entry of tickets.ofCustomer(event.customerId)) tickets.send(entry, event);
    },

    opened(event) {
      tickets.setOpen(event.ticketId, true);
      readUp.delete(event.ticketId);
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

    endShown({ ticketId, isShown }) {
      if (isShown) readUp.delete(ticketId);
      else if (tickets.openIds.has(ticketId)) readUp.add(ticketId);
      isLookDue = true;
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
      if (event.isResend !== true) drafts.delete(conversationKey(message.customerId, message.instanceId));
      tell(message.ticketId, event);
      showTemps([{ ...message, failure: null }], event);
      sends.add(message, false);
    },

    accepted(event) {
      if (event.message === null) return;
      const { ticketId } = event.message;
      const own = tickets.get(ticketId);
      if (own !== undefined) {
        tickets.send(own, event);
        tickets.release(own);
      }
      const sent = sends.get(event.clientId)?.getSnapshot().context.message;
      if (sent === undefined) return;
      // Finished meanwhile: the server has opened the conversation's next one for it.
      if (sent.ticketId !== ticketId) tell(sent.ticketId, event);
      dropTemp(sent, ticketId);
    },

    outboxRestored(event) {
      for (const ticketId of new Set(event.messages.map((message) => message.ticketId))) tell(ticketId, event);
      showTemps(event.messages, event);
      for (const message of event.messages) sends.add(message, true);
    },

    greeted(event, isBroken) {
      sends.sendAll(event);
      if (!isBroken) {
        for (const id of tickets.openIds) tell(id, event);
        for (const [key] of unseens.all()) if (shown.has(key)) unseens.send(key, event);
        return;
      }
      tickets.forgetPositions(event.head);
      pins.clear();
      overheard.clear();
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
      overheard.clear();
      readUp.clear();
      shown.sync(new Map());
    },
  };
}
