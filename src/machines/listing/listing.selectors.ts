import type { Failure } from '../entities/failure.ts';
import type { ListName, ListPage, ListQuery, ListRows } from '../log/events-administration.ts';
import type { ListingSnapshot } from './listing.machine.ts';

export type ListingPhase = 'loading' | 'ready' | 'stale' | 'failed';

export function selectListingPhase(snapshot: ListingSnapshot): ListingPhase {
  return snapshot.value;
}

/** Page, order, search and filters. Keeps its reference until one changes. */
export function selectListQuery(snapshot: ListingSnapshot): ListQuery {
  return snapshot.context.query;
}

/** The number of the last fetch. */
export function selectListRequest(snapshot: ListingSnapshot): number {
  return snapshot.context.request;
}

/** The last page answered; null before the first answer. */
export function selectListPage(snapshot: ListingSnapshot): ListPage | null {
  return snapshot.context.page;
}

/** Of a list that grows: the pages answered before the last one. */
export function selectEarlierPages(snapshot: ListingSnapshot): readonly ListPage[] {
  return snapshot.context.earlier;
}

/** Why the last fetch failed; null if it didn't. */
export function selectListFailure(snapshot: ListingSnapshot): Failure | null {
  return snapshot.context.failure;
}

type PageOf<Name extends ListName> = ListPage & { readonly rows: readonly ListRows[Name][] };

function isPageOf<Name extends ListName>(page: ListPage | null, list: Name): page is PageOf<Name> {
  return page?.list === list;
}

/** The rows of a page of the named list; none before the first answer. */
export function rowsOf<Name extends ListName>(page: ListPage | null, list: Name): readonly ListRows[Name][] {
  return isPageOf(page, list) ? page.rows : [];
}
