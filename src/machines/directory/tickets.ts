import type { EventFrom } from 'xstate';
import { createCrew } from '../crew.ts';
import type { CrewActorOf } from '../crew.ts';
import type { Ticket } from '../entities/entities.ts';
import { conversationKey } from '../entities/ids.ts';
import type { ConversationKey, CustomerId, TicketId } from '../entities/ids.ts';
import { isVisible, matchesQuery } from '../inbox/matches.ts';
import { createSortedIndex } from '../inbox/order.ts';
import type { SortedIndex } from '../inbox/order.ts';
import { compareSortKeys } from '../inbox/sort-key.ts';
import type { SortKey } from '../inbox/sort-key.ts';

import type { TicketContext } from '../ticket/ticket.context.ts';
import type { ticketMachine } from '../ticket/ticket.machine.ts';
import { selectSortKey } from '../ticket/ticket.selectors.ts';
import { crewedTicket } from '../ticket/ticket.shortcut.ts';
import type { Core } from './core.ts';

export type TicketActor = CrewActorOf<typeof crewedTicket>;
export type TicketInput = EventFrom<typeof ticketMachine>;

/** A ticket's actor and where it stands among the others. */
export interface TicketEntry {
  readonly id: TicketId;
  readonly actor: TicketActor;
  /** What it held when it was last put in its place. */
  followed: TicketContext;
  ticket: Ticket | null;
  conversation: ConversationKey | null;
  /** Its place in the list; null while it doesn't fit the filter. */
  key: SortKey | null;
  /** Whether it counts as an open ticket that the viewer sees. */
  isOpen: boolean;
  /** Position of the stream at which it was last told of. */
  toldAt: number;
  /** Position at which the server listed the others after a break; on the screen alone it is held if not told of since. */
  leftOutAt: number;
}

export interface TicketHooks {
  /** The list has other rows, or another order. */
  readonly reordered: () => void;
  /** Whether the viewer has an open ticket of the conversation. */
  readonly opened: (key: ConversationKey, ticketId: TicketId, isOpen: boolean) => void;
  /** No ticket of the conversation is held any more. */
  readonly conversationLeft: (key: ConversationKey) => void;
  readonly forgotten: (ticketId: TicketId) => void;
}

export interface Tickets {
  readonly order: SortedIndex;
  /** Counts the rows that left the list or went further down. */
  readonly withdrawn: number;
  get(id: TicketId): TicketEntry | undefined;
  /** Its actor, also one that is only shown any more. */
  actor(id: TicketId): TicketActor | undefined;
  /** The ticket, which is told of at that position of the stream. */
  heardOf(id: TicketId, position: number): TicketEntry | undefined;
  /** Makes a ticket that isn't there; for nobody none. */
  make(id: TicketId, position: number): TicketEntry | undefined;
  /** News of a ticket that isn't held was of no use: what is told later as of before it is none either. */
  passedOver(id: TicketId, position: number): void;
  /** Whether what is told of a ticket as of that position can be taken. */
  admits(told: Ticket, position: number): boolean;
  send(entry: TicketEntry, event: TicketInput): void;
  ofCustomer(id: CustomerId): Iterable<TicketEntry>;
  all(): Iterable<TicketEntry>;
  /** Compares every ticket with the filters anew. */
  refit(): void;
  /** Forgets one that is of no use: finished and not in the list, not seen by the viewer any more, left out, or never found. */
  release(entry: TicketEntry): void;
  /** Forgets those that the server didn't list at a position, unless they are newer; those on the screen when they leave it. */
  evict(listed: ReadonlySet<TicketId>, position: number): void;
  /** On the screen; kept whatever becomes of it. */
  readonly openIds: ReadonlySet<TicketId>;
  setOpen(id: TicketId, isOpen: boolean): void;
  /** After a break the stream goes on at `head`: what was told before can't be compared with what is from there on. */
  forgetPositions(head: number): void;
  clear(): void;
}

/** Of so many tickets that aren't held it is remembered when they were told of, so that late news doesn't bring them back. */
const FORGOTTEN_MAX = 10_000;

export function createTickets(core: Core, hooks: TicketHooks): Tickets {
  const crew = createCrew(crewedTicket, core.emit);
  const entries = new Map<TicketId, TicketEntry>();
  const kept = core.watches.kept<TicketActor>();
  const byCustomer = new Map<CustomerId, Set<TicketEntry>>();
  const byConversation = new Map<ConversationKey, number>();
  const forgottenAt = new Map<TicketId, number>();
  /** Those forgotten that are finished, which is for good. */
  const finished = new Set<TicketId>();
  const openIds = new Set<TicketId>();
  const order = createSortedIndex();
  let withdrawn = 0;
  /** Where the stream went on after the last break: of what isn't held, older news may be out of date. */
  let floor = -1;

  function admits({ id, finishedAt }: Ticket, position: number): boolean {
    // Our own finish is answered without a position.
    if (finishedAt === null && finished.has(id)) return false;
    return position >= Math.max(floor, forgottenAt.get(id) ?? -1);
  }

  function place(entry: TicketEntry, key: SortKey | null): void {
    const held = entry.key;
    if (held === key || (held !== null && key !== null && compareSortKeys(held, key) === 0)) return;
    if (held !== null && (key === null || compareSortKeys(held, key) < 0)) withdrawn += 1;
    if (held !== null) order.remove(held);
    if (key !== null) order.insert(key);
    entry.key = key;
    hooks.reordered();
  }

  /** Follows what the actor now holds. */
  function follow(entry: TicketEntry): void {
    const { actor, followed: before } = entry;
    const { ticket, pinWanted, loadFailure } = actor.context;
    entry.followed = actor.context;
    if (ticket === before.ticket && pinWanted === before.pinWanted && loadFailure === before.loadFailure) return;
    const known = entry.ticket;
    entry.ticket = ticket;
    if (ticket === null) return;
    if (known === null) enlist(entry, ticket);
    fit(entry, ticket);
  }

  function fit(entry: TicketEntry, ticket: Ticket): void {
    const viewer = core.viewer();
    if (viewer === null) {
      // Nobody is there to choose anew, but what is held stays in its order.
      if (entry.key !== null) place(entry, selectSortKey(entry.actor));
      return;
    }
    // On the screen it was asked for by itself; the answer decides.
    const isKnown = !isLeftOut(entry) || entry.actor.context.loadFailure === null;
    place(entry, isKnown && matchesQuery(ticket, core.query(), viewer) ? selectSortKey(entry.actor) : null);
    const isOpen = isKnown && ticket.finishedAt === null && isVisible(ticket, viewer);
    if (isOpen === entry.isOpen || entry.conversation === null) return;
    entry.isOpen = isOpen;
    hooks.opened(entry.conversation, entry.id, isOpen);
  }

  function enlist(entry: TicketEntry, { customer, instance }: Ticket): void {
    const key = conversationKey(customer.id, instance.id);
    entry.conversation = key;
    byConversation.set(key, (byConversation.get(key) ?? 0) + 1);
    const others = byCustomer.get(customer.id);
    if (others === undefined) byCustomer.set(customer.id, new Set([entry]));
    else others.add(entry);
  }

  function delist(entry: TicketEntry): void {
    const { conversation, ticket } = entry;
    if (conversation === null || ticket === null) return;
    const others = byCustomer.get(ticket.customer.id);
    others?.delete(entry);
    if (others?.size === 0) byCustomer.delete(ticket.customer.id);
    hooks.opened(conversation, entry.id, false);
    const count = (byConversation.get(conversation) ?? 0) - 1;
    if (count > 0) {
      byConversation.set(conversation, count);
    } else {
      byConversation.delete(conversation);
      hooks.conversationLeft(conversation);
    }
  }

  function passOver(id: TicketId, position: number): void {
    const last = Math.max(position, forgottenAt.get(id) ?? -1);
    forgottenAt.delete(id);
    forgottenAt.set(id, last);
    if (forgottenAt.size <= FORGOTTEN_MAX) return;
    const oldest = forgottenAt.keys().next();
    if (oldest.done === true) return;
    forgottenAt.delete(oldest.value);
    finished.delete(oldest.value);
  }

  function forget(entry: TicketEntry): void {
    place(entry, null);
    entries.delete(entry.id);
    delist(entry);
    hooks.forgotten(entry.id);
    passOver(entry.id, Math.max(entry.toldAt, entry.leftOutAt));
    if (entry.ticket !== null && entry.ticket.finishedAt !== null) finished.add(entry.id);
    kept.leave(`ticket:${entry.id}`, entry.actor);
  }

  return {
    order,
    openIds,
    get withdrawn() {
      return withdrawn;
    },
    admits,
    passedOver: passOver,
    get: (id) => entries.get(id),
    actor: (id) => entries.get(id)?.actor ?? kept.get(`ticket:${id}`),
    heardOf(id, position) {
      const entry = entries.get(id);
      if (entry === undefined || position <= entry.toldAt) return entry;
      const wasLeftOut = isLeftOut(entry);
      entry.toldAt = position;
      if (wasLeftOut && entry.ticket !== null) fit(entry, entry.ticket);
      return entry;
    },
    make(id, position) {
      const viewer = core.viewer();
      if (viewer === null) return undefined;
      const actor = crew.make({ ticketId: id, viewer });
      const entry: TicketEntry = {
        id,
        actor,
        followed: actor.context,
        ticket: null,
        conversation: null,
        key: null,
        isOpen: false,
        toldAt: position,
        leftOutAt: -1,
      };
      entries.set(id, entry);
      return entry;
    },
    send(entry, event) {
      if (entry.actor.send(event)) follow(entry);
    },
    ofCustomer: (id) => byCustomer.get(id) ?? [],
    all: () => entries.values(),
    refit() {
      for (const entry of entries.values()) if (entry.ticket !== null) fit(entry, entry.ticket);
    },
    release(entry) {
      const { ticket, key } = entry;
      const viewer = core.viewer();
      if (viewer === null || openIds.has(entry.id)) return;
      const isOfUse = key !== null || (ticket?.finishedAt === null && isVisible(ticket, viewer));
      if (!isOfUse || isLeftOut(entry)) forget(entry);
    },
    evict(listed, position) {
      for (const entry of [...entries.values()]) {
        if (listed.has(entry.id) || entry.toldAt > position) continue;
        if (openIds.has(entry.id)) {
          entry.leftOutAt = position;
          if (entry.ticket !== null) fit(entry, entry.ticket);
          continue;
        }
        entry.toldAt = position;
        forget(entry);
      }
    },
    setOpen(id, isOpen) {
      if (isOpen) {
        openIds.add(id);
        return;
      }
      openIds.delete(id);
    },
    forgetPositions(head) {
      floor = head;
      forgottenAt.clear();
      finished.clear();
      for (const entry of entries.values()) {
        entry.toldAt = -1;
        entry.leftOutAt = -1;
      }
    },
    clear() {
      for (const entry of entries.values()) kept.leave(`ticket:${entry.id}`, entry.actor);
      entries.clear();
      byCustomer.clear();
      byConversation.clear();
      forgottenAt.clear();
      finished.clear();
      floor = -1;
      openIds.clear();
      order.clear();
      hooks.reordered();
    },
  };
}

/** Whether the server has listed the others since it last told of this one, which may be somebody else's by now. */
function isLeftOut({ toldAt, leftOutAt }: TicketEntry): boolean {
  return toldAt < leftOutAt;
}
