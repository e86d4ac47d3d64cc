import { assign, emit, enqueueActions, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import { CHAT_PAGE_SIZE, PAGE_SIZE_MAX } from '../../../contract/facts/limits.ts';
import { RESYNC_RETRY_MS, VIEWS_RENEW_MS } from '../limits.ts';
import type { Command } from '../log/command.ts';
import type { InboxQuery } from '../log/events-inbox.ts';
import { timerName } from '../log/timers.ts';
import { initialContext } from './inbox.context.ts';
import type { InboxContext } from './inbox.context.ts';
import { sameFilters, sameQuery } from './matches.ts';
import {
  isPinned,
  noPins,
  restartedPins,
  withFailedPin,
  withListedPins,
  withPinUpdate,
  withWantedPin,
} from './inbox.pins.ts';
import { nothingUnheld, ticketsSince, withFrame, withListedUnseen, withoutUnseen } from './inbox.unheld.ts';
import { listedViews, noViews, outdatedViews, isNewFinish, withFinished, withoutKnown } from './inbox.views.ts';
import { queryAfter } from './inbox.query.ts';
import type { InboxInput } from './inbox.query.ts';
import { compareSortKeys, sortKeyOf } from './sort-key.ts';

/*
 *   idle ── session.started ──▶ loading ── tickets.listed ──▶ ready ── endReached ──▶ loadingMore ──┐
 *    ▲                          ▲  │ listFailed                 ▲                      │ listFailed  │
 *    │ session.ended (any)      │  ▼                            │                      ▼             │
 *    │                          └─ failed                       └── tickets.listed ◀── moreFailed ◀──┘
 *   session.started for the same user: pending pin changes are sent again
 *   filters or search changed (any): loading, while held rows that match stay on the screen
 *   resync.needed (any): as many rows as are held are fetched again
 *   views.outdated (any): soon, in ready, the numbers beside the views are fetched again
 *   list.shrunk (any), if a page fetched before was read after it: the same, as a row is missing between the pages
 *
 * idle         nobody is logged in
 * loading      the first page of the query is in flight
 * ready        the rows down to `frontier` are held; `stale` while a resync is in flight
 * loadingMore  the next page is in flight
 * failed       the first page failed to load
 * moreFailed   a later page failed to load
 */

export const inboxResyncTimer = timerName('inbox', 'main', 'resync');
export const inboxViewsTimer = timerName('inbox', 'main', 'views');

const machine = setup({
  types: {
    context: {} as InboxContext,
    events: {} as InboxInput,
    emitted: {} as Command,
  },
  guards: {
    isOurs: ({ context, event }) => 'request' in event && event.request === context.request,
    /** A resync is the only fetch in flight in `ready`. */
    isOurResync: ({ context, event }) => 'request' in event && event.request === context.request && context.stale,
    isOfViews: ({ context, event }) =>
      'request' in event && event.request === context.request && event.request === context.views.asked,
    isNewQuery: ({ context, event }) => !sameQuery(context.query, queryAfter(context.query, event)),
    isResyncDue: ({ context, event }) =>
      event.type === 'timer.fired' && event.timer === inboxResyncTimer && context.stale,
    isInDoubt: ({ context, event }) =>
      event.type === 'timer.fired' && event.timer === inboxViewsTimer && context.views.doubt !== undefined,
  },
  actions: {
    /** Fetches the first page, or for a resync as many rows as are held. */
    fetchFirst: enqueueActions(({ context, enqueue }) => {
      const { query, stale, held } = context;
      const request = context.request + 1;
      const pages = stale ? Math.ceil(held / CHAT_PAGE_SIZE) : 1;
      // Rows beyond the maximum are loaded again on scrolling.
      const limit = Math.min(PAGE_SIZE_MAX, Math.max(1, pages) * CHAT_PAGE_SIZE);
      enqueue.assign({ request, failure: null, pagedAt: null, shrunkAt: null, torn: false });
      const withViews = stale || context.views.asOf < 0 ? { withViews: true } : {};
      const purpose = stale ? 'resync' : 'page';
      enqueue.emit({ type: 'tickets.fetch', request, query, page: 1, limit, purpose, ...withViews });
    }),
    // The page number is computed from the rows held, so that a row that left in between leaves no gap.
    fetchNext: enqueueActions(({ context, enqueue }) => {
      const { query, held } = context;
      const request = context.request + 1;
      const page = Math.max(context.nextPage, Math.floor(held / CHAT_PAGE_SIZE) + 1);
      enqueue.assign({ request, failure: null, wantsMore: false, shrunkAt: null });
      enqueue.emit({ type: 'tickets.fetch', request, query, page, limit: CHAT_PAGE_SIZE, purpose: 'page' });
    }),
    waitInDoubt: emit({ type: 'timer.start', timer: inboxViewsTimer, ms: VIEWS_RENEW_MS }),
    /** One at a time, and none beside a resync, which brings them too. */
    fetchViews: enqueueActions(({ context, enqueue }) => {
      const { query, stale, views } = context;
      const request = context.request + 1;
      if (stale || views.asked === context.request) return;
      enqueue.assign({ request, views: { ...views, asked: request } });
      enqueue.emit({ type: 'tickets.fetch', request, query, page: 1, limit: 1, purpose: 'views', withViews: true });
    }),
    takePage: assign(({ context, event }) => {
      if (event.type !== 'tickets.listed') return {};
      const last = event.items.at(-1);
      const complete = event.page >= event.totalPages;
      const { frontier, shrunkAt } = context;
      const end = last === undefined ? null : sortKeyOf(last, context.query);
      const isLower = end !== null && (frontier === null || compareSortKeys(end, frontier) > 0);
      return {
        answered: true,
        complete,
        wantsMore: context.wantsMore && !complete,
        nextPage: isLower || event.purpose === 'resync' || shrunkAt !== null ? 1 : event.page + 1,
        total: event.totalItems,
        frontier: end ?? frontier,
        pagedAt: event.page > 1 ? event.streamPosition : null,
        torn: context.torn || (event.page > 1 && shrunkAt !== null && shrunkAt <= event.streamPosition),
        stale: event.purpose === 'resync' ? false : context.stale,
        broken: event.purpose === 'resync' ? false : context.broken,
        failure: null,
      };
    }),
    /** Takes what the first page brings beside its rows. */
    takeListFacts: assign(({ context, event }) => {
      if (event.type !== 'tickets.listed') return {};
      const { items, pinnedCustomers, streamPosition, unseenConversations } = event;
      const { pins, unheld, views } = context;
      const listed =
        event.views === undefined
          ? views
          : listedViews(views, event.views, streamPosition, ticketsSince(unheld, streamPosition));
      return {
        views: withoutKnown(
          listed,
          items.map(({ id }) => id),
        ),
        pins: pinnedCustomers === undefined ? pins : withListedPins(pins, pinnedCustomers, streamPosition),
        unheld:
          unseenConversations === undefined ? unheld : withListedUnseen(unheld, unseenConversations, streamPosition),
      };
    }),
    markBroken: assign(({ context }) => ({
      stale: true,
      broken: true,
      pins: restartedPins(context.pins),
      unheld: nothingUnheld,
      views: outdatedViews(context.views),
    })),
    /** Sends pending pin changes of an earlier page again, as the server may not have received them. */
    resendPins: enqueueActions(({ context, enqueue }) => {
      for (const [customerId, pinned] of Object.entries(context.pins.wanted)) {
        enqueue.emit({ type: 'customer.pin', customerId, pinned });
      }
    }),
    noteFailure: assign({ failure: ({ context, event }) => ('failure' in event ? event.failure : context.failure) }),
    setFirstQuery: assign(({ context, event }) => {
      const query = queryAfter(context.query, event);
      return { query, openScope: query.scope, views: sameFilters(context.query, query) ? context.views : noViews };
    }),
    setQuery: assign(({ context, event }) => ({
      query: queryAfter(context.query, event),
      views: sameFilters(context.query, queryAfter(context.query, event)) ? context.views : noViews,
      openScope: event.type === 'inbox.filtered' && event.status === 'open' ? event.scope : context.openScope,
      answered: false,
      complete: false,
      frontier: null,
      held: 0,
      nextPage: 1,
      wantsMore: false,
    })),
    /** Without permission there is no retry: `permissions.outdated` leads to a resync. */
    retryResyncLater: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'tickets.listFailed' && event.failure.code === 'FORBIDDEN') return;
      enqueue.emit({ type: 'timer.start', timer: inboxResyncTimer, ms: RESYNC_RETRY_MS });
    }),
  },
});

const onPreferences = { guard: 'isNewQuery', actions: 'setFirstQuery' } as const;
const onNewQuery = { guard: 'isNewQuery', target: '.loading', reenter: true, actions: 'setQuery' } as const;

export const inboxMachine = machine.createMachine({
  id: 'inbox',
  context: initialContext,
  initial: 'idle',
  on: {
    'app.opened': onPreferences,
    'login.succeeded': onPreferences,
    'session.started': {
      target: '.loading',
      reenter: true,
      actions: [
        assign(({ context, event }) => {
          const { viewer, isFresh } = event;
          const { request, openScope } = context;
          const query: InboxQuery = isFresh
            ? { ...context.query, status: 'open', scope: openScope, search: '' }
            : context.query;
          const { pins, unheld, views } = isFresh ? initialContext : context;
          const known = { pins, unheld, views: outdatedViews(views) };
          return { ...initialContext, request, openScope, viewer, query, ...known };
        }),
        'resendPins',
      ],
    },
    'viewer.changed': { actions: assign({ viewer: ({ event }) => event.viewer }) },
    'session.ended': {
      target: '.idle',
      actions: [
        emit({ type: 'timer.cancel', timer: inboxResyncTimer }),
        emit({ type: 'timer.cancel', timer: inboxViewsTimer }),
      ],
    },
    'session.forgotten': {
      guard: ({ context }) => context.viewer !== null,
      // The next person's list isn't narrowed by what this one chose.
      actions: assign(({ context, event }) => ({
        viewer: null,
        query: queryAfter(context.query, event),
        pins: noPins,
        unheld: nothingUnheld,
        views: noViews,
      })),
    },
    'customer.pinToggled': {
      guard: ({ context, event }) => isPinned(context.pins, event.customerId) !== event.pinned,
      actions: [
        assign({ pins: ({ context, event }) => withWantedPin(context.pins, event.customerId, event.pinned) }),
        emit(({ event }) => ({ type: 'customer.pin', customerId: event.customerId, pinned: event.pinned })),
      ],
    },
    'customer.pinFailed': {
      guard: ({ context, event }) => context.pins.wanted[event.customerId] === event.pinned,
      actions: assign({ pins: ({ context, event }) => withFailedPin(context.pins, event.customerId, event.pinned) }),
    },
    'customer.pinned': {
      actions: assign({
        pins: ({ context, event }) => withPinUpdate(context.pins, event.customerId, event.pinned, event.stream.seq),
      }),
    },
    'frame.unheld': { actions: assign({ unheld: ({ context, event }) => withFrame(context.unheld, event.frame) }) },
    'frames.settled': { actions: assign({ unheld: ({ context }) => ({ ...context.unheld, frames: [] }) }) },
    'conversation.updated': {
      actions: assign({ unheld: ({ context, event }) => withoutUnseen(context.unheld, event.key) }),
    },
    'tickets.known': { actions: assign({ views: ({ context, event }) => withoutKnown(context.views, event.ids) }) },
    'ticket.counted': {
      guard: ({ context, event }) => isNewFinish(context.views, event.id, event.seq, event.isOpen),
      actions: assign({
        views: ({ context, event }) => withFinished(context.views, event.id, event.seq, event.isOpen),
      }),
    },
    'views.outdated': {
      actions: enqueueActions(({ context: { views }, event, enqueue }) => {
        if (views.doubt === undefined) enqueue('waitInDoubt');
        enqueue.assign({ views: { ...views, doubt: event.seq } });
      }),
    },
    'timer.fired': { guard: 'isInDoubt', actions: 'waitInDoubt' },
    'inbox.filtered': onNewQuery,
    'inbox.narrowed': onNewQuery,
    'inbox.sorted': onNewQuery,
    'inbox.searched': onNewQuery,
    'instance.chosen': onNewQuery,
    'list.measured': {
      guard: ({ context, event }) => context.held !== event.held,
      actions: assign({ held: ({ event }) => event.held }),
    },
    'list.shrunk': [
      {
        guard: ({ context, event }) => context.pagedAt !== null && event.streamPosition <= context.pagedAt,
        actions: assign({ torn: true }),
      },
      // The page may bring another row now.
      { guard: ({ context }) => context.nextPage > 1, actions: assign({ nextPage: 1 }) },
    ],
  },
  states: {
    idle: {
      on: {
        // Nothing is fetched before a session starts.
        'inbox.filtered': { guard: 'isNewQuery', actions: 'setQuery' },
        'inbox.narrowed': { guard: 'isNewQuery', actions: 'setQuery' },
        'inbox.sorted': { guard: 'isNewQuery', actions: 'setQuery' },
        'inbox.searched': { guard: 'isNewQuery', actions: 'setQuery' },
        'instance.chosen': { guard: 'isNewQuery', actions: 'setQuery' },
      },
    },
    loading: {
      entry: 'fetchFirst',
      on: {
        'tickets.listed': { guard: 'isOurs', target: 'ready', actions: ['takePage', 'takeListFacts'] },
        'tickets.listFailed': { guard: 'isOurs', target: 'failed', actions: 'noteFailure' },
        'inbox.endReached': {
          guard: ({ context }) => !context.wantsMore,
          actions: assign({ wantsMore: true }),
        },
        'resync.needed': { target: 'loading', reenter: true, actions: 'markBroken' },
      },
    },
    ready: {
      on: {
        // Follows every page and every `inbox.endReached`, so the next page number is computed from the current rows.
        'list.measured': [
          {
            guard: ({ context }) => context.torn && !context.stale,
            actions: [assign({ stale: true, held: ({ event }) => event.held }), 'fetchFirst'],
          },
          {
            guard: ({ context }) => context.wantsMore && !context.stale && !context.complete,
            target: 'loadingMore',
            actions: assign({ held: ({ event }) => event.held }),
          },
        ],
        'inbox.endReached': {
          guard: ({ context }) => !context.complete && !context.wantsMore,
          actions: assign({ wantsMore: true }),
        },
        'resync.needed': { actions: ['markBroken', 'fetchFirst'] },
        'tickets.listed': [
          { guard: 'isOurResync', actions: ['takePage', 'takeListFacts'] },
          { guard: 'isOfViews', actions: 'takeListFacts' },
        ],
        'tickets.listFailed': [
          { guard: 'isOurResync', actions: 'retryResyncLater' },
          // It is asked for again when the timer fires.
          { guard: 'isOfViews', actions: assign({ views: ({ context: { views } }) => ({ ...views, asked: -1 }) }) },
        ],
        'timer.fired': [
          { guard: 'isResyncDue', actions: 'fetchFirst' },
          { guard: 'isInDoubt', actions: ['fetchViews', 'waitInDoubt'] },
        ],
      },
    },
    loadingMore: {
      entry: 'fetchNext',
      on: {
        'tickets.listed': { guard: 'isOurs', target: 'ready', actions: ['takePage', 'takeListFacts'] },
        'tickets.listFailed': { guard: 'isOurs', target: 'moreFailed', actions: 'noteFailure' },
        'list.shrunk': {
          guard: ({ context }) => context.shrunkAt === null,
          actions: assign(({ context, event }) => ({
            shrunkAt: event.streamPosition,
            torn: context.torn || (context.pagedAt !== null && event.streamPosition <= context.pagedAt),
          })),
        },
        'resync.needed': { target: 'ready', actions: ['markBroken', assign({ wantsMore: true }), 'fetchFirst'] },
      },
    },
    failed: {
      entry: enqueueActions(({ context, enqueue }) => {
        if (context.stale) enqueue('retryResyncLater');
      }),
      on: {
        'inbox.retried': { target: 'loading' },
        'timer.fired': { guard: 'isResyncDue', target: 'loading' },
        'resync.needed': { target: 'loading', actions: 'markBroken' },
      },
    },
    moreFailed: {
      on: {
        'inbox.retried': { target: 'loadingMore' },
        'resync.needed': { target: 'ready', actions: ['markBroken', 'fetchFirst'] },
      },
    },
  },
});

export type InboxSnapshot = SnapshotFrom<typeof inboxMachine>;
