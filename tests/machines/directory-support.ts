import { createApp, emptyLog, replayApp } from '../../src/machines/app.ts';
import type { App, AppOptions, StoredLog } from '../../src/machines/app.ts';
import { laterParts } from '../support/later-parts.ts';
import type { Snapshots } from '../../src/machines/directory/stored.ts';
import type { Ticket } from '../../src/machines/entities/entities.ts';
import type { TicketId } from '../../src/machines/entities/ids.ts';
import type { Viewer } from '../../src/machines/entities/viewer.ts';
import type { Command, CommandOf, CommandType } from '../../src/machines/log/command.ts';
import type { AppEvent, EventOf, Logged } from '../../src/machines/log/event.ts';
import { isLasting, isLastingActor } from '../../src/adapters/storage/lasting.ts';
import { selectTicket } from '../../src/machines/ticket/ticket.selectors.ts';
import { START, aCustomer, aMessage, aTicketAfter, streamAt } from '../support/builders.ts';
import { lastMessageIn } from '../support/conversation.ts';
import { opened, storedSessionOf } from './session-support.ts';

const apps: { app: App; events: readonly Logged[]; stored: StoredLog }[] = [];

/** What a replay of each app since the last call comes to, beside what the app holds. */
export function replays(): { replayed: Snapshots; held: Snapshots }[] {
  return apps
    .splice(0)
    .map(({ app, events, stored }) => ({ replayed: replayApp(events, laterParts, stored), held: app.snapshots() }));
}

/** What of a log is stored. */
export function storedOf({ position, snapshots, tail }: StoredLog): StoredLog {
  const lasting = [...snapshots].filter(([name]) => isLastingActor(name));
  return { position, snapshots: new Map(lasting), tail: tail.filter(isLasting) };
}

/** An app with what it was told and what it asked for, on a new log or on one that goes on. */
export function anApp(stored = emptyLog, inspection: Pick<AppOptions, 'inspect'> = {}) {
  let now = START;
  const commands: Command[] = [];
  const events: Logged[] = [];
  const app = createApp({
    now: () => (now += 1000),
    onCommand: (command) => void commands.push(command),
    later: laterParts,
    stored,
    ...inspection,
  });
  app.log.subscribe((event) => events.push(event));
  const append = (...more: readonly AppEvent[]) => {
    for (const event of more) app.append(event);
  };
  apps.push({ app, events, stored });
  return {
    app,
    append,
    commands,
    events,
    directory: app.directory,
    given: <Type extends CommandType>(type: Type): CommandOf<Type>[] =>
      commands.filter((command): command is CommandOf<Type> => command.type === type),
    /** The commands given by some more events. */
    after: (...more: readonly AppEvent[]) => {
      const from = commands.length;
      append(...more);
      return commands.slice(from);
    },
    rows: () => app.directory.ticketOrder.getSnapshot().ids,
    unseen: () => app.directory.totalUnseen.getSnapshot(),
    lastMessage: (id: TicketId) => lastMessageIn(app.directory, id),
    ticket: (id: TicketId) => {
      const actor = app.directory.ticket(id);
      return actor === undefined ? undefined : selectTicket(actor.getSnapshot());
    },
  };
}

/** The page opens for somebody who is logged in. */
export function opening(viewer: Viewer, overrides: Partial<EventOf<'app.opened'>> = {}): AppEvent {
  const { position: _position, loggedAt: _loggedAt, ...event } = opened(storedSessionOf(viewer), overrides);
  return event;
}

/** The socket opens, and the server says from where it goes on. */
export function greeting(head: number, { attempt = 1, recovered = false, epoch = 'epoch-1' } = {}): AppEvent[] {
  return [
    { type: 'socket.ticketIssued', attempt, ticket: `ticket-${attempt}` },
    { type: 'socket.opened', attempt },
    { type: 'socket.greeted', attempt, epoch, head, recovered },
  ];
}

export function listed(
  request: number,
  items: readonly Ticket[],
  overrides: Partial<EventOf<'tickets.listed'>> = {},
): EventOf<'tickets.listed'> {
  return {
    type: 'tickets.listed',
    request,
    query: { instanceId: null, status: 'open', scope: 'mine', search: '' },
    page: 1,
    limit: 10,
    purpose: 'resync',
    totalPages: 1,
    totalItems: items.length,
    streamPosition: 10,
    items,
    pinnedCustomers: items.flatMap(({ customer, pinned }) => (pinned === true ? [customer.id] : [])),
    ...overrides,
  };
}

/** Bruno's ticket `n`, whose last message came `n` minutes ago. */
export function ticketOf(n: number, overrides: Partial<Ticket> = {}): Ticket {
  const id = String(500 + n);
  const customer = aCustomer({ id: String(100 + n), name: `Cliente ${n}` });
  const message = aMessage({ id: String(1000 + n), ticketId: id, at: START - n * 60_000 });
  return aTicketAfter(message, { id, customer, unseen: 0, pinned: false, ...overrides });
}

/** Logged in and live at position 10, with these tickets. */
export function live(viewer: Viewer, ...tickets: readonly Ticket[]) {
  const found = anApp();
  found.append(opening(viewer), ...greeting(10), listed(2, tickets));
  return found;
}

/** Asks for the list anew, which fits all the same; answers the question's number. */
export function ask({ append, given }: Pick<ReturnType<typeof anApp>, 'append' | 'given'>): number {
  const count = given('tickets.fetch').length;
  append({ type: 'inbox.searched', search: count % 2 === 0 ? 'cliente' : 'Cliente' });
  return given('tickets.fetch').at(-1)?.request ?? 0;
}

/** A message of the customer of ticket `n`. */
export function messageTo(n: number, seq: number, overrides: Partial<Ticket> = {}): EventOf<'message.arrived'> {
  const ticket = ticketOf(n, overrides);
  const message = aMessage({ id: String(2000 + seq), ticketId: ticket.id, at: START + seq * 1000 });
  const told = { ...ticket, lastMessage: message, unseen: 1, pinned: null };
  return { type: 'message.arrived', message, ticket: told, stream: streamAt(seq) };
}

export function pinnedAt(seq: number, customerId: string, pinned: boolean): AppEvent {
  return { type: 'customer.pinned', customerId, pinned, stream: streamAt(seq) };
}
