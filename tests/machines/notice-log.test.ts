import { describe, expect, test } from 'vitest';
import type { Ticket } from '../../src/machines/entities/entities.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import type { FrameEvent } from '../../src/machines/log/events-chat.ts';
import { selectListedNotices, selectUnreadNotices } from '../../src/machines/notification/notice-log.selectors.ts';
import { noticeClearTimer, noticeStayTimer } from '../../src/machines/notification/notification.machine.ts';
import { selectNotice } from '../../src/machines/notification/notification.selectors.ts';
import {
  ANA,
  BRUNO,
  CARLA,
  START,
  aTransfer,
  anaViewing,
  brunoViewing,
  carlaViewing,
  streamAt,
} from '../support/builders.ts';
import { transferArrived, transferRemoved } from '../support/builders-events.ts';
import { anApp, greeting, listed, live, opening, ticketOf } from './directory-support.ts';

type Held = ReturnType<typeof anApp>;

const entries = ({ directory }: Held) => selectListedNotices(directory.noticeLog.getSnapshot());
const unread = ({ directory }: Held) => selectUnreadNotices(directory.noticeLog.getSnapshot());
/** The title and the values of what is on the screen. */
const onScreen = ({ directory }: Held, part: 'title' | 'body' = 'title') =>
  directory.notices.getSnapshot().map((id) => {
    const actor = directory.notice(id);
    if (actor === undefined) throw new Error(`${id} is gone`);
    const said = selectNotice(actor.getSnapshot())[part];
    return said.kind === 'message' ? [said.id, said.values] : said.words;
  });

function chat(n: number, seq: number): AppEvent {
  const { id, customer, instance } = ticketOf(n);
  const [customerId, customerName, instanceId] = [customer.id, customer.name, instance.id];
  const at = START + seq * 1000;
  const told = { title: customerName, text: `Oi ${seq}`, attendant: BRUNO, ticketId: id };
  return {
    type: 'notice.arrived',
    noticeId: `${seq}`,
    ...told,
    customerId,
    customerName,
    instanceId,
    at,
    stream: streamAt(seq),
  };
}

function queued(n: number, seq: number, overrides: Partial<Ticket> = {}): AppEvent {
  const ticket = { ...ticketOf(n, { owner: null, unseen: 1, ...overrides }), pinned: null };
  return { type: 'customer.arrived', ticket, stream: streamAt(seq) };
}

function ownedBy(n: number, seq: number, owner: typeof BRUNO | null, previousOwnerId?: string): AppEvent {
  const ticket = { ...ticketOf(n, { owner: owner && { ...owner, image: null } }), pinned: null };
  const previous = previousOwnerId === undefined ? {} : { previousOwnerId };
  return { type: 'ticket.transferred', transfer: null, ticket, by: ANA, ...previous, stream: streamAt(seq) };
}

describe('the list of notices', () => {
  test('messages of one conversation are one entry, with how many came since it was read', () => {
    const app = live(brunoViewing, ticketOf(1), ticketOf(2));
    app.append(chat(1, 11), chat(2, 12), chat(1, 13));
    expect(entries(app).map(({ ticketId, count }) => [ticketId, count])).toEqual([
      ['501', 2],
      ['502', 1],
    ]);
    expect(unread(app)).toBe(2);
    app.append({ type: 'ticket.opened', ticketId: '501' });
    expect(unread(app)).toBe(1);
    // On the screen it is no notice.
    app.append(chat(1, 14));
    expect(entries(app).find(({ ticketId }) => ticketId === '501')).toMatchObject({ id: 'chat:13', isRead: true });
    app.append({ type: 'notices.read', ids: null });
    expect(unread(app)).toBe(0);
  });

  test('read elsewhere, or as the page is looked at again -> read here, and gone from the screen', () => {
    const app = live(brunoViewing, ticketOf(1), ticketOf(2));
    const { customer, instance } = ticketOf(2);
    app.append({ type: 'ticket.opened', ticketId: '501' }, { type: 'page.visibilityChanged', visible: false });
    app.append(chat(1, 11), chat(2, 12));
    expect([unread(app), onScreen(app)]).toEqual([2, ['Cliente 1', 'Cliente 2']]);
    app.append(
      { type: 'page.visibilityChanged', visible: true },
      { type: 'timer.fired', timer: 'notice:chat:11:clear' },
    );
    expect([unread(app), onScreen(app)]).toEqual([1, ['Cliente 2']]);
    const reset = { customerId: customer.id, instanceId: instance.id, upToId: null, unseen: 0 };
    app.append({ type: 'unseen.wasReset', ...reset, stream: streamAt(13) });
    expect(unread(app)).toBe(0);
  });

  test('read or cleared in one tab -> read in the other, and gone from its screen', () => {
    const here = live(brunoViewing, ticketOf(1), ticketOf(2), ticketOf(3));
    const there = live(brunoViewing, ticketOf(1), ticketOf(2), ticketOf(3));
    for (const app of [here, there]) app.append(chat(1, 11), chat(2, 12), chat(3, 13), queued(4, 14));
    const [, second] = here.directory.notices.getSnapshot();
    here.append(
      { type: 'ticket.opened', ticketId: '501' },
      { type: 'notice.cleared', noticeId: second ?? '' },
      { type: 'notice.cleared', noticeId: second ?? '' },
    );
    const told = here.given('notices.tellRead');
    expect(told.map(({ ids }) => ids)).toEqual([['chat:11'], ['chat:12']]);
    for (const { ids } of told) there.append({ type: 'notices.readInOtherTab', ids });
    expect([unread(here), unread(there)]).toEqual([2, 2]);
    // What this tab does not have yet stays unread there.
    there.append(chat(3, 15));
    here.append({ type: 'notices.read', ids: null });
    there.append({ type: 'notices.readInOtherTab', ids: here.given('notices.tellRead').at(-1)?.ids ?? [] });
    expect(entries(there).flatMap(({ id, isRead }) => (isRead ? [] : [id]))).toEqual(['chat:15']);
    for (const id of there.directory.notices.getSnapshot())
      there.append({ type: 'timer.fired', timer: noticeClearTimer(id) });
    expect(onScreen(there)).toEqual(['Cliente 3']);
    expect(there.given('notices.tellRead')).toEqual([]);
  });

  test('what happened while no page was open is listed, and neither shown nor heard', () => {
    const before = live(brunoViewing, ticketOf(1));
    const stored = { position: before.app.log.position, snapshots: before.app.snapshots(), tail: [] };
    const app = anApp(stored);
    app.append(
      opening(brunoViewing),
      ...greeting(12, { attempt: 2, recovered: true }),
      chat(1, 11),
      chat(1, 12),
      listed(3, [ticketOf(1)]),
    );
    expect(entries(app)).toMatchObject([{ count: 2, isMissed: true, at: START + 12_000 }]);
    expect([onScreen(app), app.given('sound.play')]).toEqual([[], []]);
  });

  test('events missed while logged out are listed with their time, once, without toast or sound', () => {
    const app = live(carlaViewing);
    app.append({ type: 'tab.led' });
    const missed = (...rows: readonly { at: number; frame: FrameEvent }[]): AppEvent => ({
      type: 'list.answered',
      list: 'missedNotices',
      request: 1,
      page: {
        list: 'missedNotices',
        rows: rows.map((row) => ({ ...row, id: row.frame.stream.id })),
        total: rows.length,
      },
    });
    const ticket = { ...ticketOf(3, { owner: { ...CARLA, image: null } }), pinned: null };
    const closed = { type: 'ticket.closed', ticket, by: ANA, stream: streamAt(3) } as const;
    app.append(
      missed(
        { at: START + 1, frame: transferArrived(1, {}, true) },
        { at: START + 2, frame: transferRemoved(2, { deletedAt: START + 2 }) },
        { at: START + 3, frame: closed },
        // Newer than the last frame: it comes by itself.
        { at: START + 99, frame: transferArrived(99, { id: '999' }, true) },
      ),
    );
    const told = () => entries(app).map(({ title, at, isMissed, isRead }) => [title, at, isMissed, isRead]);
    const both = [
      [{ kind: 'message', id: 'notice.closed.title', values: {} }, START + 3, true, false],
      [{ kind: 'message', id: 'notice.transfer.removed.title', values: {} }, START + 2, true, false],
    ];
    expect(told()).toEqual(both);
    expect([onScreen(app), app.given('sound.play'), app.given('desktop.show')]).toEqual([[], [], []]);
    app.append({ type: 'notices.read', ids: null }, missed({ at: START + 3, frame: closed }));
    expect([told().length, unread(app)]).toEqual([2, 0]);
    const { position: _p, loggedAt: _l, ...offer } = transferArrived(11, { id: '999' }, true);
    app.append(offer);
    expect([unread(app), onScreen(app).length]).toEqual([1, 1]);
  });

  test('an offer that was answered can’t be accepted from it, and how it ended takes its place', () => {
    const app = live(carlaViewing);
    const { position: _p, loggedAt: _l, ...offer } = transferArrived(11);
    app.append(offer);
    expect(entries(app)).toMatchObject([{ isOffer: true, transferId: '900', isRead: false }]);
    app.append({ type: 'transfer.deleted', transfer: aTransfer({ deletedAt: START }) });
    expect(entries(app)).toMatchObject([{ isOffer: false, transferId: null, isRead: true }]);
  });

  test('windows that shut soon are entries of their own', () => {
    const app = live(brunoViewing);
    const shutting = (n: number, seq: number): AppEvent => ({
      type: 'customer.arrived',
      ticket: ticketOf(n, { owner: { ...BRUNO, image: null }, lastReceivedAt: START }),
      shutting: true,
      stream: streamAt(seq),
    });
    app.append(shutting(1, 11), shutting(2, 12), shutting(1, 13));
    expect(entries(app)).toHaveLength(2);
    expect(onScreen(app)).toHaveLength(1);
    app.append({ type: 'notice.desktopClicked', noticeId: `window:502:${START}` });
    expect(app.given('page.navigate').at(-1)?.to).toContain(encodeURIComponent('/chat/502'));
  });

  test('another person logs in -> empty', () => {
    const app = live(brunoViewing, ticketOf(1));
    app.append(chat(1, 11), { type: 'logout.requested' });
    expect(entries(app)).toEqual([]);
  });
});

describe('the queue', () => {
  test('several are one notice, which shrinks as others take them, and goes with the last', () => {
    const app = live(brunoViewing);
    app.append({ type: 'tab.led' });
    app.append(queued(1, 11), queued(2, 12), queued(3, 13));
    expect(onScreen(app)).toEqual([['notice.queue', { count: 3 }]]);
    expect([entries(app).length, unread(app)]).toEqual([3, 1]);
    expect(app.given('sound.play').map(({ sound }) => sound)).toEqual(['queue', 'queue', 'queue']);
    app.append(ownedBy(2, 14, CARLA));
    expect(onScreen(app)).toEqual([['notice.queue', { count: 2 }]]);
    expect(onScreen(app, 'body')).toEqual([['notice.queue.names', { names: 'Cliente 3, Cliente 1', more: 0 }]]);
    app.append(ownedBy(1, 15, CARLA), ownedBy(3, 16, CARLA));
    expect(entries(app)).toEqual([]);
    expect(app.given('timer.start').at(-1)).toMatchObject({ ms: 300 });
  });

  test('a flow takes one -> it is gone, until the flow hands it over', () => {
    const app = live(brunoViewing);
    app.append(queued(1, 11), queued(2, 12), queued(1, 13, { inFlow: true }));
    expect(entries(app).map(({ ticketId }) => ticketId)).toEqual(['502']);
    expect(onScreen(app)).toEqual([['notice.queue', { count: 1 }]]);
    const ticket = { ...ticketOf(1, { owner: null }), pinned: null };
    app.append({ type: 'ticket.transferred', transfer: null, ticket, by: null, stream: streamAt(14) });
    expect(onScreen(app)).toEqual([['notice.queue', { count: 2 }]]);
  });

  test('its notice is closed -> all of it is read, and no other comes up', () => {
    const app = live(brunoViewing);
    app.append(queued(1, 11), queued(2, 12), queued(3, 13), ownedBy(2, 14, CARLA));
    const [grouped = ''] = app.directory.notices.getSnapshot();
    expect(onScreen(app)).toEqual([['notice.queue', { count: 2 }]]);
    app.append({ type: 'notice.cleared', noticeId: grouped });
    expect([unread(app), app.directory.notices.getSnapshot()]).toEqual([0, [grouped]]);
    app.append({ type: 'timer.fired', timer: noticeClearTimer(grouped) });
    expect(onScreen(app)).toEqual([]);
    // One that is on its way out isn't replaced either.
    app.append(queued(4, 15), queued(5, 16));
    const [last = ''] = app.directory.notices.getSnapshot();
    app.append({ type: 'timer.fired', timer: noticeStayTimer(last) }, ownedBy(4, 17, CARLA));
    expect(app.directory.notices.getSnapshot()).toEqual([last]);
    expect(unread(app)).toBe(1);
  });

  test('frames were lost -> the queue’s notices are cleared, also on the screen', () => {
    const app = live(brunoViewing);
    app.append(queued(1, 11), queued(2, 12), chat(3, 13));
    const again = (attempt: number, recovered: boolean) =>
      app.append(
        { type: 'socket.closed', attempt: attempt - 1, code: 1006, reason: '' },
        { type: 'timer.fired', timer: 'socket:main:retry' },
        ...greeting(13, { attempt, recovered }),
      );
    again(2, true);
    expect(entries(app)).toHaveLength(3);
    again(3, false);
    expect(entries(app).map(({ kind }) => kind)).toEqual(['message']);
    expect(app.given('timer.start').at(-1)).toMatchObject({ ms: 300 });
  });

  test.each([
    ['a colleague’s', { owner: { ...CARLA, image: null } }],
    ['one that is offered to somebody', { pendingTransfer: aTransfer() }],
    ['one that a flow answers', { inFlow: true }],
    ['a blocked customer’s', { customer: { ...ticketOf(1).customer, blacklisted: true } }],
    ['an old conversation that was brought in', { unseen: 0, waitingSince: null }],
  ] as const)('%s is not told', (_name, ticket) => {
    const app = live(brunoViewing);
    app.append(queued(1, 11, ticket));
    expect(entries(app)).toEqual([]);
  });

  test('everybody who may take it is notified, also for another department’s queue', () => {
    const app = live(brunoViewing);
    app.append({
      type: 'user.loaded',
      user: {
        ...BRUNO,
        image: null,
        username: 'bruno',
        email: 'bruno@aurora.example',
        roleName: 'atendente',
        roleLabel: 'Atendente',
        connected: true,
        department: 'Vendas',
        departmentId: '3',
        instances: [],
      },
    });
    app.append(queued(1, 11, { departmentId: '4' }), queued(2, 12, { departmentId: '3' }));
    expect(entries(app)).toHaveLength(2);
  });

  test('an administrator puts an attendant’s ticket back -> the previous owner is notified who did it, the others that it waits', () => {
    const bruno = live(brunoViewing, ticketOf(1));
    const carla = live(carlaViewing);
    const ana = live(anaViewing, ticketOf(1));
    for (const app of [bruno, carla, ana]) app.append(ownedBy(1, 11, null, BRUNO.id));
    const bodies = [bruno, carla, ana].map((app) => entries(app).map(({ title, body }) => [title, body]));
    const queue = { kind: 'message', id: 'notice.queue', values: { count: 1 } };
    expect(bodies[0]).toMatchObject([
      [
        { id: 'notice.transfer.queued.title' },
        { id: 'notice.transfer.queued.manual', values: { sender: ANA.name, customer: 'Cliente 1' } },
      ],
    ]);
    expect(bodies[1]).toMatchObject([[queue, { values: { names: 'Cliente 1' } }]]);
    expect(bodies[2]).toEqual([]);
  });
});

test('quiet hours, or a kind without sound -> listed and shown, and not heard', () => {
  const app = live(brunoViewing, ticketOf(1), ticketOf(2));
  app.append({ type: 'tab.led' });
  app.append({ type: 'noticeSettings.changed', change: { silent: ['mine'], volume: 0.2 } }, chat(1, 11));
  expect(app.given('sound.play')).toEqual([]);
  app.append(queued(3, 12));
  expect(app.given('sound.play')).toEqual([{ type: 'sound.play', sound: 'queue', volume: 0.2 }]);
  const always = { from: 0, to: 0, days: [0, 1, 2, 3, 4, 5, 6], timeZone: 'UTC' };
  app.append({ type: 'noticeSettings.changed', change: { quiet: always } });
  app.append({ type: 'page.visibilityChanged', visible: false }, queued(4, 13), chat(2, 14));
  expect(app.given('sound.play')).toHaveLength(1);
  expect(app.given('desktop.show')).toEqual([]);
  expect([entries(app).length, unread(app)]).toEqual([4, 3]);
});

test('the message limit -> notified once per month and threshold, and not again once cleared', () => {
  const app = live(anaViewing);
  const answered = (percent: number, id = '2026-03'): AppEvent => ({
    type: 'list.answered',
    list: 'messageLimit',
    request: 1,
    page: { list: 'messageLimit', rows: [{ id, sent: 800, limit: 1000, percent }], total: 1 },
  });
  app.append(answered(0), answered(80), answered(80));
  expect(entries(app).map(({ id }) => id)).toEqual(['limit:2026-03:80']);
  app.append({ type: 'notice.cleared', noticeId: 'limit:2026-03:80' });
  expect(app.given('preferences.keep').at(-1)?.preferences.notices).toEqual({ dismissed: ['limit:2026-03:80'] });
  app.append(answered(100), answered(80, '2026-04'));
  expect(entries(app).map(({ id }) => id)).toEqual(['limit:2026-04:80']);
  // It stays theirs: the next person here has their own.
  app.append({ type: 'logout.requested' });
  expect(app.given('preferences.keep').at(-1)?.preferences.notices).toEqual({ dismissed: ['limit:2026-03:80'] });
});
