import { produce } from 'immer';
import { assign, enqueueActions, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import type { Failure } from '../entities/failure.ts';
import type { Command } from '../log/command.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { ListName, ListPage, ListQuery } from '../log/events-administration.ts';

/*
 *   loading ── answered ──▶ ready ── opened, queried, outdated ──▶ stale ── answered ──▶ ready
 *      │                                                             │
 *      └─────────── failed ──────────▶ failed ◀────── failed ────────┘
 *                                        │ retried, queried, opened, outdated
 *                                        └──▶ loading without rows, stale with
 *
 * Both loading and stale fetch again when queried or outdated: the answer in flight may be from before.
 *
 * loading   the first page is in flight; there are no rows
 * ready     the rows are those of the query
 * stale     earlier rows are shown while newer ones are in flight
 * failed    the last fetch failed; earlier rows may be shown
 */

export interface ListingContext {
  readonly list: ListName;
  readonly query: ListQuery;
  /** Number of the last fetch; answers to earlier ones are ignored. */
  readonly request: number;
  readonly page: ListPage | null;
  /** Of a list that grows: the pages before it. */
  readonly earlier: readonly ListPage[];
  /** Of the query's page; null until it is answered. */
  readonly edges: ListPage['edges'] | null;
  readonly failure: Failure | null;
}

interface ListingInput {
  readonly list: ListName;
  readonly query: ListQuery;
  /** Number to continue from, so that answers to an earlier actor of the same list are ignored. */
  readonly request: number;
}

const machine = setup({
  types: {
    context: {} as ListingContext,
    input: {} as ListingInput,
    events: {} as Logged<
      EventOf<'list.opened' | 'list.queried' | 'list.answered' | 'list.failed' | 'list.retried' | 'list.outdated'>
    >,
    emitted: {} as Command,
  },
  guards: {
    isOurs: ({ context, event }) => 'request' in event && event.request === context.request,
    hasRows: ({ context }) => context.page !== null,
    /** The page is beyond the end, as its rows were deleted. */
    isPastEnd: ({ context, event }) =>
      event.type === 'list.answered' &&
      event.request === context.request &&
      event.page.rows.length === 0 &&
      context.query.page > 1 &&
      !context.query.grows,
  },
  actions: {
    fetch: enqueueActions(({ context, enqueue }) => {
      const { list, query } = context;
      const request = context.request + 1;
      enqueue.assign({ request, failure: null });
      enqueue.emit({ type: 'list.fetch', list, request, query });
    }),
    ask: assign(({ context, event }) => {
      if (event.type !== 'list.queried') return {};
      const seek = seekOf(context, event.change);
      return produce(context, (draft) => {
        draft.edges = null;
        delete draft.query.seek;
        Object.assign(draft.query, { page: 1 }, event.change, seek && { seek });
        if (draft.query.grows && !seek) draft.query.page = 1;
      });
    }),
    goToLastPage: assign(({ context, event }) => {
      if (event.type !== 'list.answered') return {};
      const last = Math.max(1, Math.ceil(event.page.total / context.query.limit));
      return produce(context, (draft) => {
        draft.edges = null;
        delete draft.query.seek;
        draft.query.page = Math.min(last, draft.query.page - 1);
      });
    }),
    take: assign(({ context, event }) =>
      event.type === 'list.answered'
        ? { page: event.page, edges: event.page.edges ?? null, earlier: earlierOf(context) }
        : {},
    ),
    noteFailure: assign({
      failure: ({ context, event }) => (event.type === 'list.failed' ? event.failure : context.failure),
    }),
  },
});

/** The next and the previous page go on from the one shown, whatever is added meanwhile; the first always begins. */
function seekOf({ query, edges }: ListingContext, change: Partial<ListQuery>): ListQuery['seek'] {
  const { page } = change;
  if (!edges || page === undefined || page === 1 || Object.keys(change).length > 1) return undefined;
  if (page === query.page + 1) return { after: edges.end };
  return page === query.page - 1 ? { before: edges.start } : undefined;
}

/** The pages before the one that is answered now; it may have been asked for again. */
function earlierOf({ query, page, earlier }: ListingContext): readonly ListPage[] {
  const after = query.grows && query.seek?.after;
  if (!after) return [];
  return page?.edges?.end === after ? [...earlier, page] : earlier;
}

const onAnswer = [
  { guard: 'isPastEnd', target: 'stale', reenter: true, actions: 'goToLastPage' },
  { guard: 'isOurs', target: 'ready', actions: 'take' },
] as const;

const again = [{ guard: 'hasRows', target: 'stale' }, { target: 'loading' }] as const;

export const listingMachine = machine.createMachine({
  id: 'listing',
  context: ({ input }) => ({ ...input, page: null, earlier: [], edges: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      entry: 'fetch',
      on: {
        'list.answered': onAnswer,
        'list.failed': { guard: 'isOurs', target: 'failed', actions: 'noteFailure' },
        'list.queried': { target: 'loading', reenter: true, actions: 'ask' },
        'list.outdated': { target: 'loading', reenter: true },
      },
    },
    ready: {
      on: {
        'list.opened': 'stale',
        'list.outdated': 'stale',
        'list.queried': { target: 'stale', actions: 'ask' },
      },
    },
    stale: {
      entry: 'fetch',
      on: {
        'list.answered': onAnswer,
        'list.failed': { guard: 'isOurs', target: 'failed', actions: 'noteFailure' },
        'list.queried': { target: 'stale', reenter: true, actions: 'ask' },
        'list.outdated': { target: 'stale', reenter: true },
      },
    },
    failed: {
      on: {
        'list.retried': again,
        'list.opened': again,
        'list.outdated': again,
        'list.queried': [
          { guard: 'hasRows', target: 'stale', actions: 'ask' },
          { target: 'loading', actions: 'ask' },
        ],
      },
    },
  },
});

export type ListingSnapshot = SnapshotFrom<typeof listingMachine>;
