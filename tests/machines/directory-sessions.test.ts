import { afterEach, describe, expect, test } from 'vitest';
import { createApp } from '../../src/machines/app.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { BRUNO, CARLA, START, aFailure, aTransfer, aUser, anaViewing, brunoViewing } from '../support/builders.ts';
import { anApp, greeting, listed, live, messageTo, opening, replays, ticketOf } from './directory-support.ts';
import { opened, preferences, storedSessionOf } from './session-support.ts';

/** Whatever was done to them: a replay comes to the same. */
afterEach(({ expect }) => {
  for (const { replayed, held } of replays()) expect(replayed).toEqual(held);
});

describe('sessions', () => {
  const unauthorized: AppEvent = { type: 'call.unauthorized', call: 'c', generation: 1, status: 'Unauthorized' };
  const loginAs = (userId: string, generation: number): AppEvent[] => [
    { type: 'login.submitted', path: 'graphql', email: 'x@y', secret: 's', remember: false, to: null },
    {
      type: 'login.succeeded',
      generation,
      token: 't',
      user: aUser({ id: userId }),
      routes: [],
      originBackoffice: false,
    },
  ];

  test('logging out drops everything that was held', () => {
    const { append, app, rows, unseen, given } = live(brunoViewing, ticketOf(1, { unseen: 2 }), ticketOf(2));
    append({ type: 'logout.requested' });
    expect(rows()).toEqual([]);
    expect(unseen()).toBe(0);
    expect([...app.snapshots().keys()].toSorted()).toEqual(['auth', 'inbox', 'noticeLog', 'order', 'shell', 'socket']);
    expect(given('socket.close')).toHaveLength(1);
    append(messageTo(1, 11), listed(2, [ticketOf(1)]));
    expect(rows()).toEqual([]);
  });

  test('logged out in another tab -> nothing is left here either, and the server isn’t called again', () => {
    const { append, app, rows, given } = live(brunoViewing, ticketOf(1, { unseen: 2 }));
    append({ type: 'logout.inOtherTab' });
    expect(rows()).toEqual([]);
    expect([...app.snapshots().keys()].toSorted()).toEqual(['auth', 'inbox', 'noticeLog', 'order', 'shell', 'socket']);
    expect(given('page.navigate').at(-1)).toMatchObject({ to: '/login', returnHere: false });
    expect([given('token.clear'), given('tabs.leave'), given('logout.send')].map(({ length }) => length)).toEqual([
      1, 1, 0,
    ]);
  });

  test('the leading tab stores the log and takes over the outbox; without “stay logged in” none is stored or left', () => {
    const { append, given } = live(brunoViewing);
    append({ type: 'tab.led' });
    expect([given('log.keep'), given('log.drop')]).toEqual([[], [{ type: 'log.drop', userId: '2' }]]);
    expect(given('outbox.load')).toHaveLength(2);
    const remembered = anApp();
    const {
      position: _position,
      loggedAt: _loggedAt,
      ...start
    } = opened({ ...storedSessionOf(brunoViewing), remembered: true });
    remembered.append(start, { type: 'tab.led' });
    expect(remembered.given('log.keep')).toEqual([{ type: 'log.keep', userId: '2' }]);
  });

  test('only the tab that leads sounds, and the desktop is quiet while another is in view', () => {
    const offer = (seq: number): AppEvent => ({
      ...messageTo(1, seq),
      type: 'transfer.arrived',
      transfer: aTransfer({ id: String(900 + seq), ticketId: '501', triggeredBy: CARLA, nextOwner: BRUNO }),
      by: CARLA,
      addressed: true,
    });
    const { append, given } = live(brunoViewing, ticketOf(1));
    append(
      { type: 'desktop.permissionChanged', permission: 'granted' },
      { type: 'page.visibilityChanged', visible: false },
    );
    append(offer(11));
    expect([given('sound.play'), given('desktop.show')]).toEqual([[], []]);
    append({ type: 'tab.led' }, offer(12));
    expect([given('sound.play').length, given('desktop.show').length]).toEqual([1, 1]);
    append({ type: 'tab.otherViewed', viewed: true }, offer(13));
    expect([given('sound.play').length, given('desktop.show').length]).toEqual([2, 1]);
  });

  test('another visible tab has the conversation on its screen -> no notice of it here; this tab announces its own tickets', () => {
    const { append, app, given } = live(brunoViewing, ticketOf(1));
    const note = (id: string): AppEvent => ({
      type: 'line.changed',
      customerId: '101',
      instanceId: '10',
      stream: messageTo(1, Number(id)).stream,
      line: {
        id,
        kind: 'note',
        ticketId: '501',
        protocol: 'p',
        at: 0,
        afterId: '0',
        by: CARLA,
        from: null,
        to: null,
        text: 'Olha isto',
        mentions: [BRUNO],
        clientId: null,
        edited: false,
        deleted: false,
        version: 1,
      },
    });
    const shown = () => app.directory.notices.getSnapshot().filter((id) => id.startsWith('mention:'));
    append({ type: 'tab.otherViewed', viewed: true, tickets: ['501'] }, note('11'));
    expect(shown()).toEqual([]);
    append({ type: 'tab.otherViewed', viewed: true, tickets: [] }, note('12'));
    expect(shown()).toEqual(['mention:12']);
    // The tabs of the page before are none of this one's.
    append({ type: 'tab.otherViewed', viewed: true, tickets: ['501'] }, opening(brunoViewing), note('13'));
    expect(shown()).toContain('mention:13');
    append({ type: 'ticket.opened', ticketId: '501' }, { type: 'ticket.left', ticketId: '501' });
    expect(given('tabs.tellShown').map(({ ticketIds }) => ticketIds)).toEqual([['501'], []]);
  });

  test('what is written in another tab is written here, and not kept once more', () => {
    const { append, app, given } = live(brunoViewing, ticketOf(1));
    append({ type: 'draft.receivedFromTab', customerId: '101', instanceId: '10', text: 'Bom dia' });
    expect(app.directory.conversation('101@10')?.getSnapshot().context.draft).toBe('Bom dia');
    append({ type: 'preferences.receivedFromTab', preferences: { ...preferences, theme: 'dark', sidebarOpen: true } });
    expect(app.directory.shell.getSnapshot().context.preferences).toMatchObject({ theme: 'dark', sidebarOpen: false });
    expect([given('draft.keep'), given('preferences.keep')]).toEqual([[], []]);
  });

  test('the next person has their own preferences, and their list is asked for as they left it', () => {
    const { append, app, given } = live(brunoViewing, ticketOf(1));
    append(
      { type: 'sound.toggled' },
      { type: 'inbox.narrowed', only: { unseen: true } },
      { type: 'logout.requested' },
      { type: 'logout.finished', generation: 1 },
    );
    const theirs = { ...preferences, theme: 'dark', inboxScope: 'mine', inboxFilters: { tagId: '4' } } as const;
    const kept = given('preferences.keep').length;
    append(
      ...loginAs('9', 3).map((each) => (each.type === 'login.succeeded' ? { ...each, preferences: theirs } : each)),
    );
    expect(app.directory.shell.getSnapshot().context.preferences).toEqual(theirs);
    expect(given('tickets.fetch').at(-1)?.query).toMatchObject({ scope: 'mine', only: { tagId: '4' } });
    // Bruno's stay as they were.
    expect(given('preferences.keep')).toHaveLength(kept);
  });

  test('the next person’s numbers beside the views have nothing of the one before', () => {
    const { append, app, given } = live(brunoViewing, ticketOf(1), ticketOf(2));
    append({ type: 'logout.requested' }, { type: 'logout.finished', generation: 1 }, ...loginAs('9', 3));
    const { request = 0, query } = given('tickets.fetch').at(-1) ?? {};
    const views = { mine: [], queue: ['503'], waiting: [], all: ['503'], finished: 0 };
    append(listed(request, [], { purpose: 'page', ...(query && { query }), views }));
    expect(app.directory.viewCounts.getSnapshot()).toMatchObject({ mine: 0, queue: 1, all: 1 });
  });

  test('the chosen instance is no longer theirs -> the list is of all', () => {
    const { append, app, given } = live(brunoViewing, ticketOf(1));
    append({ type: 'instance.chosen', instanceId: '10' });
    expect(given('tickets.fetch').at(-1)?.query.instanceId).toBe('10');
    append({ type: 'instances.listed', instances: [] });
    expect(given('tickets.fetch').at(-1)?.query.instanceId).toBeNull();
    expect(app.directory.shell.getSnapshot().context.preferences.activeInstanceId).toBeNull();
  });

  test('after a logout the same person begins afresh', () => {
    const { append, given } = live(brunoViewing, ticketOf(1));
    append({ type: 'logout.requested' }, { type: 'logout.finished', generation: 1 }, ...loginAs('2', 3));
    append({ type: 'socket.ticketIssued', attempt: 2, ticket: 't' });
    expect(given('socket.open').at(-1)).toMatchObject({ attempt: 2, since: null });
  });

  test('a pin that fails after the session ended: what is held goes back to its order', () => {
    const { append, rows } = live(brunoViewing, ticketOf(1), ticketOf(2));
    append({ type: 'customer.pinToggled', customerId: '102', pinned: true }, unauthorized);
    expect(rows()).toEqual(['502', '501']);
    append({ type: 'customer.pinFailed', customerId: '102', pinned: true, failure: aFailure() });
    expect(rows()).toEqual(['501', '502']);
  });

  test('a session that ends by itself keeps the same person’s conversations', () => {
    const { append, rows, given } = live(brunoViewing, ticketOf(1));
    append(unauthorized);
    expect(given('page.navigate').at(-1)).toMatchObject({ to: '/login', returnHere: true });
    append(...loginAs('2', 3));
    expect(rows()).toEqual(['501']);
    append({ type: 'socket.ticketIssued', attempt: 2, ticket: 't' });
    expect(given('socket.open').at(-1)).toMatchObject({ since: 10, epoch: 'epoch-1' });
  });

  test('but not for another person', () => {
    const { append, rows } = live(brunoViewing, ticketOf(1));
    append(unauthorized, ...loginAs('3', 3));
    expect(rows()).toEqual([]);
  });

  test('a renewed token brings a socket back that needed a login', () => {
    const { append, given } = anApp();
    append(opening(brunoViewing));
    const failure = aFailure({ code: 'UNAUTHENTICATED', key: 'error.session.expired' });
    append({ type: 'socket.ticketFailed', attempt: 1, failure });
    append({ type: 'token.refreshed', generation: 1, token: 't2', routes: ['chat'] });
    expect(given('socket.fetchTicket').map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  test('the attendance taken away and given back: what was written meanwhile is fetched, though no frame is missing', () => {
    const { append, given, rows } = live(brunoViewing, ticketOf(1));
    const asked = given('tickets.fetch').length;
    append({ type: 'permissions.listed', routes: [] });
    expect(given('tickets.fetch')).toHaveLength(asked);
    append({ type: 'permissions.listed', routes: ['chat'] });
    expect(given('tickets.fetch').at(-1)).toMatchObject({ purpose: 'resync' });
    append({ type: 'permissions.listed', routes: ['chat', 'users'] });
    expect(given('tickets.fetch')).toHaveLength(asked + 1);
    append(listed(3, [ticketOf(1), ticketOf(2)], { purpose: 'resync', streamPosition: 12 }));
    expect(rows().toSorted()).toEqual(['501', '502']);
  });

  test('taken away, and given back while no page was open: a page that opens asks what was written meanwhile', () => {
    const { append, given, rows } = live(brunoViewing, ticketOf(1));
    const target = { kind: 'queue' } as const;
    append(
      { type: 'network.changed', online: false },
      { type: 'transfer.drafted', ticketId: '501' },
      { type: 'transfer.submitted', ticketId: '501', clientId: 'c-1', target, previousOwner: null },
      { type: 'permissions.listed', routes: [] },
      opening(brunoViewing),
    );
    // What the page before submitted comes back from the outbox.
    expect([given('outbox.putAction').length, given('transfer.queue').length]).toEqual([1, 0]);
    const { purpose, request = 0 } = given('tickets.fetch').at(-1) ?? {};
    expect(purpose).toBe('resync');
    append(listed(request, [ticketOf(2)], { purpose: 'resync', streamPosition: 12 }));
    expect(rows()).toEqual(['502']);
  });

  test('a page that opens begins with the instance chosen before', () => {
    const { append, given } = anApp();
    const {
      position: _position,
      loggedAt: _loggedAt,
      ...start
    } = opened(storedSessionOf(anaViewing), {
      preferences: { ...preferences, activeInstanceId: '10' },
    });
    append(start);
    expect(given('tickets.fetch')[0]?.query).toEqual({ instanceId: '10', status: 'open', scope: 'all', search: '' });
  });
});

describe('commands', () => {
  test('are run when the whole event is folded', () => {
    let rowsThen: readonly string[] = [];
    const app = createApp({
      now: () => START,
      onCommand: ({ type }) => {
        if (type === 'unseen.reset') rowsThen = app.directory.ticketOrder.getSnapshot().ids;
      },
    });
    const openFirst = [opening(brunoViewing), ...greeting(10), listed(2, [ticketOf(1), ticketOf(2)])];
    for (const event of [...openFirst, { type: 'ticket.opened', ticketId: '502' } as const]) app.append(event);
    rowsThen = [];
    app.append(messageTo(2, 11));
    expect(rowsThen).toEqual(['502', '501']);
  });

  test('what an adapter appends at once waits for the event before it', () => {
    const types: string[] = [];
    const app = createApp({
      now: () => START,
      onCommand: (command) => {
        if (command.type === 'instances.fetch') app.append({ type: 'instances.listed', instances: [] });
      },
    });
    app.log.subscribe(({ type }) => types.push(type));
    app.append(opening(brunoViewing));
    expect(types).toEqual(['app.opened', 'instances.listed']);
    expect(app.directory.shell.getSnapshot().context.instances).toEqual([]);
  });
});
