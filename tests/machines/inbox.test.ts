import { describe, expect, test } from 'vitest';
import type { EventFrom } from 'xstate';
import { inboxMachine, inboxResyncTimer, inboxViewsTimer } from '../../src/machines/inbox/inbox.machine.ts';
import {
  selectHasMore,
  selectInboxFailure,
  selectInboxPhase,
  selectIsAnswered,
  selectQuery,
} from '../../src/machines/inbox/inbox.selectors.ts';
import { matchesQuery } from '../../src/machines/inbox/matches.ts';
import type { EventOf } from '../../src/machines/log/event.ts';
import type { InboxQuery } from '../../src/machines/log/events-inbox.ts';
import { started } from '../support/builders-actor.ts';
import { logged } from '../support/builders-events.ts';
import {
  START,
  aCustomer,
  aMessage,
  aTicket,
  aTransfer,
  anaViewing,
  brunoViewing,
  carlaViewing,
  networkFailure,
} from '../support/builders.ts';
import { opened, preferences, sessionEnded, sessionStarted } from './session-support.ts';

type Sent = EventFrom<typeof inboxMachine>;

const everyOpen: InboxQuery = { instanceId: null, status: 'open', scope: 'all', search: '' };
const mine: InboxQuery = { ...everyOpen, scope: 'mine' };

/** Ten tickets from the `from`th on, newest first. */
function tenFrom(from: number) {
  return Array.from({ length: 10 }, (_, row) => {
    const n = from + row;
    const id = String(1000 - n);
    return aTicket({ id, lastMessage: aMessage({ ticketId: id, at: START - n * 1000 }) });
  });
}

function listed(request: number, overrides: Partial<EventOf<'tickets.listed'>> = {}): Sent {
  return logged({
    type: 'tickets.listed',
    request,
    query: everyOpen,
    page: 1,
    limit: 10,
    purpose: 'page',
    totalPages: 5,
    totalItems: 50,
    streamPosition: 1,
    items: tenFrom(0),
    ...overrides,
  });
}

const listFailed = (request: number): Sent => logged({ type: 'tickets.listFailed', request, failure: networkFailure });
const measured = (held: number): Sent => ({ type: 'list.measured', held });
const endReached: Sent = logged({ type: 'inbox.endReached' });
const retried: Sent = logged({ type: 'inbox.retried' });
const searched = (search: string): Sent => logged({ type: 'inbox.searched', search });
const resyncNeeded: Sent = { type: 'resync.needed' };
const resyncDue: Sent = logged({ type: 'timer.fired', timer: inboxResyncTimer });
/** These answers don't list the views, so each first page is to bring them. */
const fetch = (request: number, { page = 1, ...more }: { page?: number } & Record<string, unknown> = {}) => ({
  type: 'tickets.fetch',
  request,
  query: everyOpen,
  page,
  limit: 10,
  purpose: 'page',
  ...(page === 1 && { withViews: true }),
  ...more,
});

function inbox(...events: readonly Sent[]) {
  const held = started(inboxMachine, {});
  const send = (...more: readonly Sent[]) => {
    for (const event of more) held.actor.send(event);
  };
  send(...events);
  return {
    ...held,
    send,
    snapshot: () => held.actor.getSnapshot(),
    phase: () => selectInboxPhase(held.actor.getSnapshot()),
    after: (...more: readonly Sent[]) => {
      const from = held.commands.length;
      send(...more);
      return held.commands.slice(from);
    },
  };
}

const ready = [sessionStarted(), listed(1), measured(10)] as const;
const loadingMore = [...ready, endReached, measured(10)] as const;

describe('idle -> loading -> ready', () => {
  test('begins with all that one may see: a new customer is nobody’s yet', () => {
    expect(inbox().after(sessionStarted(brunoViewing))).toEqual([fetch(1)]);
  });

  test('begins with the instance chosen in the bar, and whose open ones were looked at last', () => {
    const chosen = { activeInstanceId: '10', inboxScope: 'mine' } as const;
    const { after } = inbox(opened(null, { preferences: { ...preferences, ...chosen } }));
    const query = { ...mine, instanceId: '10' };
    expect(after(sessionStarted())).toEqual([fetch(1, { query })]);
  });

  test('the first page', () => {
    const { snapshot, phase, send } = inbox(sessionStarted());
    expect([phase(), selectIsAnswered(snapshot())]).toEqual(['loading', false]);
    send(listed(1));
    expect([phase(), selectIsAnswered(snapshot())]).toEqual(['ready', true]);
    expect([selectHasMore(snapshot()), snapshot().context.total]).toEqual([true, 50]);
    expect(snapshot().context.frontier?.id).toBe('991');
  });

  test('an empty list is complete', () => {
    const { snapshot } = inbox(sessionStarted(), listed(1, { totalPages: 0, totalItems: 0, items: [] }));
    expect([selectIsAnswered(snapshot()), selectHasMore(snapshot()), snapshot().context.total]).toEqual([
      true,
      false,
      0,
    ]);
  });

  test('loading -> failed -> loading by a retry', () => {
    const { snapshot, phase, send, after } = inbox(sessionStarted());
    send(listFailed(1));
    expect([phase(), selectInboxFailure(snapshot())?.key]).toEqual(['failed', 'error.network']);
    expect(after(retried)).toEqual([fetch(2)]);
    expect([phase(), selectInboxFailure(snapshot())]).toEqual(['loading', null]);
  });
});

describe('ready -> loadingMore -> ready', () => {
  test('the next page follows what is held', () => {
    const { after, phase, snapshot } = inbox(...ready);
    expect(after(endReached, measured(10))).toEqual([fetch(2, { page: 2 })]);
    expect(phase()).toBe('loadingMore');
    after(listed(2, { page: 2, items: tenFrom(10) }));
    expect(phase()).toBe('ready');
    expect(snapshot().context.frontier?.id).toBe('981');
  });

  test('a row that left leaves no gap: its page is asked again', () => {
    const { after } = inbox(...ready);
    expect(after(endReached, measured(9))).toEqual([fetch(2, { withViews: undefined })]);
  });

  describe('a row that left the server’s list before a page was reported', () => {
    const second = listed(2, { page: 2, items: tenFrom(10), streamPosition: 20 });
    const shrunk = (streamPosition: number): Sent => ({ type: 'list.shrunk', streamPosition });
    const anew = fetch(3, { purpose: 'resync', limit: 20 });

    test('reported after the page -> all held rows are fetched again, once', () => {
      const { after, snapshot } = inbox(...loadingMore, second, measured(20));
      expect(after(shrunk(20), measured(19), shrunk(20), measured(19))).toEqual([anew]);
      after(listed(3, { purpose: 'resync', limit: 20, items: [...tenFrom(0), ...tenFrom(10)], streamPosition: 21 }));
      expect(after(measured(20), shrunk(20), measured(19))).toEqual([]);
      expect(snapshot().context.stale).toBe(false);
    });

    test('heard of while the page is under way -> so it is', () => {
      const { after } = inbox(...loadingMore, shrunk(15));
      expect(after(second, measured(19))).toEqual([anew]);
    });

    test('heard of while the next page is under way, which fails -> so it is once a page comes', () => {
      const { after } = inbox(
        ...loadingMore,
        second,
        measured(20),
        endReached,
        measured(20),
        shrunk(15),
        listFailed(3),
      );
      expect(after(retried)).toEqual([fetch(4, { page: 3 })]);
      expect(after(listed(4, { page: 3, items: tenFrom(20), streamPosition: 22 }), measured(29))).toEqual([
        { ...anew, request: 5, limit: 30 },
      ]);
    });

    test('but one that left later left no gap', () => {
      const { after } = inbox(...loadingMore, shrunk(21), second, measured(19));
      expect(after(shrunk(22), measured(18))).toEqual([]);
    });
  });

  test('rows that came in between don’t skip any', () => {
    const { after } = inbox(...ready);
    expect(after(endReached, measured(13))).toEqual([fetch(2, { page: 2 })]);
  });

  test('a page that brings nothing further isn’t asked twice', () => {
    const { after } = inbox(...ready, endReached, measured(9), listed(2, { page: 1 }));
    expect(after(endReached, measured(9))).toEqual([fetch(3, { page: 2 })]);
  });

  test.each([
    ['after it', [listed(2, { page: 1 }), measured(10), { type: 'list.shrunk', streamPosition: 2 }]],
    ['while it was under way', [{ type: 'list.shrunk', streamPosition: 2 }, listed(2, { page: 1 })]],
  ] as const)('but for a row that left %s it is: it may bring another', (_when, events) => {
    const { after } = inbox(...ready, endReached, measured(9), ...events);
    expect(after(measured(8), endReached, measured(8))).toEqual([fetch(3, { withViews: undefined })]);
  });

  test('the last page ends it', () => {
    const { after, phase, snapshot } = inbox(...loadingMore, listed(2, { page: 2, totalPages: 2, items: tenFrom(10) }));
    expect(selectHasMore(snapshot())).toBe(false);
    expect(after(endReached, measured(20))).toEqual([]);
    expect(phase()).toBe('ready');
  });

  test('the end in view while the first page loads is remembered', () => {
    const { after } = inbox(sessionStarted(), endReached);
    expect(after(listed(1), measured(10))).toEqual([fetch(2, { page: 2 })]);
  });

  test('loadingMore -> moreFailed -> loadingMore by a retry, not by scrolling', () => {
    const { after, phase } = inbox(...loadingMore, listFailed(2));
    expect(phase()).toBe('moreFailed');
    expect(after(endReached, measured(10))).toEqual([]);
    expect(after(retried)).toEqual([fetch(3, { page: 2 })]);
  });
});

describe('filters and search', () => {
  test('another filter is asked at once, from the first page', () => {
    const { after, phase, snapshot } = inbox(...loadingMore);
    const filtered = logged({ type: 'inbox.filtered', instanceId: '10', status: 'finished', scope: 'all' } as const);
    const query = { instanceId: '10', status: 'finished', scope: 'all', search: '' };
    expect(after(filtered)).toEqual([fetch(3, { query })]);
    expect([phase(), selectIsAnswered(snapshot())]).toEqual(['loading', false]);
    expect(selectQuery(snapshot())).toEqual(query);
  });

  test('a search keeps the filters', () => {
    const { after } = inbox(...ready);
    expect(after(searched('  joana '))).toEqual([fetch(2, { query: { ...everyOpen, search: 'joana' } })]);
  });

  test('the instance chosen in the bar filters too', () => {
    const { after } = inbox(...ready);
    expect(after(logged({ type: 'instance.chosen', instanceId: '11' }))).toEqual([
      fetch(2, { query: { ...everyOpen, instanceId: '11' } }),
    ]);
  });

  test('the late answer of an older query changes nothing', () => {
    const { snapshot, send, phase } = inbox(...ready, searched('a'), searched('ab'));
    const held = snapshot();
    send(listed(2, { totalItems: 7 }), listFailed(2));
    expect(snapshot()).toBe(held);
    send(listed(3, { totalItems: 3 }));
    expect([phase(), snapshot().context.total]).toEqual(['ready', 3]);
  });
});

describe('after a gap', () => {
  test('the same number of rows is fetched again, and the list stays', () => {
    const { after, phase, snapshot } = inbox(...ready, measured(23));
    expect(after(resyncNeeded)).toEqual([fetch(2, { limit: 30, purpose: 'resync' })]);
    expect([phase(), snapshot().context.stale]).toEqual(['ready', true]);
    after(listed(2, { purpose: 'resync', limit: 30 }));
    expect([phase(), snapshot().context.stale]).toEqual(['ready', false]);
  });

  test('rows that left after it leave no gap: the first page is asked again', () => {
    const { after } = inbox(...ready, resyncNeeded, listed(2, { purpose: 'resync' }), measured(6));
    expect(after(endReached, measured(6))).toEqual([fetch(3, { withViews: undefined })]);
  });

  test('at most a hundred', () => {
    expect(inbox(...ready, measured(345)).after(resyncNeeded)).toEqual([fetch(2, { limit: 100, purpose: 'resync' })]);
  });

  test('a failure is tried again after a second, while the list stays', () => {
    const { after, phase } = inbox(...ready, resyncNeeded);
    expect(after(listFailed(2))).toEqual([{ type: 'timer.start', timer: inboxResyncTimer, ms: 1000 }]);
    expect(phase()).toBe('ready');
    expect(after(resyncDue)).toEqual([fetch(3, { purpose: 'resync' })]);
  });

  test('failed -> loading after a second too', () => {
    const { after, phase } = inbox(sessionStarted(), resyncNeeded);
    expect(after(listFailed(2))).toEqual([{ type: 'timer.start', timer: inboxResyncTimer, ms: 1000 }]);
    expect(phase()).toBe('failed');
    expect(after(resyncDue)).toEqual([fetch(3, { purpose: 'resync' })]);
    expect(phase()).toBe('loading');
  });

  test.each([
    ['loading', [sessionStarted()], 'loading'],
    ['loadingMore', loadingMore, 'ready'],
    ['failed', [sessionStarted(), listFailed(1)], 'loading'],
    ['moreFailed', [...loadingMore, listFailed(2)], 'ready'],
  ] as const)('%s takes the resync first', (_from, before, to) => {
    const { after, phase } = inbox(...before);
    expect(after(resyncNeeded)).toContainEqual(expect.objectContaining({ type: 'tickets.fetch', purpose: 'resync' }));
    expect(phase()).toBe(to);
  });

  test('loadingMore goes on when the resync is done', () => {
    const { after } = inbox(...loadingMore, resyncNeeded);
    expect(after(listed(3, { purpose: 'resync' }), measured(10))).toEqual([fetch(4, { page: 2 })]);
  });

  test('another filter meanwhile is a resync as well', () => {
    const { after } = inbox(...ready, resyncNeeded);
    expect(after(searched('jo'))).toEqual([fetch(3, { purpose: 'resync', query: { ...everyOpen, search: 'jo' } })]);
  });
});

describe('sessions', () => {
  test('any state -> idle', () => {
    const { phase, after } = inbox(...loadingMore);
    expect(after(sessionEnded).map((command) => 'timer' in command && command.timer)).toEqual([
      inboxResyncTimer,
      inboxViewsTimer,
    ]);
    expect(phase()).toBe('idle');
  });

  test('the same person again finds filters and search as they were', () => {
    const { after } = inbox(...ready, searched('jo'), sessionEnded);
    expect(after(sessionStarted(brunoViewing, false))).toEqual([fetch(3, { query: { ...everyOpen, search: 'jo' } })]);
  });

  test('another person finds no search', () => {
    const { after } = inbox(...ready, searched('jo'), sessionEnded);
    expect(after(sessionStarted(carlaViewing))).toEqual([fetch(3)]);
  });

  test('among the finished -> the same person again is there still, another begins with the open ones', () => {
    const finished = logged({ type: 'inbox.filtered', instanceId: null, status: 'finished', scope: 'mine' } as const);
    const { after } = inbox(...ready, finished, sessionEnded);
    const query = { ...mine, status: 'finished' };
    expect(after(sessionStarted(brunoViewing, false))).toEqual([fetch(3, { query })]);
    after(sessionEnded);
    expect(after(sessionStarted(carlaViewing))).toEqual([fetch(4)]);
  });
});

describe('what changes nothing', () => {
  const cases: readonly (readonly [string, readonly Sent[], Sent])[] = [
    ['the same filter', ready, logged({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'all' })],
    ['the same search', ready, searched(' ')],
    ['the same instance', ready, logged({ type: 'instance.chosen', instanceId: null })],
    ['the same measure', ready, measured(10)],
    ['a retry when nothing failed', ready, retried],
    ['an answer nobody asked for', ready, listed(99)],
    ['a failure nobody asked for', ready, listFailed(99)],
    ['a resync timer when nothing is stale', ready, resyncDue],
    ['another timer', [...ready, resyncNeeded], logged({ type: 'timer.fired', timer: 'socket:main:ping' })],
    ['an answer when nobody is logged in', [...ready, sessionEnded], listed(1)],
    ['a resync when nobody is logged in', [], resyncNeeded],
    ['the end in view of a complete list', [sessionStarted(), listed(1, { totalPages: 1 })], endReached],
  ];

  test.each(cases)('%s', (_name, before, event) => {
    const { snapshot, after } = inbox(...before);
    const held = snapshot();
    expect(after(event)).toEqual([]);
    expect(snapshot()).toBe(held);
  });
});

describe('which tickets fit', () => {
  const all: InboxQuery = { ...everyOpen, scope: 'all' };
  const [queue, flow] = [{ ...everyOpen, scope: 'queue' } as const, { ...everyOpen, scope: 'flow' } as const];
  const toCarla = aTransfer();

  test.each([
    ['one’s own', aTicket(), mine, brunoViewing, true],
    ['another’s', aTicket(), mine, carlaViewing, false],
    ['one that is offered', aTicket({ pendingTransfer: toCarla }), mine, carlaViewing, true],
    ['another’s among all, for an attendant', aTicket(), all, carlaViewing, false],
    ['nobody’s among all, for an attendant', aTicket({ owner: null }), all, carlaViewing, true],
    ['nobody’s is not one’s own', aTicket({ owner: null }), mine, carlaViewing, false],
    ['nobody’s in the queue', aTicket({ owner: null }), queue, carlaViewing, true],
    ['nobody’s among those with a flow', aTicket({ owner: null }), flow, carlaViewing, false],
    ['a flow’s in the queue', aTicket({ owner: null, inFlow: true }), queue, carlaViewing, false],
    ['a flow’s among those with a flow', aTicket({ owner: null, inFlow: true }), flow, carlaViewing, true],
    [
      'a flow’s among those with a flow, for an administrator',
      aTicket({ owner: null, inFlow: true }),
      flow,
      anaViewing,
      true,
    ],
    ['a flow’s among all', aTicket({ owner: null, inFlow: true }), all, carlaViewing, true],
    ['a flow’s is not one’s own', aTicket({ owner: null, inFlow: true }), mine, carlaViewing, false],
    ['a flow’s that is finished', aTicket({ owner: null, inFlow: true, finishedAt: START }), flow, carlaViewing, false],
    ['another’s among all, for an administrator', aTicket(), all, anaViewing, true],
    ['a finished one', aTicket({ finishedAt: START }), mine, brunoViewing, false],
    [
      'a finished one among the finished',
      aTicket({ finishedAt: START }),
      { ...everyOpen, status: 'finished' },
      brunoViewing,
      true,
    ],
    ['of the instance', aTicket(), { ...everyOpen, instanceId: '10' }, brunoViewing, true],
    ['of another instance', aTicket(), { ...everyOpen, instanceId: '11' }, brunoViewing, false],
    ['a part of the name in another case', aTicket(), { ...everyOpen, search: 'JOANA d' }, brunoViewing, true],
    [
      'a part of the name with accents',
      aTicket({ customer: aCustomer({ name: 'João' }) }),
      { ...everyOpen, search: 'ÃO' },
      brunoViewing,
      true,
    ],
    ['another name', aTicket(), { ...everyOpen, search: 'maria' }, brunoViewing, false],
    [
      'a part of a further number',
      aTicket({ customer: aCustomer({ numbers: ['5511955554444'] }) }),
      { ...everyOpen, search: '95555-4444' },
      brunoViewing,
      true,
    ],
    ['a part of the number', aTicket(), { ...everyOpen, search: '(11) 98765' }, brunoViewing, true],
    ['another number', aTicket(), { ...everyOpen, search: '222' }, brunoViewing, false],
  ] as const)('%s', (_name, ticket, query, viewer, fits) => {
    expect(matchesQuery(ticket, query, viewer)).toBe(fits);
  });
});
