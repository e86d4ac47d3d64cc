import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { TicketView } from '../../contract/facts/ticket-views.ts';
import type { Ticket } from '../../src/machines/entities/entities.ts';
import { inboxViewsTimer } from '../../src/machines/inbox/inbox.machine.ts';
import type { ViewCounts } from '../../src/machines/inbox/inbox.views.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import type { InboxFilters, InboxQuery, ListedViews } from '../../src/machines/log/events-inbox.ts';
import { socketTimers } from '../../src/machines/socket/socket.context.ts';
import { START, aFailure, aMessage, brunoViewing, streamAt } from '../support/builders.ts';
import { anApp, greeting, listed, opening, replays, ticketOf } from './directory-support.ts';

afterEach(({ expect }) => {
  for (const { replayed, held } of replays()) expect(replayed).toEqual(held);
});

const bruno = { id: brunoViewing.userId, name: brunoViewing.name, image: null };
const carla = { id: '77', name: 'Carla', image: null };
const OWNERS = [null, bruno, carla];

/** The server's rules in other words: Bruno sees his own and the queue. */
function viewsOf(
  tickets: Iterable<Ticket>,
  { instanceId, only }: Pick<InboxQuery, 'instanceId' | 'only'>,
): ListedViews {
  const found = [...tickets].filter(
    ({ customer, finishedAt, instance, notResponded, outcome, owner, unseen }) =>
      (only?.unseen === undefined || (finishedAt === null && unseen > 0)) &&
      (only?.tagId === undefined || (customer.tags ?? []).some(({ id }) => id === only.tagId)) &&
      (only?.blacklisted === undefined || customer.blacklisted) &&
      (instanceId === null || instance.id === instanceId) &&
      (only?.notResponded === undefined || notResponded) &&
      (only?.ended === undefined || finishedAt === null || outcome === only.ended.outcome) &&
      (only?.ownerId === undefined || owner?.id === only.ownerId),
  );
  const open = found.filter(({ finishedAt }) => finishedAt === null);
  const his = open.filter(({ owner }) => owner?.id === bruno.id);
  const isSnoozed = ({ snoozedUntil }: Ticket) => snoozedUntil !== undefined;
  const mine = his.filter((ticket) => !isSnoozed(ticket));
  const unowned = open.filter(({ owner }) => owner === null);
  const ids = (which: readonly Ticket[]) => which.map(({ id }) => id);
  return {
    mine: ids(mine),
    queue: ids(unowned.filter(({ inFlow }) => inFlow !== true)),
    flow: ids(unowned.filter(({ inFlow }) => inFlow === true)),
    waiting: ids(mine.filter(({ notResponded }) => !notResponded)),
    snoozed: ids(his.filter(isSnoozed)),
    all: ids([...his, ...unowned]),
    finished: found.filter(({ finishedAt, owner }) => finishedAt !== null && owner?.id === bruno.id).length,
  };
}

function sizes({ finished, ...views }: ListedViews): ViewCounts {
  const count = (view: TicketView) => new Set(views[view]).size;
  return {
    mine: count('mine'),
    queue: count('queue'),
    flow: count('flow'),
    waiting: count('waiting'),
    snoozed: count('snoozed'),
    all: count('all'),
    finished,
  };
}

type Change =
  | { readonly kind: 'wrote' | 'answered' | 'closed' | 'reopened' | 'snoozed' | 'woken' | 'flow'; readonly n: number }
  | { readonly kind: 'wasRead' | 'blocked' | 'tagged'; readonly n: number }
  | { readonly kind: 'passed'; readonly n: number; readonly to: number };
type Step =
  | { readonly kind: 'open'; readonly n: number }
  | { readonly kind: 'leave'; readonly n: number }
  | Change
  | { readonly kind: 'deliver' | 'read' | 'answer' | 'search' | 'instance' | 'next' | 'broken' | 'narrow' | 'tick' };

const VIP = { id: '7', name: 'VIP', color: 'blue' } as const;
const FILTERS: readonly InboxFilters[] = [
  { notResponded: true },
  { unseen: true },
  {},
  { tagId: VIP.id },
  { ownerId: bruno.id },
  { blacklisted: true },
  { ended: { outcome: 'Vendido' } },
];

const TICKETS = 24;
const n = fc.integer({ min: 1, max: TICKETS });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom(
      ...([
        'wrote',
        'wasRead',
        'blocked',
        'tagged',
        'answered',
        'closed',
        'reopened',
        'snoozed',
        'snoozed',
        'woken',
        'flow',
        'flow',
      ] as const),
    ),
    n,
  }),
  fc.record({ kind: fc.constant('passed' as const), n, to: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ kind: fc.constant('open' as const), n }),
  fc.record({ kind: fc.constant('leave' as const), n }),
  fc.record({
    kind: fc.constantFrom(
      'deliver' as const,
      'deliver' as const,
      'read' as const,
      'answer' as const,
      'search' as const,
      'instance' as const,
      'next' as const,
      'broken' as const,
      'narrow' as const,
      'tick' as const,
    ),
  }),
);

/** A server with its stream, which the page hears of late and in order; answers are read at one moment and come later. */
function aWorld() {
  const app = anApp();
  const tickets = new Map<string, Ticket>();
  for (let at = 1; at <= TICKETS; at += 1) {
    const instance = { id: at % 3 === 0 ? '11' : '10', name: 'Vendas' };
    tickets.set(
      String(500 + at),
      ticketOf(at, { owner: OWNERS[at % 3] ?? null, notResponded: at % 2 === 0, instance }),
    );
  }
  let head = 10;
  let delivered = 10;
  let attempt = 1;
  const frames: { seq: number; event: AppEvent }[] = [];
  const answers: AppEvent[] = [];
  let answered = 0;
  let loaded = 0;

  const seen = ({ owner }: Ticket) => owner === null || owner.id === bruno.id;

  function change(now: Ticket, event: (stream: ReturnType<typeof streamAt>) => AppEvent, was: Ticket): void {
    tickets.set(now.id, now);
    head += 1;
    // Whoever saw it before or sees it now is told.
    if (seen(now) || seen(was)) frames.push({ seq: head, event: event(streamAt(head)) });
  }

  function apply(made: Change): void {
    const was = tickets.get(String(500 + made.n));
    if (was === undefined) return;
    if (made.kind === 'wasRead' || made.kind === 'blocked' || made.kind === 'tagged') {
      applyToPart(made.kind, was);
      return;
    }
    if ((was.finishedAt !== null) !== (made.kind === 'reopened')) return;
    const told = (ticket: Ticket): Ticket => ({ ...ticket, pinned: null });
    const { snoozedUntil: _, inFlow: _flow, ...awake } = was;
    if (made.kind === 'closed') {
      const now = { ...awake, finishedAt: START, notResponded: false };
      change(now, (stream) => ({ type: 'ticket.closed', ticket: told(now), by: null, stream }), was);
    } else if (made.kind === 'reopened') {
      const now = { ...was, finishedAt: null };
      change(now, (stream) => ({ type: 'customer.arrived', ticket: told(now), reopened: true, stream }), was);
    } else if (made.kind === 'passed') {
      const now = { ...awake, owner: OWNERS[made.to] ?? null };
      change(
        now,
        (stream) => ({ type: 'ticket.transferred', transfer: null, ticket: told(now), by: null, stream }),
        was,
      );
    } else if (made.kind === 'flow') {
      // A flow takes it from its owner or the queue, or leaves it in the queue.
      const now = { ...awake, owner: null, ...(was.inFlow !== true && { inFlow: true as const }) };
      change(now, (stream) => ({ type: 'customer.arrived', ticket: told(now), stream }), was);
    } else if (made.kind === 'snoozed' || made.kind === 'woken') {
      if ((made.kind === 'woken') === (was.snoozedUntil === undefined) || was.owner === null) return;
      const now = made.kind === 'woken' ? { ...awake, wokenAt: START } : { ...was, snoozedUntil: START };
      const woken = made.kind === 'woken' ? { woken: true as const } : {};
      change(now, (stream) => ({ type: 'customer.arrived', ticket: told(now), ...woken, stream }), was);
    } else {
      const received = made.kind === 'wrote';
      const message = aMessage({ id: String(5000 + head), ticketId: was.id, received, at: START + head * 1000 });
      const unseen = was.unseen + (received ? 1 : 0);
      const { snoozedUntil: _put, ...open } = was;
      const now = { ...(received ? open : was), notResponded: received, lastMessage: message, unseen };
      change(now, (stream) => ({ type: 'message.arrived', message, ticket: told(now), stream }), was);
    }
  }

  /** What is told of a customer or a conversation, without its ticket. */
  function applyToPart(kind: 'wasRead' | 'blocked' | 'tagged', was: Ticket): void {
    const { customer, instance } = was;
    const customerId = customer.id;
    if (kind === 'wasRead') {
      const event = { type: 'unseen.wasReset', customerId, instanceId: instance.id, upToId: null, unseen: 0 } as const;
      change({ ...was, unseen: 0 }, (stream) => ({ ...event, stream }), was);
    } else if (kind === 'blocked') {
      const blacklisted = !customer.blacklisted;
      const now = { ...was, customer: { ...customer, blacklisted } };
      change(now, (stream) => ({ type: 'customer.blacklisted', customerId, blacklisted, stream }), was);
    } else {
      const tags = (customer.tags ?? []).length > 0 ? [] : [VIP];
      const { name } = customer;
      const now = { ...was, customer: { ...customer, tags } };
      change(now, (stream) => ({ type: 'customer.updated', customerId, name, tags, stream }), was);
    }
  }

  /** The server reads what was asked last. */
  function read(): void {
    const asked = app.given('tickets.fetch').at(-1);
    if (asked === undefined || asked.request <= answered) return;
    answered = asked.request;
    const { query, page, limit, purpose, request, withViews } = asked;
    const views = viewsOf(tickets.values(), query);
    const scope = new Set(views[query.scope]);
    const rows = [...tickets.values()]
      .filter(({ id }) => scope.has(id))
      .toSorted((a, b) => momentOf(b) - momentOf(a) || Number(b.id) - Number(a.id));
    const overrides = {
      query,
      page,
      limit,
      purpose,
      totalPages: Math.ceil(rows.length / limit),
      totalItems: rows.length,
      streamPosition: head,
      ...(withViews === true && { views }),
    };
    answers.push(listed(request, rows.slice((page - 1) * limit, page * limit), overrides));
  }

  /** The server reads the tickets that were asked for by themselves; one that isn't visible is not found. */
  function load(): void {
    const asked = app.given('ticket.fetch');
    for (const { ticketId } of asked.slice(loaded)) {
      const ticket = tickets.get(ticketId);
      const isThere = ticket !== undefined && seen(ticket);
      answers.push(
        isThere
          ? { type: 'ticket.loaded', ticket, streamPosition: head }
          : { type: 'ticket.loadFailed', ticketId, failure: aFailure({ code: 'NOT_FOUND', key: 'error.notFound' }) },
      );
    }
    loaded = asked.length;
  }

  const momentOf = ({ lastMessage, startedAt }: Ticket) => lastMessage?.takenAt ?? startedAt;

  function deliver(): void {
    const frame = frames.shift();
    if (frame === undefined) return;
    delivered = frame.seq;
    app.append(frame.event);
  }

  function answer(): void {
    const next = answers.shift();
    if (next !== undefined) app.append(next);
  }

  /** The frames on the way are lost; the server says so. */
  function breakOff(): void {
    frames.length = 0;
    attempt += 1;
    app.append({ type: 'socket.closed', attempt: attempt - 1, code: 1006, reason: '' });
    app.append({ type: 'timer.fired', timer: socketTimers.retry }, ...greeting(head, { attempt }));
  }

  function settle(): void {
    for (let round = 0; round < 20; round += 1) {
      read();
      load();
      while (answers.length > 0) answer();
      while (frames.length > 0) deliver();
      app.append({ type: 'timer.fired', timer: inboxViewsTimer });
    }
  }

  app.append(opening(brunoViewing), ...greeting(10));
  settle();
  return {
    app,
    settle,
    counts: () => app.directory.viewCounts.getSnapshot(),
    rightly: (query: InboxQuery) => sizes(viewsOf(tickets.values(), query)),
    isInStep: () => frames.length === 0 && answers.length === 0 && delivered <= head,
    take(made: Step, at: number): void {
      if (made.kind === 'deliver') deliver();
      else if (made.kind === 'read') {
        read();
        load();
      } else if (made.kind === 'open') app.append({ type: 'ticket.opened', ticketId: String(500 + made.n) });
      else if (made.kind === 'leave') app.append({ type: 'ticket.left', ticketId: String(500 + made.n) });
      else if (made.kind === 'answer') answer();
      else if (made.kind === 'search') app.append({ type: 'inbox.searched', search: at % 2 === 0 ? 'cliente' : '' });
      else if (made.kind === 'instance')
        app.append({ type: 'instance.chosen', instanceId: at % 2 === 0 ? '10' : null });
      else if (made.kind === 'narrow') app.append({ type: 'inbox.narrowed', only: FILTERS[at % FILTERS.length] ?? {} });
      else if (made.kind === 'next') app.append({ type: 'inbox.endReached' });
      else if (made.kind === 'broken') breakOff();
      else if (made.kind === 'tick') app.append({ type: 'timer.fired', timer: inboxViewsTimer });
      else if ('n' in made) apply(made);
    },
  };
}

describe('the numbers beside the views', () => {
  test('are those of the server’s own sets, whatever happens and in whatever order it is heard of', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const world = aWorld();
        for (const [at, made] of steps.entries()) world.take(made, at);
        world.settle();
        const { query } = world.app.directory.inbox.getSnapshot().context;
        expect(world.counts()).toEqual(world.rightly(query));
      }),
      {
        numRuns: 100,
        seed: 11,
        examples: [
          // Left before its answer came; left out of a list while it was open, then listed again.
          [
            [
              { kind: 'open', n: 18 },
              { kind: 'leave', n: 18 },
            ],
          ],
          [[{ kind: 'open', n: 15 }, { kind: 'broken' }, { kind: 'wrote', n: 21 }]],
        ],
      },
    );
    replays();
  });

  test('left out of a list while it is open -> the connection breaks again -> it counts as listed, once', () => {
    const world = aWorld();
    world.app.append({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'queue' });
    world.settle();
    world.take({ kind: 'open', n: 4 }, 0);
    for (const kind of ['broken', 'read', 'answer', 'broken'] as const) world.take({ kind }, 0);
    expect(world.counts()).toEqual(world.rightly({ instanceId: null, status: 'open', scope: 'all', search: '' }));
  });
});
