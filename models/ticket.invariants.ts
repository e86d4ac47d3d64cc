import { selectViewer } from '../src/machines/auth/auth.selectors.ts';
import type { App } from '../src/machines/app.ts';
import { conversationKey } from '../src/machines/entities/ids.ts';
import { selectIsAbandoned } from '../src/machines/message-send/message-send.selectors.ts';
import type { Ticket } from '../src/machines/entities/entities.ts';
import type { TicketSnapshot } from '../src/machines/ticket/ticket.machine.ts';
import { keysOf } from './actors.ts';
import type { Invariant, Moment } from './model.ts';
import { followScreen } from './on-screen.ts';
import { isUnsettled } from './reference.ts';

function* ticketsOf(app: App): Iterable<readonly [string, TicketSnapshot]> {
  for (const id of keysOf(app, 'ticket')) {
    const snapshot = app.directory.ticket(id)?.getSnapshot();
    if (snapshot !== undefined) yield [id, snapshot];
  }
}

/** Follows each ticket while it is held; starts afresh if it is held again later. */
function forEachTicket<Memory>(
  begin: () => Memory,
  check: (snapshot: TicketSnapshot, memory: Memory, event: Moment['event']) => string | null,
): Invariant['follow'] {
  return () => {
    let held = new Map<string, Memory>();
    return ({ app, event }) => {
      const next = new Map<string, Memory>();
      for (const [id, snapshot] of ticketsOf(app)) {
        const memory = held.get(id) ?? begin();
        next.set(id, memory);
        const wrong = check(snapshot, memory, event);
        if (wrong !== null) return `ticket ${id}: ${wrong}`;
      }
      held = next;
      return null;
    };
  };
}

/** Whether an event brings tickets as of a stream position. */
function isReport(event: Moment['event']): boolean {
  return 'stream' in event || event.type === 'tickets.listed' || event.type === 'ticket.loaded';
}

const finishedAbsorbs: Invariant = {
  name: 'ticket: finished is final, unless the server says later that it is open',
  ofState: true,
  follow: forEachTicket(
    () => ({ finished: false }),
    (snapshot, memory, event) => {
      const isFinished = snapshot.matches({ lifecycle: 'finished' });
      if (memory.finished && !isFinished && !isReport(event)) return 'it was finished, and is open again';
      memory.finished = isFinished;
      const toldSo = snapshot.context.ticket?.finishedAt ?? null;
      return isFinished === (toldSo !== null) ? null : `finished at ${toldSo}, and not taken so`;
    },
  ),
};

const onTheScreen: Invariant = {
  name: 'ticket: on the screen are those that the current page has opened',
  ofState: true,
  follow: (begun) => {
    const screen = followScreen(begun);
    return (moment) => {
      const shown = screen(moment);
      for (const [id, { context }] of ticketsOf(moment.app)) {
        if (context.watched && !shown.has(id)) return `ticket ${id} is watched, and isn't on the screen`;
        if (context.readUp && !context.watched) return `ticket ${id} is scrolled up, and isn't on the screen`;
      }
      return null;
    };
  },
};

/**
 * Whether messages of a ticket's conversation are pending (of the ticket, where the conversation isn't known), or a
 * transfer of it that was submitted.
 */
function hasUnsettled(app: App, { context: { ticket, ticketId } }: TicketSnapshot): boolean {
  const { directory } = app;
  const transfer = directory.transferDraft(ticketId)?.getSnapshot();
  if (transfer !== undefined && ['waiting', 'backingOff', 'creating'].some((state) => transfer.value === state))
    return true;
  const ids =
    ticket === null
      ? keysOf(app, 'send').filter((id) => directory.send(id)?.getSnapshot().context.message.ticketId === ticketId)
      : directory.sendsOf(conversationKey(ticket.customer.id, ticket.instance.id)).getSnapshot();
  return ids.some((id) => {
    const send = directory.send(id)?.getSnapshot();
    return send !== undefined && (isUnsettled(send) || selectIsAbandoned(send));
  });
}

/** A new page gets the finishes of an earlier one with the outbox, which also says which messages are pending. */
const finishAskedOnce: Invariant = {
  name: 'ticket: a finish is sent once by each page, after our messages of the conversation and a transfer of it',
  ofState: true,
  follow: (begun) => {
    const isSent = ({ context }: TicketSnapshot) => context.finishAsked && context.finishWaits === null;
    const asked = new Set([...ticketsOf(begun)].flatMap(([id, ticket]) => (isSent(ticket) ? [id] : [])));
    return ({ app, event, commands }) => {
      if (event.type === 'app.opened' || event.type === 'logout.requested') asked.clear();
      if (event.type === 'ticket.finishFailed') asked.delete(event.ticketId);
      for (const command of commands) {
        if (command.type !== 'ticket.finish') continue;
        if (asked.has(command.ticketId)) return `ticket ${command.ticketId} is to be finished twice`;
        asked.add(command.ticketId);
        const snapshot = app.directory.ticket(command.ticketId)?.getSnapshot();
        if (snapshot === undefined || hasUnsettled(app, snapshot))
          return `${command.ticketId} is finished before its messages and its transfer are settled`;
      }
      for (const [id, ticket] of ticketsOf(app)) {
        if (isSent(ticket) && !asked.has(id)) return `the finish of ticket ${id} was never sent`;
      }
      return null;
    };
  },
};

const finishShown: Invariant = {
  name: 'ticket: our finish is shown, is of this page, and waits for something',
  ofState: true,
  follow:
    () =>
    ({ app, event }) => {
      // Without a session nothing is sent.
      const isSession = selectViewer(app.directory.auth.getSnapshot()) !== null;
      for (const [id, snapshot] of ticketsOf(app)) {
        const { finishAsked, finishWaits } = snapshot.context;
        if (finishWaits !== null && !finishAsked) return `ticket ${id} waits for a finish that wasn't requested`;
        if (!finishAsked) continue;
        if (event.type === 'app.opened') return `ticket ${id} is still to be finished by the page that was closed`;
        if (!snapshot.matches({ lifecycle: 'finishing' })) return `our finish of ticket ${id} isn't shown`;
        if (isSession && finishWaits === 'messages' && !hasUnsettled(app, snapshot))
          return `ticket ${id} waits for nothing`;
      }
      return null;
    },
};

/** What an event says of customers, and as of which stream position. */
function namesIn(event: Moment['event']): readonly (readonly [id: string, name: string, at: number])[] {
  if (event.type === 'customer.updated') return [[event.customerId, event.name, event.stream.seq]];
  const named = ({ customer }: Ticket, at: number) => [customer.id, customer.name, at] as const;
  if (event.type === 'tickets.listed') return event.items.map((ticket) => named(ticket, event.streamPosition));
  if (event.type === 'ticket.loaded') return [named(event.ticket, event.streamPosition)];
  return 'stream' in event && 'ticket' in event ? [named(event.ticket, event.stream.seq)] : [];
}

/** A list that was read before somebody renamed a customer doesn't undo it. */
const lastName: Invariant = {
  name: 'ticket: a customer who was renamed keeps the new name, whatever older lists say',
  follow: (begun) => {
    /** The position of the last report of each customer; a name only where that renamed them. */
    const told = new Map<string, { readonly name: string | null; readonly at: number }>();
    let { epoch, position } = begun.directory.socket.getSnapshot().context;
    return ({ app, event }) => {
      // A frame that came before is no news.
      const isOld = 'stream' in event && event.stream.epoch === epoch && event.stream.seq <= (position ?? -1);
      ({ epoch, position } = app.directory.socket.getSnapshot().context);
      const isLost = event.type === 'socket.greeted' && !event.recovered;
      if (isLost || ['app.opened', 'login.succeeded', 'customers.merged'].includes(event.type)) told.clear();
      if (event.type === 'ticket.finished') told.delete(event.ticket.customer.id);
      for (const [id, name, at] of isOld ? [] : namesIn(event)) {
        const isRenamed = event.type === 'customer.updated';
        const last = told.get(id)?.at ?? -1;
        // What is read later may be another's doing, of which no frame tells; what is read as of a frame has it.
        if (isRenamed ? at > last : at >= last) told.set(id, { name: isRenamed ? name : null, at });
      }
      for (const [id, { context }] of ticketsOf(app)) {
        const customer = context.ticket?.customer;
        const name = customer === undefined ? null : (told.get(customer.id)?.name ?? null);
        if (name !== null && customer?.name !== name) return `ticket ${id} is of ${customer?.name}, who is ${name}`;
      }
      return null;
    };
  },
};

export const ticketInvariants: readonly Invariant[] = [
  finishedAbsorbs,
  onTheScreen,
  finishAskedOnce,
  finishShown,
  lastName,
];
