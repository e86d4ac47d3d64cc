import type { Actor, EventFrom } from 'xstate';
import type { TicketView } from '../../../contract/facts/ticket-views.ts';
import { conversationLogic } from '../conversation/conversation.logic.ts';
import type { conversationMachine } from '../conversation/conversation.machine.ts';
import { isIdle } from '../conversation/conversation.selectors.ts';
import type { Ticket } from '../entities/entities.ts';
import { conversationKey } from '../entities/ids.ts';
import type { ConversationKey, CustomerId, InstanceId, TicketId } from '../entities/ids.ts';
import { isCounterOf } from '../entities/viewer.ts';
import { isVisible, matchesQuery } from '../inbox/matches.ts';
import type { SortedIndex } from '../inbox/order.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { InternalEventOf } from '../log/internal.ts';
import { ticketLogic } from '../ticket/ticket.logic.ts';
import type { ticketMachine } from '../ticket/ticket.machine.ts';
import { selectIsLeftOut } from '../ticket/ticket.selectors.ts';
import type { TicketFrame } from '../inbox/inbox.unheld.ts';
import { unseenLogic } from '../unseen/unseen.logic.ts';
import type { unseenMachine } from '../unseen/unseen.machine.ts';
import { createConversationIndex, isOpen } from './conversation-index.ts';
import type { IndexHooks, Row, Thread } from './conversation-index.ts';
import type { Core } from './core.ts';
import type { Held, NamedActor } from './held.ts';
import { createKeyed } from './keyed.ts';
import type { StoredKinds } from './stored.ts';

export type TicketActor = Actor<typeof ticketLogic>;
export type ConversationActor = Actor<typeof conversationLogic>;
export type UnseenActor = Actor<typeof unseenLogic>;
export type HeldTicket = Held<typeof ticketLogic>;
export type HeldConversation = Held<typeof conversationLogic>;
export type HeldUnseen = Held<typeof unseenLogic>;
type TicketInput = EventFrom<typeof ticketMachine>;
type ConversationInput = EventFrom<typeof conversationMachine>;
type UnseenInput = EventFrom<typeof unseenMachine>;

/** The registry of tickets, conversations and unseen counters. */
export interface Conversations {
  readonly order: SortedIndex;
  /** Conversations with a text that isn't sent, out of reach: no ticket of them is open to the viewer or on the screen. */
  readonly unsent: () => readonly ConversationKey[];
  /** How often a row has left the list or moved down. */
  readonly withdrawn: number;
  /** The number of held conversations with unread messages and an open ticket visible to the viewer. */
  readonly unseenCount: number;
  /** How many held tickets are in each view. */
  readonly viewCounts: Readonly<Record<TicketView, number>>;
  /** Whether the ticket itself is known, not only that it is on the screen. */
  isKnown(ticketId: TicketId): boolean;
  /** Whether a newer list left it out: then the list knows better what it counts as. */
  isLeftOut(ticketId: TicketId): boolean;
  /** Ids of all held tickets. */
  heldIds(): Iterable<TicketId>;
  /** The held tickets, with their conversations. */
  rows(): Iterable<Pick<Row, 'id' | 'held' | 'thread'>>;
  /** Tickets on the screen. */
  readonly openIds: ReadonlySet<TicketId>;
  readonly ticket: (id: TicketId) => TicketActor | undefined;
  readonly conversation: (key: ConversationKey) => ConversationActor | undefined;
  /** For views: also finds removed actors that are still on the screen. */
  readonly shown: {
    readonly ticket: (id: TicketId) => TicketActor | undefined;
    readonly conversation: (key: ConversationKey) => ConversationActor | undefined;
    readonly unseen: (key: ConversationKey) => UnseenActor | undefined;
  };
  conversationOf(ticketId: TicketId): ConversationActor | undefined;
  isHeld(ticketId: TicketId): boolean;
  /** Whether the viewer has an open ticket of the conversation. */
  hasOpen(key: ConversationKey): boolean;
  /** Makes a ticket's actor, unless it is held; nothing is known of it yet. */
  make(id: TicketId): void;
  /** Sends an event that brings a whole ticket to its actor, its conversation and its counter. */
  take(ticket: Ticket, event: TicketFrame | InternalEventOf<'ticket.listed'>): void;
  /** Whether a ticket has to be held: open and visible, or finished and matching the filters. */
  isWanted(ticket: Ticket): boolean;
  toTicket(id: TicketId, event: TicketInput): void;
  toTicketsOf(customerId: CustomerId, event: TicketInput): void;
  /** Removes tickets and conversations that needn't be held. */
  releaseAll(): void;
  toConversation(key: ConversationKey, event: ConversationInput): void;
  toConversationOf(ticketId: TicketId, event: ConversationInput): void;
  toUnseen(key: ConversationKey, event: UnseenInput): void;
  toUnseenOf(ticketId: TicketId, event: UnseenInput): void;
  /** Makes a conversation's actor before any ticket of it is known, for a stored draft or message. */
  ensure(customerId: CustomerId, instanceId: InstanceId): void;
  /** Matches all tickets against the filters again. */
  refit(): void;
  /** Removes tickets that a resync didn't list, unless they were reported later. Those on the screen are only marked. */
  evict(listed: ReadonlySet<TicketId>, position: number): void;
  /** Tickets whose finish waits for pending messages of their conversation, or of those they were in before a merge. */
  waitingFinishes(): readonly { readonly id: TicketId; readonly keys: readonly ConversationKey[] }[];
  /** Sends an event to all actors. */
  toAll(event: TicketInput & ConversationInput & UnseenInput): void;
  /** Sends a greeting without loss to the actors on the screen; the others ignore it. */
  sendGreetingToOpen(event: Logged<EventOf<'socket.greeted'>>): void;
  /** Notifies counters whose conversations came into view or left it. `isSeen`: the page is visible and unlocked. */
  updateInView(isSeen: boolean): void;
  /** Restores stored actors and rebuilds the index; to be called first. */
  restore(stored: StoredKinds): void;
  all(): Iterable<NamedActor>;
  clear(): void;
}

export interface ConversationHooks extends IndexHooks {
  readonly ticketForgotten: (id: TicketId) => void;
}

/** Creates the empty registry; `restore` fills it. */
export function createConversations(core: Core, hooks: ConversationHooks): Conversations {
  const tickets = createKeyed<typeof ticketLogic, TicketId>('ticket', ticketLogic, core);
  const conversations = createKeyed<typeof conversationLogic, ConversationKey>('conversation', conversationLogic, core);
  const unseens = createKeyed<typeof unseenLogic, ConversationKey>('unseen', unseenLogic, core);
  const index = createConversationIndex(core, hooks, (key) => unseens.held(key));
  const { rows, threads, byCustomer, openIds, order, fit, recount } = index;
  /** Conversations whose counters were notified that they are in view. */
  const inView = new Set<ConversationKey>();

  function sendTo(row: Row, event: TicketInput): void {
    const earlier = row.held.getSnapshot();
    row.held.send(event);
    const later = row.held.getSnapshot();
    const { context: before } = earlier;
    const { ticket, watched, loadFailure } = later.context;
    if (watched !== before.watched) {
      if (watched) openIds.add(row.id);
      else openIds.delete(row.id);
    }
    const isReadSame = watched === before.watched || core.query().only?.unseen !== true;
    const isListedSame = selectIsLeftOut(earlier) === selectIsLeftOut(later);
    const isSame = isReadSame && isListedSame && ticket === before.ticket && loadFailure === before.loadFailure;
    if (!isSame) fit(row);
  }

  function sendToThread(thread: Thread, event: ConversationInput): void {
    const before = thread.held.getSnapshot().context;
    thread.held.send(event);
    const { draft, noteDraft, optimistic, watchers, lastMessage } = thread.held.getSnapshot().context;
    const isUnsentSame = draft === before.draft && noteDraft === before.noteDraft && optimistic === before.optimistic;
    if (!isUnsentSame || watchers !== before.watchers) index.noteDraft(thread);
    if (lastMessage?.takenAt === before.lastMessage?.takenAt) return;
    for (const row of thread.rows) index.follow(row);
  }

  function sendToUnseen(thread: Thread, event: UnseenInput): void {
    const held = unseens.held(thread.key);
    if (held === undefined) return;
    const before = held.getSnapshot();
    held.send(event);
    const after = held.getSnapshot();
    if (after.context === before.context && after.value === before.value) return;
    recount(thread);
    if (core.query().only?.unseen === true) for (const row of thread.rows) fit(row);
  }

  function threadOf(customerId: CustomerId, instanceId: InstanceId): Thread | undefined {
    const key = conversationKey(customerId, instanceId);
    const known = threads.get(key);
    const viewer = core.viewer();
    if (known !== undefined || viewer === null) return known;
    return index.addThread(key, conversations.make(key, { customerId, instanceId, viewer }));
  }

  function make(id: TicketId): Row | undefined {
    const viewer = core.viewer();
    if (viewer === null) return undefined;
    return index.addRow(id, tickets.make(id, { ticketId: id, viewer }));
  }

  /** Adds a ticket that became known to its conversation. */
  function joinConversation(row: Row, { customer, instance }: Ticket): Thread | null {
    const viewer = core.viewer();
    const thread = threadOf(customer.id, instance.id);
    if (thread === undefined || viewer === null) return null;
    index.join(row, thread, customer.id);
    if (unseens.held(thread.key) === undefined) {
      unseens.make(thread.key, { customerId: customer.id, instanceId: instance.id, viewer });
    }
    return thread;
  }

  function isWanted(ticket: Ticket): boolean {
    const viewer = core.viewer();
    if (viewer === null) return false;
    return ticket.finishedAt === null ? isVisible(ticket, viewer) : matchesQuery(ticket, core.query(), viewer);
  }

  /** Removes a ticket that needn't be held: finished and not in the list, no longer visible, left out, or never found. */
  function release(row: Row): void {
    const snapshot = row.held.getSnapshot();
    const { ticket, watched, finishUnconfirmed } = snapshot.context;
    const viewer = core.viewer();
    if (viewer === null || watched || finishUnconfirmed) return;
    const isOfUse = row.key !== null || (ticket?.finishedAt === null && isVisible(ticket, viewer));
    if (!isOfUse || selectIsLeftOut(snapshot)) forget(row);
  }

  function forget(row: Row): void {
    const { id, thread } = row;
    index.removeRow(row);
    tickets.forget(id);
    hooks.ticketForgotten(id);
    if (thread !== null) releaseEmpty(thread);
  }

  /** Removes the counter of a conversation without tickets, and the conversation itself if it may go. */
  function releaseEmpty(thread: Thread): void {
    if (thread.rows.size > 0) return;
    unseens.forget(thread.key);
    inView.delete(thread.key);
    releaseThread(thread);
  }

  /**
   * Takes a report that a ticket is of another customer, into whom its own was merged; a report from before is ignored.
   * A draft stays where it is, among those that can't be sent.
   */
  function takeMerged(row: Row, from: Thread, event: TicketFrame | InternalEventOf<'ticket.listed'>): void {
    const { ticket: reported } = event;
    sendTo(row, event);
    const { ticket, watched } = row.held.getSnapshot().context;
    if (ticket === null || conversationKey(ticket.customer.id, ticket.instance.id) === from.key) return;
    index.part(row);
    if (watched) sendToThread(from, { type: 'ticket.left', ticketId: row.id });
    releaseEmpty(from);
    const to = joinConversation(row, reported);
    if (to === null) return;
    sendToThread(to, event);
    if (watched) sendToThread(to, { type: 'ticket.opened', ticketId: row.id });
    if (inView.size > 0) hideOthers(conversationsInView());
    sendToUnseen(to, event);
    recount(to);
    fit(row);
    release(row);
  }

  /** Removes a conversation without tickets, unless it has a draft or pending messages. */
  function releaseThread({ key, held, rows: tickets }: Thread): void {
    if (tickets.size > 0 || !isIdle(held.getSnapshot().context)) return;
    index.removeThread(key);
    conversations.forget(key);
  }

  /** Whether a newer ticket of the conversation is open: its messages aren't shown with this finished one. */
  function isSuperseded({ held, thread }: Row): boolean {
    return held.getSnapshot().context.ticket?.finishedAt !== null && thread !== null && isOpen(thread);
  }

  /** Whether its counter is somebody else's: looking in resets nothing. */
  function isLookedInto({ held }: Row): boolean {
    const { ticket, viewer } = held.getSnapshot().context;
    return ticket !== null && !isCounterOf(ticket.owner?.id ?? null, viewer);
  }

  /** Conversations whose newest messages are in view, and whose counter is the viewer's. */
  function conversationsInView(): Set<ConversationKey> {
    const seen = new Set<ConversationKey>();
    for (const id of openIds) {
      const row = rows.get(id);
      if (row === undefined || row.thread === null || row.held.getSnapshot().context.readUp) continue;
      if (isSuperseded(row) || isLookedInto(row)) continue;
      seen.add(row.thread.key);
    }
    return seen;
  }

  function sendShown(key: ConversationKey, isShown: boolean): void {
    const thread = threads.get(key);
    if (isShown) inView.add(key);
    else inView.delete(key);
    if (thread === undefined) return;
    const { customerId, instanceId } = thread.held.getSnapshot().context;
    const type = isShown ? 'conversation.shown' : 'conversation.hidden';
    sendToUnseen(thread, { type, customerId, instanceId });
  }

  /** Runs before a counter gets a new ticket's messages, which aren't in view with the previous ticket. */
  function hideOthers(seen: ReadonlySet<ConversationKey>): void {
    for (const key of [...inView]) if (!seen.has(key)) sendShown(key, false);
  }

  function clear(): void {
    for (const row of [...rows.values()]) {
      tickets.forget(row.id);
      hooks.ticketForgotten(row.id);
    }
    for (const key of [...threads.keys()]) {
      conversations.forget(key);
      unseens.forget(key);
    }
    inView.clear();
    index.clear();
    hooks.unsentChanged();
    hooks.reordered();
    hooks.unseenChanged();
    hooks.viewsChanged();
  }

  return {
    order,
    openIds,
    unsent: index.unsent,
    clear,
    get withdrawn() {
      return index.withdrawn;
    },
    get unseenCount() {
      return index.unseenCount;
    },
    get viewCounts() {
      return index.viewCounts;
    },
    isKnown: (ticketId) => (rows.get(ticketId)?.held.getSnapshot().context.ticket ?? null) !== null,
    isLeftOut: (ticketId) => {
      const row = rows.get(ticketId);
      return row !== undefined && selectIsLeftOut(row.held.getSnapshot());
    },
    heldIds: () => rows.keys(),
    rows: () => rows.values(),
    ticket: tickets.get,
    conversation: conversations.get,
    shown: { ticket: tickets.shown, conversation: conversations.shown, unseen: unseens.shown },
    conversationOf: (ticketId) => rows.get(ticketId)?.thread?.held.actor,
    isHeld: (ticketId) => rows.has(ticketId),
    hasOpen(key) {
      const thread = threads.get(key);
      return thread !== undefined && isOpen(thread);
    },
    make: (id) => void (rows.get(id) ?? make(id)),
    isWanted,
    take(ticket, event) {
      const row = rows.get(ticket.id);
      const key = conversationKey(ticket.customer.id, ticket.instance.id);
      if (row !== undefined && row.thread !== null && row.thread.key !== key) {
        takeMerged(row, row.thread, event);
        return;
      }
      const thread = row === undefined ? threads.get(key) : (row.thread ?? joinConversation(row, ticket));
      const wasKnown = row !== undefined && row.held.getSnapshot().context.ticket !== null;
      if (thread) sendToThread(thread, event);
      if (row !== undefined) {
        sendTo(row, event);
        // The ticket was opened before it was known.
        if (!wasKnown && thread && openIds.has(row.id))
          sendToThread(thread, { type: 'ticket.opened', ticketId: row.id });
      }
      if (!thread) return;
      if (inView.size > 0) hideOthers(conversationsInView());
      sendToUnseen(thread, event);
      if (row !== undefined) release(row);
    },
    toTicket(id, event) {
      const row = rows.get(id);
      if (row === undefined) return;
      sendTo(row, event);
      release(row);
    },
    toTicketsOf(customerId, event) {
      for (const row of [...(byCustomer.get(customerId) ?? [])]) {
        sendTo(row, event);
        release(row);
      }
    },
    releaseAll() {
      for (const row of [...rows.values()]) release(row);
      for (const thread of [...threads.values()]) releaseThread(thread);
    },
    toConversation(key, event) {
      const thread = threads.get(key);
      if (thread === undefined) return;
      sendToThread(thread, event);
      releaseThread(thread);
    },
    toConversationOf(ticketId, event) {
      const thread = rows.get(ticketId)?.thread;
      if (thread) sendToThread(thread, event);
    },
    toUnseen(key, event) {
      const thread = threads.get(key);
      if (thread !== undefined) sendToUnseen(thread, event);
    },
    toUnseenOf(ticketId, event) {
      const thread = rows.get(ticketId)?.thread;
      if (thread) sendToUnseen(thread, event);
    },
    ensure: (customerId, instanceId) => void threadOf(customerId, instanceId),
    refit() {
      for (const row of rows.values()) fit(row);
    },
    evict(listed, position) {
      for (const row of [...rows.values()]) {
        const { asOf, watched } = row.held.getSnapshot().context;
        if (listed.has(row.id) || asOf.ticket > position) continue;
        if (watched) sendTo(row, { type: 'ticket.leftOut', streamPosition: position });
        else forget(row);
      }
    },
    waitingFinishes: () =>
      [...rows.values()].flatMap(({ id, held, thread }) => {
        const { finishWaits, formerCustomers = [], ticket } = held.getSnapshot().context;
        if (finishWaits === null || ticket === null || thread === null) return [];
        const former = formerCustomers.map((customerId) => conversationKey(customerId, ticket.instance.id));
        return [{ id, keys: [thread.key, ...former] }];
      }),
    toAll(event) {
      for (const row of [...rows.values()]) {
        if (!ticketLogic.leaves(row.held.getSnapshot(), event)) sendTo(row, event);
      }
      for (const thread of [...threads.values()]) {
        if (!conversationLogic.leaves(thread.held.getSnapshot(), event)) sendToThread(thread, event);
        const counter = unseens.held(thread.key)?.getSnapshot();
        if (counter !== undefined && !unseenLogic.leaves(counter, event)) sendToUnseen(thread, event);
      }
    },
    sendGreetingToOpen(event) {
      for (const id of openIds) {
        const row = rows.get(id);
        if (row === undefined) continue;
        sendTo(row, event);
        if (row.thread !== null) sendToThread(row.thread, event);
      }
      for (const key of inView) {
        const thread = threads.get(key);
        if (thread !== undefined) sendToUnseen(thread, event);
      }
    },
    updateInView(isSeen) {
      if (openIds.size === 0 && inView.size === 0) return;
      const seen = isSeen ? conversationsInView() : new Set<ConversationKey>();
      hideOthers(seen);
      for (const key of seen) if (!inView.has(key)) sendShown(key, true);
    },
    restore(stored) {
      tickets.restore(stored);
      conversations.restore(stored);
      unseens.restore(stored);
      for (const [key, held] of conversations.entries()) index.noteDraft(index.addThread(key, held));
      for (const [id, held] of tickets.entries()) {
        const row = index.addRow(id, held);
        const { ticket, watched } = held.getSnapshot().context;
        if (watched) openIds.add(id);
        const thread = ticket && threads.get(conversationKey(ticket.customer.id, ticket.instance.id));
        if (!ticket || !thread) continue;
        index.join(row, thread, ticket.customer.id);
        fit(row);
      }
      for (const [key, held] of unseens.entries()) if (held.getSnapshot().context.shown) inView.add(key);
    },
    *all() {
      yield* tickets.named();
      yield* conversations.named();
      yield* unseens.named();
    },
  };
}
