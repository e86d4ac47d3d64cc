import type { Command } from '../src/machines/log/command.ts';
import type { ListPage, ListQuery } from '../src/machines/log/events-administration.ts';
import type { ListingContext, ListingSnapshot } from '../src/machines/listing/listing.machine.ts';
import { oraclesOf, requests, wholeContext } from './oracles.ts';
import type { Step } from './oracles.ts';

/** A list as what is asked for and the last answer to it. */

type Listed = Step<ListingSnapshot, null>;
type Taken = Listed & { readonly before: ListingSnapshot; readonly after: ListingSnapshot };

/** The page's neighbours go on from its edges; any other begins by its number. */
function seekTo({ query, edges }: ListingContext, { page, ...others }: Partial<ListQuery>): ListQuery['seek'] {
  if (edges === null || edges === undefined || page === undefined || Object.keys(others).length > 0 || page === 1)
    return undefined;
  return { [query.page + 1]: { after: edges.end }, [query.page - 1]: { before: edges.start } }[page];
}

/** The question of a list, with a change; a change of anything but the page begins with the first. */
function asked(was: ListingContext, change: Partial<ListQuery>): ListQuery {
  const { seek: _, ...query } = was.query;
  const seek = seekTo(was, change);
  const next: ListQuery = { ...query, page: 1, ...change, ...(seek !== undefined && { seek }) };
  return next.grows === true && seek === undefined ? { ...next, page: 1 } : next;
}

function isAnswer(was: ListingContext, { event }: Listed): boolean {
  return 'request' in event && event.request === was.request;
}

/** Its rows were deleted, so that the last page there is has to be shown. */
function lastPage(was: ListingContext, page: ListPage): number | null {
  const { query } = was;
  if (page.rows.length > 0 || query.page === 1 || query.grows === true) return null;
  const pages = Array.from({ length: query.page - 1 }, (_, at) => at + 1);
  return pages.find((number) => number * query.limit >= page.total) ?? query.page - 1;
}

/** Of a list that grows: the pages above the one that is answered now, which may have been asked for again. */
function above({ query, page, earlier }: ListingContext): readonly ListPage[] {
  const after = query.grows === true ? query.seek?.after : undefined;
  if (after === undefined) return [];
  return page !== null && page.edges?.end === after ? [...earlier, page] : earlier;
}

function changes(was: ListingContext, step: Taken): Partial<ListingContext> {
  const { event, before, after } = step;
  const isAsking = before.matches('loading') || before.matches('stale');
  const again = { request: was.request + 1, failure: null };
  switch (event.type) {
    case 'list.queried':
      return { ...again, query: asked(was, event.change), edges: null };
    case 'list.answered': {
      if (!isAsking || !isAnswer(was, step)) return {};
      const last = lastPage(was, event.page);
      const { seek: _, ...query } = was.query;
      if (last !== null) return { ...again, edges: null, query: { ...query, page: last } };
      return { page: event.page, edges: event.page.edges ?? null, earlier: above(was) };
    }
    case 'list.failed':
      return isAsking && isAnswer(was, step) ? { failure: event.failure } : {};
    case 'list.opened':
    case 'list.retried':
    case 'list.outdated':
    case 'form.saved':
      return isFetched(event.type, { before, after }) ? again : {};
    default:
      return {};
  }
}

/** What is in flight may be from before it was outdated; opened or retried, it is what is wanted. */
function isFetched(type: string, { before, after }: Pick<Taken, 'before' | 'after'>): boolean {
  const isAsking = before.matches('loading') || before.matches('stale');
  if (type === 'list.outdated' || type === 'form.saved') return true;
  return !isAsking && (after.matches('loading') || after.matches('stale'));
}

function beginning({ event }: Listed): ListingContext | null {
  if (event.type !== 'list.opened') return null;
  const { list, query, position } = event;
  return { list, query, request: position + 1, page: null, earlier: [], edges: null, failure: null };
}

function leaving({ before, after }: Listed): readonly Command[] {
  if (after === undefined) return [];
  const { list, request, query } = after.context;
  return request === before?.context.request ? [] : [{ type: 'list.fetch', list, request, query }];
}

export const listingOracles = oraclesOf<ListingSnapshot, null>(
  ({ directory }) => directory.list('users')?.getSnapshot(),
  () => null,
  {
    'what is asked for, and the answer': wholeContext(changes, {}, beginning),
    'what leaves': (step) =>
      step.before === undefined && step.after === undefined ? null : requests(['list.fetch'], leaving)(step),
  },
);
