import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createApp, emptyLog, replayApp } from '../../src/machines/app.ts';
import type { App } from '../../src/machines/app.ts';
import { laterParts } from '../support/later-parts.ts';
import { selectViewer } from '../../src/machines/auth/auth.selectors.ts';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import { selectIsPinned } from '../../src/machines/inbox/inbox.selectors.ts';
import { isVisible, matchesQuery } from '../../src/machines/inbox/matches.ts';
import { compareSortKeys } from '../../src/machines/inbox/sort-key.ts';
import type { Snapshots } from '../../src/machines/directory/stored.ts';
import type { SortKey } from '../../src/machines/inbox/sort-key.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { AppEvent, EventOf, Logged } from '../../src/machines/log/event.ts';
import type { StoredSession } from '../../src/machines/log/events-session.ts';
import { selectTicket } from '../../src/machines/ticket/ticket.selectors.ts';
import { selectHasUnseen } from '../../src/machines/unseen/unseen.selectors.ts';
import {
  BRUNO,
  CARLA,
  START,
  aCustomer,
  aFailure,
  aMessage,
  aSentMessage,
  aTicketAfter,
  aTransfer,
  aUser,
  anOutgoing,
  anaViewing,
  brunoViewing,
  clientId,
  streamAt,
  theTwinOf,
} from '../support/builders.ts';
import { lastMessageIn } from '../support/conversation.ts';
import { opened, preferences, storedSessionOf } from './session-support.ts';

/*
 * Whatever happens in whatever order: folding the log once more, without adapters, comes to the
 * same, and what is kept in step with the actors is what they give when asked anew.
 */

const few = fc.integer({ min: 1, max: 4 });
const seqs = fc.integer({ min: 1, max: 30 });
const flags = fc.boolean();

function ticketOf(n: number, finished = false, unseen = 0) {
  const message = aMessage({ id: String(1000 + n), ticketId: String(500 + n), at: START - n });
  const customer = aCustomer({ id: String(100 + n), name: `Cliente ${n}` });
  return aTicketAfter(message, { id: String(500 + n), customer, unseen, finishedAt: finished ? START : null });
}

function outgoingOf(n: number, ticket: number) {
  return anOutgoing({ clientId: clientId(n), ticketId: String(500 + ticket), customerId: String(100 + ticket) });
}

const transferOf = (n: number) => aTransfer({ id: String(900 + n), ticketId: String(500 + n) });

const anEvent: fc.Arbitrary<AppEvent> = fc.oneof(
  fc.constantFrom<AppEvent>(
    { type: 'logout.requested' },
    { type: 'logout.finished', generation: 1 },
    { type: 'page.closing' },
    { type: 'tab.led' },
    { type: 'tab.otherViewed', viewed: true },
    { type: 'logout.inOtherTab' },
    { type: 'draft.receivedFromTab', customerId: '101', instanceId: '10', text: 'Oi' },
    { type: 'preferences.receivedFromTab', preferences: { ...preferences, theme: 'dark' } },
    { type: 'inbox.endReached' },
    { type: 'inbox.retried' },
    { type: 'sidebar.toggled' },
    { type: 'token.refreshed', generation: 1, token: 't2', routes: ['chat'] },
    { type: 'token.refreshFailed', generation: 1, reason: 'refused' },
    { type: 'call.expired', call: 'c', generation: 1 },
    { type: 'call.unauthorized', call: 'c', generation: 1, status: 'Unauthorized' },
    { type: 'login.submitted', path: 'rest', email: 'x@y', secret: 's', remember: true, to: null },
    { type: 'login.succeeded', generation: 3, token: 't', user: aUser(), routes: [], originBackoffice: false },
    { type: 'timer.fired', timer: 'socket:main:retry' },
    { type: 'timer.fired', timer: 'socket:main:silence' },
  ),
  fc
    .constantFrom(storedSessionOf(brunoViewing), storedSessionOf(anaViewing), null)
    .map((session): AppEvent => openingOf(session)),
  few.map((n): AppEvent => ({ type: 'ticket.finishRequested', ticketId: String(500 + n) })),
  few.map((n): AppEvent => ({ type: 'transfer.confirmRequested', transferId: String(900 + n) })),
  few.map((attempt): AppEvent => ({ type: 'socket.ticketIssued', attempt, ticket: 't' })),
  few.map((attempt): AppEvent => ({ type: 'socket.opened', attempt })),
  fc.tuple(few, seqs, flags).map(([attempt, head, recovered]): AppEvent => ({
    type: 'socket.greeted',
    attempt,
    epoch: 'epoch-1',
    head,
    recovered,
  })),
  few.map((attempt): AppEvent => ({ type: 'socket.closed', attempt, code: 1006, reason: '' })),
  flags.map((online): AppEvent => ({ type: 'network.changed', online })),
  flags.map((visible): AppEvent => ({ type: 'page.visibilityChanged', visible })),
  fc.constantFrom('', 'Cliente 1', 'x').map((search): AppEvent => ({ type: 'inbox.searched', search })),
  fc.tuple(few, fc.array(few), seqs, flags).map(([request, ids, streamPosition, resync]): AppEvent => ({
    type: 'tickets.listed',
    request,
    query: { instanceId: null, status: 'open', scope: 'mine', search: '' },
    page: 1,
    limit: 10,
    purpose: resync ? 'resync' : 'page',
    totalPages: 2,
    totalItems: 12,
    streamPosition,
    items: [...new Set(ids)].map((n) => ticketOf(n, false, n)),
  })),
  few.map((n): AppEvent => ({ type: 'ticket.opened', ticketId: String(500 + n) })),
  few.map((n): AppEvent => ({ type: 'ticket.left', ticketId: String(500 + n) })),
  fc
    .tuple(few, seqs)
    .map(([n, streamPosition]): AppEvent => ({ type: 'ticket.loaded', ticket: ticketOf(n), streamPosition })),
  few.map((n): AppEvent => ({ type: 'draft.changed', ticketId: String(500 + n), text: `rascunho ${n}` })),
  fc.tuple(few, seqs, flags).map(([n, seq, received]): AppEvent => {
    const values = { id: String(2000 + seq), ticketId: String(500 + n), at: START + seq };
    const message = received ? aMessage(values) : aSentMessage({ ...values, clientId: clientId(n) });
    return {
      type: 'message.arrived',
      message,
      ticket: { ...ticketOf(n), lastMessage: message },
      stream: streamAt(seq),
    };
  }),
  fc.tuple(few, seqs).map(([n, seq]): AppEvent => ({
    type: 'ticket.closed',
    ticket: ticketOf(n, true),
    by: BRUNO,
    stream: streamAt(seq),
  })),
  fc.tuple(few, seqs, flags).map(([n, seq, addressed]): AppEvent => ({
    type: 'transfer.arrived',
    transfer: transferOf(n),
    ticket: { ...ticketOf(n), pendingTransfer: transferOf(n) },
    by: BRUNO,
    addressed,
    stream: streamAt(seq),
  })),
  fc.tuple(few, seqs).map(([n, seq]): AppEvent => ({
    type: 'ticket.transferred',
    transfer: transferOf(n),
    ticket: { ...ticketOf(n), owner: { ...CARLA, image: null } },
    by: CARLA,
    stream: streamAt(seq),
  })),
  fc.tuple(few, few).map(([n, ticket]): AppEvent => ({ type: 'message.submitted', message: outgoingOf(n, ticket) })),
  few.map((n): AppEvent => ({ type: 'outbox.stored', clientId: clientId(n) })),
  few.map((n): AppEvent => ({
    type: 'message.accepted',
    clientId: clientId(n),
    message: theTwinOf(outgoingOf(n, n), { id: String(3000 + n) }),
  })),
  few.map((n): AppEvent => ({ type: 'message.refused', clientId: clientId(n), failure: aFailure() })),
  few.map((n): AppEvent => ({ type: 'message.answerLost', clientId: clientId(n) })),
  few.map((n): AppEvent => ({ type: 'message.discarded', clientId: clientId(n) })),
  few.map((n): AppEvent => ({ type: 'customer.pinToggled', customerId: String(100 + n), pinned: true })),
);

function anAppFrom(stored = emptyLog) {
  const commands: Command[] = [];
  let now = START + stored.position;
  const app = createApp({ now: () => (now += 1), onCommand: (command) => void commands.push(command), stored });
  return { app, commands };
}

function openingOf(session: StoredSession | null, overrides: Partial<EventOf<'app.opened'>> = {}): AppEvent {
  const { position: _position, loggedAt: _loggedAt, ...opening } = opened(session, overrides);
  return opening;
}

/** The collections, computed anew from all that is held. */
function expectDerived({ directory }: App): void {
  const viewer = selectViewer(directory.auth.getSnapshot());
  const { query, answered, complete } = directory.inbox.getSnapshot().context;
  const keys: SortKey[] = [];
  const unseen = new Set<string>();
  const { openTickets } = directory.socket.getSnapshot().context;
  for (const [key] of directory.actors()) {
    const snapshot = key.startsWith('ticket:')
      ? directory.ticket(key.slice('ticket:'.length))?.getSnapshot()
      : undefined;
    const ticket = snapshot && selectTicket(snapshot);
    if (snapshot?.context.watched === true) expect(openTickets).toContain(snapshot.context.ticketId);
    if (!snapshot || !ticket || viewer === null) continue;
    const conversation = conversationKey(ticket.customer.id, ticket.instance.id);
    const at = lastMessageIn(directory, ticket.id)?.takenAt ?? ticket.startedAt;
    const pinned = selectIsPinned(directory.inbox.getSnapshot(), ticket.customer.id);
    if (matchesQuery(ticket, query, viewer)) keys.push({ pinned, at, id: ticket.id });
    const counter = directory.unseen(conversation)?.getSnapshot();
    if (counter === undefined || !selectHasUnseen(counter)) continue;
    if (ticket.finishedAt === null && isVisible(ticket, viewer)) unseen.add(conversation);
  }
  if (viewer === null) return;
  const naive = keys.toSorted(compareSortKeys).map(({ id }) => id);
  const { ids, pinnedCount } = directory.ticketOrder.getSnapshot();
  expect(ids).toEqual(!answered || complete ? naive : naive.slice(0, ids.length));
  expect(pinnedCount).toBe(keys.filter(({ id, pinned }) => pinned && ids.includes(id)).length);
  expect(directory.totalUnseen.getSnapshot()).toBe(unseen.size);
}

test.each([
  ['an attendant', brunoViewing],
  ['an administrator', anaViewing],
])('a replay of a session of %s comes to deep-equal snapshots', (_name, viewer) => {
  fc.assert(
    fc.property(fc.array(anEvent, { maxLength: 120, size: 'max' }), (events) => {
      let now = START;
      const log: Logged[] = [];
      const app = createApp({ now: () => (now += 500), onCommand: () => undefined });
      app.log.subscribe((event) => log.push(event));
      app.append(openingOf(storedSessionOf(viewer)));
      for (const event of events) {
        app.append(event);
        expectDerived(app);
      }
      expect(replayApp(log, laterParts)).toEqual(app.snapshots());
      expect(onDisk(app.snapshots())).toEqual(app.snapshots());
    }),
    { numRuns: 150, seed: 21 },
  );
});

/** As snapshots come back from the disk. */
function onDisk(snapshots: Snapshots): Snapshots {
  return new Map(JSON.parse(JSON.stringify([...snapshots])));
}

test('continued from any stored point, a log reaches the same state as in one go', () => {
  fc.assert(
    fc.property(fc.array(anEvent, { minLength: 1, maxLength: 120, size: 'max' }), fc.nat(), (events, cut) => {
      const inOneGo = anAppFrom();
      inOneGo.app.append(openingOf(storedSessionOf(brunoViewing)));
      const at = cut % events.length;
      for (const event of events.slice(0, at)) inOneGo.app.append(event);
      const snapshots = () => inOneGo.app.snapshots();
      const goneOn = anAppFrom({ position: inOneGo.app.log.position, snapshots: onDisk(snapshots()), tail: [] });
      expect(goneOn.app.snapshots()).toEqual(snapshots());
      inOneGo.commands.length = 0;
      for (const event of events.slice(at)) {
        for (const { app } of [inOneGo, goneOn]) app.append(event);
        expectDerived(goneOn.app);
      }
      expect(goneOn.app.snapshots()).toEqual(snapshots());
      expect(goneOn.commands).toEqual(inOneGo.commands);
    }),
    { numRuns: 150, seed: 8 },
  );
});

test('without actors, every event is ignored except those that create one', () => {
  const app = createApp({ now: () => START, onCommand: () => undefined });
  const message = aMessage({ ticketId: '501' });
  app.append({ type: 'message.arrived', message, ticket: ticketOf(1), stream: streamAt(1) });
  app.append({ type: 'ticket.loaded', ticket: ticketOf(1), streamPosition: 1 });
  app.append({ type: 'message.submitted', message: outgoingOf(1, 1) });
  expect([...app.snapshots().keys()]).toEqual(['auth', 'socket', 'inbox', 'shell', 'noticeLog', 'order']);
});
