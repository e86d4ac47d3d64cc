import { afterEach, describe, expect, test } from 'vitest';
import type { AppEvent } from '../../src/machines/log/event.ts';
import type { InboxQuery, ListedViews } from '../../src/machines/log/events-inbox.ts';
import { START, brunoViewing, streamAt } from '../support/builders.ts';
import { ask, listed, live, messageTo, replays, ticketOf } from './directory-support.ts';

afterEach(({ expect }) => {
  for (const { replayed, held } of replays()) expect(replayed).toEqual(held);
});

const bruno = { id: brunoViewing.userId, name: brunoViewing.name, image: null };
const carla = { id: '77', name: 'Carla', image: null };

describe('the numbers beside the views', () => {
  const query: InboxQuery = { instanceId: null, status: 'open', scope: 'all', search: '' };
  const views: ListedViews = {
    mine: ['501', '502'],
    queue: ['503'],
    waiting: ['502'],
    all: ['501', '502', '503'],
    finished: 7,
  };

  test('unknown until the server listed them', () => {
    const app = live(brunoViewing, ticketOf(1));
    expect(app.directory.viewCounts.getSnapshot()).toBeNull();
  });

  test('a ticket that isn’t loaded counts as listed, then as it is heard of, and once', () => {
    const app = live(brunoViewing, ticketOf(1, { owner: bruno, notResponded: true }));
    app.append(listed(ask(app), [], { query, views, purpose: 'page' }));
    const counts = () => app.directory.viewCounts.getSnapshot();
    expect(counts()).toEqual({ mine: 2, queue: 1, flow: 0, waiting: 1, snoozed: 0, all: 3, finished: 7 });
    app.append(messageTo(2, 11, { owner: bruno, notResponded: true }));
    expect(counts()).toEqual({ mine: 2, queue: 1, flow: 0, waiting: 0, snoozed: 0, all: 3, finished: 7 });
    app.append(messageTo(3, 12, { owner: carla, notResponded: false }));
    expect(counts()).toEqual({ mine: 2, queue: 0, flow: 0, waiting: 0, snoozed: 0, all: 2, finished: 7 });
  });

  describe('one of Bruno’s, and the finished of a list', () => {
    function aList() {
      const app = live(brunoViewing, ticketOf(1, { owner: bruno }), ticketOf(2, { owner: bruno }));
      app.append(listed(ask(app), [], { query, views, purpose: 'page' }));
      const told = (at: number, finishedAt: number | null) => ({
        ...ticketOf(at, { owner: bruno, finishedAt }),
        pinned: null,
      });
      const closed = (at: number, seq: number): AppEvent => ({
        type: 'ticket.closed',
        ticket: told(at, START),
        by: null,
        stream: streamAt(seq),
      });
      const reopened = (at: number, seq: number): AppEvent => ({
        type: 'customer.arrived',
        ticket: told(at, null),
        reopened: true,
        stream: streamAt(seq),
      });
      return { app, closed, reopened };
    }
    const numbers = ({ app }: ReturnType<typeof aList>) => {
      const { mine, finished } = app.directory.viewCounts.getSnapshot() ?? {};
      return { mine, finished };
    };

    test('a finish that is told twice counts once', () => {
      const list = aList();
      list.app.append(list.closed(1, 11), list.closed(1, 11), list.closed(1, 12));
      expect(numbers(list)).toEqual({ mine: 1, finished: 8 });
    });

    test('finished, open again, finished again -> counted each time, and each once', () => {
      const list = aList();
      list.app.append(list.closed(1, 11));
      expect(numbers(list)).toEqual({ mine: 1, finished: 8 });
      list.app.append(list.reopened(1, 12), list.reopened(1, 13));
      expect(numbers(list)).toEqual({ mine: 2, finished: 7 });
      list.app.append(list.closed(1, 14), list.closed(1, 15));
      expect(numbers(list)).toEqual({ mine: 1, finished: 8 });
    });

    test('one finished before the list is open again -> one less', () => {
      const list = aList();
      list.app.append(list.reopened(2, 11));
      expect(numbers(list).finished).toBe(6);
    });

    test('two are finished -> both count, whatever happens to the other', () => {
      const list = aList();
      list.app.append(list.closed(1, 11), list.closed(2, 12), list.reopened(1, 13));
      expect(numbers(list)).toEqual({ mine: 1, finished: 8 });
    });
  });

  test('in a flow, and put aside: those that aren’t loaded and those that are, each once', () => {
    const inFlow = { owner: null, inFlow: true, notResponded: true } as const;
    const aside = { owner: bruno, snoozedUntil: START, notResponded: false } as const;
    const app = live(brunoViewing, ticketOf(1, inFlow), ticketOf(2, aside));
    const listedViews: ListedViews = {
      mine: [],
      queue: [],
      flow: ['501', '503', '504', '505'],
      waiting: [],
      snoozed: ['502', '506', '507', '508'],
      all: ['501', '502', '503', '504', '505', '506', '507', '508'],
      finished: 0,
    };
    app.append(listed(ask(app), [], { query, views: listedViews, purpose: 'page' }));
    const counts = () => app.directory.viewCounts.getSnapshot();
    expect(counts()).toMatchObject({ queue: 0, flow: 4, snoozed: 4, all: 8 });
    // The flow left one to the queue, and Bruno took one back that was put aside.
    app.append(messageTo(3, 11, { owner: null, notResponded: true }));
    app.append(messageTo(6, 12, { owner: bruno, notResponded: true }));
    expect(counts()).toMatchObject({ mine: 1, queue: 1, flow: 3, snoozed: 3, all: 8 });
  });
});
