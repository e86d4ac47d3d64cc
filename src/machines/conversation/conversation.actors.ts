import type { Actor, EventFromLogic } from 'xstate';
import type { Core } from '../directory/core.ts';
import { createKeyed } from '../directory/keyed.ts';
import type { Held, NamedActor } from '../directory/keyed.ts';
import type { StoredActor, StoredKinds } from '../directory/stored.ts';
import type { Ticket } from '../entities/entities.ts';
import { conversationKey, partsOfKey } from '../entities/ids.ts';
import type { ConversationKey, CustomerId, InstanceId, TicketId } from '../entities/ids.ts';
import { isCounterOf } from '../entities/viewer.ts';
import type { TicketFrame } from '../inbox/inbox.unheld.ts';
import { isVisible, matchesQuery } from '../inbox/matches.ts';
import { createTicketIndex, isOpen } from '../inbox/ticket-index.ts';
import type { Row, Thread } from '../inbox/ticket-index.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { InternalEventOf } from '../log/internal.ts';
import type { Sends } from '../message-send/message-send.actors.ts';
import { selectIsSeen } from '../shell/shell.selectors.ts';
import { ticketLogic } from '../ticket/ticket.machine.ts';
import { selectIsLeftOut } from '../ticket/ticket.selectors.ts';
import type { Transfers } from '../transfer/transfer.actors.ts';
import { unseenLogic } from '../unseen/unseen.machine.ts';
import { conversationLogic } from './conversation.machine.ts';
import { isIdle } from './conversation.selectors.ts';

export type TicketActor = Actor<typeof ticketLogic>;
export type HeldTicket = Held<typeof ticketLogic>;
export type HeldConversation = Held<typeof conversationLogic>;
export type HeldUnseen = Held<typeof unseenLogic>;
export type TicketInput = EventFromLogic<typeof ticketLogic>;
export type ConversationInput = EventFromLogic<typeof conversationLogic>;
export type UnseenInput = EventFromLogic<typeof unseenLogic>;

export interface ConversationIds {
  readonly customerId: CustomerId;
  readonly instanceId: InstanceId;
}
/** Says which conversation: by its customer and instance, or by one of its tickets. */
export type Address = ConversationIds | { readonly ticketId: TicketId };

export type Conversations = ReturnType<typeof createConversations>;

/** The registry of tickets, conversations and unseen counters; `restore` fills it. */
export function createConversations(
  core: Core,
  { hasRefused }: Pick<Sends, 'hasRefused'>,
  { leaveTicket, needsTicket }: Pick<Transfers, 'leaveTicket' | 'needsTicket'>,
) {
  const tickets = createKeyed<typeof ticketLogic, TicketId>('ticket', ticketLogic, core);
  const conversations = createKeyed<typeof conversationLogic, ConversationKey>('conversation', conversationLogic, core);
  const unseens = createKeyed<typeof unseenLogic, ConversationKey>('unseen', unseenLogic, core);
  const kinds = [tickets, conversations, unseens];
  const index = createTicketIndex(core, unseens.held, hasRefused);
  const { rows, threads, byCustomer, finishIds, fit, recount } = index;

  function sendTo(row: Row, event: TicketInput): void {
    const earlier = row.held.getSnapshot();
    row.held.actor.send(event);
    const later = row.held.getSnapshot();
    const { context: before } = earlier;
    const { ticket, watched, loadFailure, finishWaits } = later.context;
    if (finishWaits !== before.finishWaits) {
      if (finishWaits === 'messages') finishIds.add(row.id);
      else finishIds.delete(row.id);
    }
    const isLeftOut = selectIsLeftOut(later);
    const isWatchedSame = watched === before.watched || (core.query().only?.unseen !== true && !isLeftOut);
    const isListedSame = selectIsLeftOut(earlier) === isLeftOut;
    const isSame = isWatchedSame && isListedSame && ticket === before.ticket && loadFailure === before.loadFailure;
    if (!isSame) fit(row);
    if (before.watched && !watched && row.thread !== null) hide(row.thread);
  }

  function sendToThread(thread: Thread, event: ConversationInput): void {
    const before = thread.held.getSnapshot().context;
    thread.held.actor.send(event);
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
    held.actor.send(event);
    const after = held.getSnapshot();
    if (after.context === before.context && after.value === before.value) return;
    recount(thread);
    if (core.query().only?.unseen === true) for (const row of thread.rows) fit(row);
  }

  /** Makes a conversation's actor, unless it is held; no ticket of it may be known yet. */
  function ensure({ customerId, instanceId }: ConversationIds): Thread | undefined {
    const key = conversationKey(customerId, instanceId);
    const known = threads.get(key);
    const viewer = core.viewer();
    if (known !== undefined || viewer === null) return known;
    return index.addThread(key, conversations.make(key, { customerId, instanceId, viewer }));
  }

  /** Makes a ticket's actor, unless it is held; nothing is known of it yet. */
  function make(id: TicketId): void {
    const viewer = core.viewer();
    if (viewer !== null && !rows.has(id)) index.addRow(id, tickets.make(id, { ticketId: id, viewer }));
  }

  /** Adds a ticket that became known to its conversation. */
  function joinConversation(row: Row, { customer, instance }: Pick<Ticket, 'customer' | 'instance'>): Thread | null {
    const viewer = core.viewer();
    const ids = { customerId: customer.id, instanceId: instance.id };
    const thread = ensure(ids);
    if (thread === undefined || viewer === null) return null;
    index.join(row, thread);
    if (unseens.held(thread.key) === undefined) unseens.make(thread.key, { ...ids, viewer });
    return thread;
  }

  /**
   * Joins a ticket to its conversation if only the answer to our finish says which it is; other known tickets have
   * joined.
   */
  function joinFinished(row: Row): void {
    const { ticket, watched } = row.held.getSnapshot().context;
    if (row.thread !== null || ticket === null) return;
    const thread = joinConversation(row, ticket);
    if (thread !== null && watched) sendToThread(thread, { type: 'ticket.opened', ticketId: row.id });
  }

  /** Whether a ticket has to be held: open and visible, or finished and matching the filters. */
  function isWanted(ticket: Ticket): boolean {
    const viewer = core.viewer();
    if (viewer === null) return false;
    return ticket.finishedAt === null ? isVisible(ticket, viewer) : matchesQuery(ticket, core.query(), viewer);
  }

  /**
   * Removes a ticket that needn't be held: finished and not in the list, no longer visible, left out, or never found. What
   * was asked of it is answered first: a refusal names its customer.
   */
  function release(row: Row): void {
    const snapshot = row.held.getSnapshot();
    const { ticket, watched, finishAsked, finishUnconfirmed } = snapshot.context;
    const viewer = core.viewer();
    if (viewer === null || watched || finishAsked || finishUnconfirmed || needsTicket(row.id)) return;
    const isOfUse = row.key !== null || (ticket?.finishedAt === null && isVisible(ticket, viewer));
    if (!isOfUse || selectIsLeftOut(snapshot)) forget(row);
  }

  function forget(row: Row): void {
    const { id, thread } = row;
    index.removeRow(row);
    tickets.forget(id);
    leaveTicket(id);
    if (thread !== null) releaseEmpty(thread);
  }

  /** Removes the counter of a conversation without tickets, and the conversation itself if it may go. */
  function releaseEmpty(thread: Thread): void {
    if (thread.rows.length > 0) return;
    unseens.forget(thread.key);
    releaseThread(thread);
  }

  /**
   * Takes a ticket out of the conversation of a customer who was merged into another. A draft stays there, among those
   * that can't be sent.
   */
  function leaveMerged(row: Row, from: Thread): void {
    index.part(row);
    if (row.held.getSnapshot().context.watched) sendToThread(from, { type: 'ticket.left', ticketId: row.id });
    hide(from);
    releaseEmpty(from);
  }

  /** Removes a conversation without tickets, unless it has a draft or pending messages. */
  function releaseThread({ key, held, rows: tickets }: Thread): void {
    if (tickets.length > 0 || !isIdle(held.getSnapshot().context)) return;
    index.removeThread(key);
    conversations.forget(key);
  }

  /** Whether a newer ticket of the conversation is open: its messages aren't shown with this finished one. */
  function isSuperseded({ held, thread }: Row): boolean {
    return held.getSnapshot().context.ticket?.finishedAt !== null && thread !== null && isOpen(thread);
  }

  /** Whether its counter belongs to somebody else, so that opening it resets nothing. */
  function isLookedInto({ held }: Row): boolean {
    const { ticket, viewer } = held.getSnapshot().context;
    return ticket !== null && !isCounterOf(ticket.owner?.id ?? null, viewer);
  }

  /** The tickets on the screen, in order of opening. */
  function openRows(): readonly Row[] {
    return core.socket.getSnapshot().context.openTickets.flatMap((id) => {
      const row = rows.get(id);
      return row !== undefined && row.held.getSnapshot().context.watched ? row : [];
    });
  }

  /** Whether the newest messages of a conversation are in view, and its counter is the viewer's. */
  function isInView({ rows: tickets }: Thread): boolean {
    if (!selectIsSeen(core.shell.getSnapshot())) return false;
    return tickets.some((row) => {
      const { watched, readUp } = row.held.getSnapshot().context;
      return watched && !readUp && !isSuperseded(row) && !isLookedInto(row);
    });
  }

  const isShown = ({ key }: Thread) => unseens.held(key)?.getSnapshot().context.shown === true;

  /** Notifies the counter of a conversation that left the view. */
  function hide(thread: Thread): void {
    if (isShown(thread) && !isInView(thread))
      sendToUnseen(thread, { type: 'conversation.hidden', ...partsOfKey(thread.key) });
  }

  /** Sends an event to all actors. */
  function toAll(event: TicketInput & ConversationInput & UnseenInput): void {
    for (const row of [...rows.values()]) {
      if (!ticketLogic.leaves(row.held.getSnapshot(), event)) sendTo(row, event);
    }
    for (const thread of [...threads.values()]) {
      if (!conversationLogic.leaves(thread.held.getSnapshot(), event)) sendToThread(thread, event);
      const counter = unseens.held(thread.key)?.getSnapshot();
      if (counter !== undefined && !unseenLogic.leaves(counter, event)) sendToUnseen(thread, event);
    }
  }

  function threadAt(at: Address): Thread | undefined {
    if ('customerId' in at) return threads.get(conversationKey(at.customerId, at.instanceId));
    return rows.get(at.ticketId)?.thread ?? undefined;
  }

  return {
    ...index,
    /** Whether the ticket itself is known, not only that it is on the screen. */
    isKnown: (id: TicketId) => (rows.get(id)?.held.getSnapshot().context.ticket ?? null) !== null,
    /** The name of a ticket's customer; null while the ticket isn't known. */
    customerOf: (id: TicketId) => rows.get(id)?.held.getSnapshot().context.ticket?.customer.name ?? null,
    /** Whether a newer list left it out; the list's count of it is then the better one. */
    isLeftOut: (id: TicketId): boolean => {
      const row = rows.get(id);
      return row !== undefined && selectIsLeftOut(row.held.getSnapshot());
    },
    ticket: tickets.get,
    conversation: conversations.get,
    unseen: unseens.get,
    /** The tickets on the screen, in order of opening. */
    openIds: () => openRows().map(({ id }) => id),
    make,
    isWanted,
    /** Sends an event that brings a whole ticket to its actor, its conversation and its counter. */
    take: (ticket: Ticket, event: TicketFrame | InternalEventOf<'ticket.listed'>): void => {
      const row = rows.get(ticket.id);
      const key = conversationKey(ticket.customer.id, ticket.instance.id);
      if (row !== undefined && row.thread !== null && row.thread.key !== key) {
        const position = 'stream' in event ? event.stream.seq : event.streamPosition;
        // A report from before the merge.
        if (position <= row.held.getSnapshot().context.asOf.ticket) {
          sendTo(row, event);
          return;
        }
        leaveMerged(row, row.thread);
      }
      const isNew = row?.thread === null;
      const thread = row === undefined ? threads.get(key) : (row.thread ?? joinConversation(row, ticket));
      if (thread) sendToThread(thread, event);
      if (row !== undefined) {
        sendTo(row, event);
        // The ticket was opened before it was known, or in the conversation that it left.
        if (isNew && thread && row.held.getSnapshot().context.watched)
          sendToThread(thread, { type: 'ticket.opened', ticketId: row.id });
      }
      if (!thread) return;
      // A new ticket's messages aren't in view with the previous one.
      hide(thread);
      sendToUnseen(thread, event);
      if (row !== undefined) release(row);
    },
    toTicket: (id: TicketId, event: TicketInput): void => {
      const row = rows.get(id);
      if (row === undefined) return;
      sendTo(row, event);
      joinFinished(row);
      release(row);
    },
    /** Removes a ticket whose transfer is answered or closed, if nothing else holds it. */
    releaseTicket: (id: TicketId): void => {
      const row = rows.get(id);
      if (row !== undefined) release(row);
    },
    toTicketsOf: (customerId: CustomerId, event: TicketInput): void => {
      for (const row of byCustomer.get(customerId) ?? []) {
        sendTo(row, event);
        release(row);
      }
    },
    /** A page opened: drops what an earlier one showed, and what needn't be held. */
    reopen: (event: Logged<EventOf<'app.opened'>>): void => {
      toAll(event);
      for (const row of [...rows.values()]) {
        if (row.key === null || selectIsLeftOut(row.held.getSnapshot())) release(row);
      }
      for (const thread of [...threads.values()]) releaseThread(thread);
    },
    toConversation: (at: Address, event: ConversationInput): void => {
      const thread = threadAt(at);
      if (thread === undefined) return;
      sendToThread(thread, event);
      releaseThread(thread);
    },
    toUnseen: (at: Address, event: UnseenInput): void => {
      const thread = threadAt(at);
      if (thread !== undefined) sendToUnseen(thread, event);
    },
    ensure: (at: ConversationIds) => void ensure(at),
    /** Its tickets on the screen. */
    watchersOf: (at: ConversationIds) => threadAt(at)?.held.getSnapshot().context.watchers ?? [],
    /** Matches all tickets against the filters again. */
    refit: () => rows.forEach(fit),
    /** Removes tickets that a resync didn't list, unless they were reported later. Those on the screen are only marked. */
    evict: (listed: ReadonlySet<TicketId>, position: number): void => {
      for (const row of [...rows.values()]) {
        const { asOf, watched, finishAsked } = row.held.getSnapshot().context;
        if (listed.has(row.id) || asOf.ticket > position) continue;
        if (watched || finishAsked || needsTicket(row.id))
          sendTo(row, { type: 'ticket.leftOut', streamPosition: position });
        else forget(row);
      }
    },
    /** A ticket's conversation; undefined while it isn't known. */
    keyOf: (id: TicketId) => rows.get(id)?.thread?.key,
    /** Tickets whose finish waits for pending messages. */
    waitingFinishes: (): readonly TicketId[] => [...finishIds],
    toAll,
    /** Sends a greeting without loss to the actors on the screen; the others ignore it. */
    sendGreetingToOpen: (event: Logged<EventOf<'socket.greeted'>>): void => {
      for (const row of openRows()) {
        sendTo(row, event);
        if (row.thread === null) continue;
        sendToThread(row.thread, event);
        if (isShown(row.thread)) sendToUnseen(row.thread, event);
      }
    },
    /** Notifies the counters of the conversations on the screen that came into view or left it. */
    updateInView: (): void => {
      for (const { thread } of openRows()) {
        if (thread === null) continue;
        if (isShown(thread)) hide(thread);
        else if (isInView(thread)) sendToUnseen(thread, { type: 'conversation.shown', ...partsOfKey(thread.key) });
      }
    },
    /** Restores stored actors and rebuilds the index; to be called first. */
    restore: (stored: StoredKinds): void => {
      for (const kind of kinds) kind.restore(stored);
      for (const [key, held] of conversations.entries()) index.noteDraft(index.addThread(key, held));
      for (const [id, held] of tickets.entries()) {
        const row = index.addRow(id, held);
        const { ticket, finishWaits } = held.getSnapshot().context;
        if (finishWaits === 'messages') finishIds.add(id);
        const thread = ticket && threads.get(conversationKey(ticket.customer.id, ticket.instance.id));
        if (!ticket || !thread) continue;
        index.join(row, thread);
        fit(row);
      }
    },
    snapshotInto: (snapshots: Map<string, StoredActor>): void => {
      for (const kind of kinds) kind.snapshotInto(snapshots);
    },
    *named(): Iterable<NamedActor> {
      for (const kind of kinds) yield* kind.named();
    },
    clear: (): void => {
      for (const id of rows.keys()) leaveTicket(id);
      for (const kind of kinds) kind.clear();
      index.clear();
    },
  };
}
