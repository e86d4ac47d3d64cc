import { afterEach, describe, expect, test } from 'vitest';
import type { Ticket } from '../../src/machines/entities/entities.ts';
import { inboxViewsTimer } from '../../src/machines/inbox/inbox.machine.ts';
import type { AppEvent, EventOf } from '../../src/machines/log/event.ts';
import type { InboxFilters } from '../../src/machines/log/events-inbox.ts';
import { START, aFailure, aMessage, aTicketAfter, brunoViewing, streamAt } from '../support/builders.ts';
import { anApp, listed, live, messageTo, opening, replays, ticketOf } from './directory-support.ts';

afterEach(({ expect }) => {
  for (const { replayed, held } of replays()) expect(replayed).toEqual(held);
});

const bruno = { id: brunoViewing.userId, name: brunoViewing.name, image: null };
const VIP = { id: '7', name: 'VIP', color: 'blue' } as const;

describe('the order by longest wait', () => {
  test('who waits since longest first, then the answered by newest message', () => {
    const waiting = (at: number, since: number | null) => ticketOf(at, { owner: bruno, waitingSince: since });
    const app = live(
      brunoViewing,
      waiting(1, null),
      waiting(2, START - 60_000),
      waiting(3, START - 90_000),
      waiting(4, null),
    );
    expect(app.rows()).toEqual(['501', '502', '503', '504']);
    app.append({ type: 'inbox.sorted', sort: 'longest_wait' });
    expect(app.rows()).toEqual(['503', '502', '501', '504']);
    app.append(messageTo(4, 11, { owner: bruno, waitingSince: START - 95_000 }));
    expect(app.rows()).toEqual(['504', '503', '502', '501']);
  });
});

test('the finished are sorted by their end, not by later messages of the conversation', () => {
  const ended = (at: number, finishedAt: number) => ticketOf(at, { owner: bruno, finishedAt });
  const app = live(brunoViewing);
  app.append({ type: 'inbox.filtered', instanceId: null, status: 'finished', scope: 'mine' });
  const asked = app.given('tickets.fetch').at(-1);
  const rows = [ended(3, START - 1_000), ended(1, START - 2_000), ended(2, START - 3_000)];
  app.append(listed(asked?.request ?? 0, rows, { purpose: 'page', ...(asked && { query: asked.query }) }));
  const later = aMessage({ id: '9000', ticketId: '602', at: START });
  const next = aTicketAfter(later, { ...ticketOf(2), id: '602', owner: bruno, pinned: null });
  app.append({ type: 'message.arrived', message: later, ticket: next, stream: streamAt(11) });
  expect(app.rows()).toEqual(['503', '501', '502']);
});

test('a draft in a finished conversation of the list is among the unsent once it is left', () => {
  const app = live(brunoViewing);
  app.append({ type: 'inbox.filtered', instanceId: null, status: 'finished', scope: 'mine' });
  app.append(answered(app, { items: [ticketOf(1, { owner: bruno, finishedAt: START - 1_000 })] }));
  app.append({ type: 'ticket.opened', ticketId: '501' }, { type: 'draft.changed', ticketId: '501', text: 'Obrigado' });
  expect(app.directory.unsent.getSnapshot()).toEqual([]);
  app.append({ type: 'ticket.left', ticketId: '501' });
  expect(app.rows()).toEqual(['501']);
  expect(app.directory.unsent.getSnapshot()).toEqual(['101@10']);
});

test('a note’s draft is discarded -> the note’s is removed from the disk, and the message’s stays', () => {
  const { append, after } = live(brunoViewing, ticketOf(1));
  append({ type: 'draft.changed', ticketId: '501', text: 'Olá' });
  append({ type: 'noteDraft.changed', ticketId: '501', text: 'Ligar amanhã' });
  const ids = { customerId: '101', instanceId: '10' } as const;
  expect(after({ type: 'draft.discarded', ...ids, of: 'note' })).toEqual([
    { type: 'draft.keep', ...ids, text: '', of: 'note' },
  ]);
});

/** The answer to the last fetch, without rows. */
function answered(app: ReturnType<typeof live>, overrides: Partial<EventOf<'tickets.listed'>>): AppEvent {
  const asked = app.given('tickets.fetch').at(-1);
  if (asked === undefined) throw new Error('Nothing was asked for.');
  const { request, query, page, limit, purpose } = asked;
  return listed(request, [], { query, page, limit, purpose, streamPosition: 10, ...overrides });
}

describe('filters', () => {
  const narrow = (only: InboxFilters): AppEvent => ({ type: 'inbox.narrowed', only });
  const his = (at: number, overrides: Partial<Ticket> = {}) => ticketOf(at, { owner: bruno, ...overrides });

  test('by owner, department, answer and block, on what is held and on frames', () => {
    const app = live(
      brunoViewing,
      his(1, { notResponded: true, departmentId: '8' }),
      his(2, { notResponded: false }),
      his(3, { owner: null, notResponded: true, customer: { ...ticketOf(3).customer, blacklisted: true } }),
    );
    app.append(narrow({ notResponded: true }));
    expect(app.rows()).toEqual(['501', '503']);
    app.append(narrow({ notResponded: true, ownerId: bruno.id }));
    expect(app.rows()).toEqual(['501']);
    app.append(narrow({ departmentId: '8' }));
    expect(app.rows()).toEqual(['501']);
    app.append(narrow({ blacklisted: true }));
    expect(app.rows()).toEqual(['503']);
    app.append(narrow({ notResponded: true }), messageTo(2, 11, { owner: bruno, notResponded: true }));
    expect(app.rows()).toEqual(['502', '501', '503']);
    app.append(narrow({}));
    expect(app.rows()).toEqual(['502', '501', '503']);
  });

  test('by a tag of the customer, which a frame may bring', () => {
    const tag = { id: '7', name: 'VIP', color: 'blue' } as const;
    const app = live(brunoViewing, his(1, { customer: { ...ticketOf(1).customer, tags: [tag] } }), his(2));
    app.append(narrow({ tagId: '7' }));
    expect(app.rows()).toEqual(['501']);
    expect(app.given('tickets.fetch').at(-1)?.query.only).toEqual({ tagId: '7' });
    const { customer } = ticketOf(2);
    app.append({
      type: 'customer.updated',
      customerId: customer.id,
      name: customer.name,
      tags: [tag],
      stream: streamAt(11),
    });
    expect(app.rows()).toEqual(['501', '502']);
  });

  test('the unread: one that is opened stays until it is left, and isn’t counted', () => {
    const app = live(brunoViewing, his(1, { unseen: 2 }), his(2), his(3, { unseen: 1 }));
    app.append(narrow({ unseen: true }));
    expect(app.rows()).toEqual(['501', '503']);
    const empty = { mine: [], queue: [], waiting: [], all: [], finished: 0 };
    app.append(answered(app, { views: { ...empty, mine: ['501', '503'], all: ['501', '503'] } }));
    expect(app.directory.viewCounts.getSnapshot()).toMatchObject({ mine: 2, all: 2 });
    app.append({ type: 'page.visibilityChanged', visible: true }, { type: 'ticket.opened', ticketId: '501' });
    expect(app.rows()).toEqual(['501', '503']);
    expect(app.directory.viewCounts.getSnapshot()).toMatchObject({ mine: 1, all: 1 });
    app.append({ type: 'ticket.left', ticketId: '501' });
    expect(app.rows()).toEqual(['503']);
    app.append(messageTo(2, 11, { owner: bruno }));
    expect(app.rows()).toEqual(['502', '503']);
  });

  test('the unread: one that is open on a hidden page and was read elsewhere stays until it is left', () => {
    const app = live(brunoViewing, his(1, { unseen: 2 }), his(2, { unseen: 1 }));
    app.append(narrow({ unseen: true }));
    app.append({ type: 'page.visibilityChanged', visible: false }, { type: 'ticket.opened', ticketId: '501' });
    const { customer, instance } = ticketOf(1);
    const ids = { customerId: customer.id, instanceId: instance.id };
    app.append({ type: 'unseen.wasReset', ...ids, upToId: null, unseen: 0, stream: streamAt(11) });
    expect(app.rows()).toEqual(['501', '502']);
    app.append({ type: 'ticket.left', ticketId: '501' });
    expect(app.rows()).toEqual(['502']);
  });

  const { customer, instance } = ticketOf(1);
  const ofCustomer = { customerId: customer.id, name: customer.name };
  test.each([
    ['the unread', { unseen: true }, { type: 'unseen.wasReset', instanceId: instance.id, upToId: null, unseen: 0 }],
    ['those of a tag', { tagId: VIP.id }, { type: 'customer.updated', tags: [] }],
    ['the blocked', { blacklisted: true }, { type: 'customer.blacklisted', blacklisted: false }],
  ] as const)(
    '%s: news of one that isn’t loaded -> the numbers are asked for again, and nothing is guessed',
    (...row) => {
      const [, only, told] = row;
      const app = live(brunoViewing);
      app.append(narrow(only));
      const views = (...mine: string[]) => ({ mine, queue: [], waiting: [], all: mine, finished: 0 });
      app.append(answered(app, { views: views('501', '502') }));
      const news = (seq: number): AppEvent => ({ ...ofCustomer, ...told, stream: streamAt(seq) });
      const tick: AppEvent = { type: 'timer.fired', timer: inboxViewsTimer };
      const fetches = () => app.given('tickets.fetch').filter(({ purpose }) => purpose === 'views').length;
      expect(app.after(news(11), news(12)).filter(({ type }) => type === 'timer.start')).toHaveLength(1);
      app.append(tick, tick);
      expect(fetches()).toBe(1);
      // Read by the server before the second frame: asked for again.
      app.append(answered(app, { views: views('502'), streamPosition: 11 }), tick);
      expect(fetches()).toBe(2);
      const { request } = app.given('tickets.fetch').at(-1) ?? { request: 0 };
      app.append({ type: 'tickets.listFailed', request, failure: aFailure() }, tick);
      expect(fetches()).toBe(3);
      const closed = { ...ticketOf(2, { owner: bruno, finishedAt: START }), pinned: null };
      app.append({ type: 'ticket.closed', ticket: closed, by: null, stream: streamAt(13) });
      app.append(answered(app, { views: views('502', '503'), streamPosition: 12 }), tick);
      expect(fetches()).toBe(3);
      expect(app.directory.viewCounts.getSnapshot()).toMatchObject({ mine: 1, all: 1 });
    },
  );

  test('by their end: one is reopened, of which nobody knows any more when it had ended -> asked for again, none subtracted', () => {
    const app = live(brunoViewing);
    app.append({ type: 'inbox.filtered', instanceId: null, status: 'finished', scope: 'mine' });
    app.append(narrow({ ended: { outcome: 'Vendido' } }));
    const views = { mine: [], queue: [], waiting: [], all: [], finished: 3 };
    app.append(answered(app, { views }));
    const ticket = { ...his(2), pinned: null };
    const commands = app.after({ type: 'customer.arrived', ticket, reopened: true, stream: streamAt(11) });
    expect(commands.map((command) => 'timer' in command && command.timer)).toContain(inboxViewsTimer);
    expect(app.directory.viewCounts.getSnapshot()?.finished).toBe(3);
  });

  test('are asked of the server, kept as a preference, and there again on the next page', () => {
    const app = live(brunoViewing);
    app.append(narrow({ ownerId: '9' }));
    expect(app.given('tickets.fetch').at(-1)?.query.only).toEqual({ ownerId: '9' });
    const kept = app.given('preferences.keep').at(-1)?.preferences;
    expect(kept?.inboxFilters).toEqual({ ownerId: '9' });
    const next = anApp();
    next.append(opening(brunoViewing, kept === undefined ? {} : { preferences: kept }));
    expect(next.given('tickets.fetch').at(-1)?.query.only).toEqual({ ownerId: '9' });
  });
});

test('view and order are kept, and there again on the next page; the finished are not', () => {
  const app = live(brunoViewing);
  app.append({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'queue' });
  app.append({ type: 'inbox.sorted', sort: 'longest_wait' });
  app.append({ type: 'inbox.filtered', instanceId: null, status: 'finished', scope: 'mine' });
  const preferences = app.given('preferences.keep').at(-1)?.preferences;
  const next = anApp();
  next.append(opening(brunoViewing, preferences === undefined ? {} : { preferences }));
  expect(next.given('tickets.fetch').at(-1)?.query).toMatchObject({
    status: 'open',
    scope: 'queue',
    sort: 'longest_wait',
  });
});

test('a search finds names whatever their accents, and a protocol by its beginning', () => {
  const named = (at: number, name: string, protocol: string) =>
    ticketOf(at, { owner: bruno, protocol, customer: { ...ticketOf(at).customer, name } });
  const app = live(brunoViewing, named(1, 'Zoraide Ávila', '20261123-000017'), named(2, 'Joao', '20261123-000018'));
  app.append({ type: 'inbox.searched', search: 'avila' });
  expect(app.rows()).toEqual(['501']);
  app.append({ type: 'inbox.searched', search: 'JOÃO' });
  expect(app.rows()).toEqual(['502']);
  app.append({ type: 'inbox.searched', search: '20261123-000017' });
  expect(app.rows()).toEqual(['501']);
});

describe('rows with a third line', () => {
  const his = (at: number, overrides: Partial<Ticket> = {}) => ticketOf(at, { owner: bruno, ...overrides });
  const tagged = (at: number) => ({ customer: { ...ticketOf(at).customer, tags: [VIP] } });
  const tall = ({ directory }: ReturnType<typeof live>) => directory.ticketOrder.getSnapshot().tall;

  test('follow tags, owner, snooze and view', () => {
    const app = live(brunoViewing, his(1, tagged(1)), his(2), his(3), ticketOf(4, { owner: null }));
    app.append({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'all' });
    expect(tall(app)).toEqual([true, false, false, true]);
    app.append({ type: 'customer.updated', customerId: '102', name: 'Cliente 2', tags: [VIP], stream: streamAt(11) });
    expect(tall(app)).toEqual([true, true, false, true]);
    app.append({ type: 'customer.arrived', ticket: his(3, { snoozedUntil: START + 60_000 }), stream: streamAt(12) });
    expect(tall(app)).toEqual([true, true, true, true]);
    app.append(messageTo(4, 13, { owner: bruno }));
    expect([app.rows()[0], tall(app)]).toEqual(['504', [false, true, true, true]]);
  });
});
