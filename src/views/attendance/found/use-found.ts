import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { FOUND_PAGE_SIZE } from '../../../../contract/facts/limits.ts';
import { rowsOf, selectEarlierPages } from '../../../machines/listing/listing.selectors.ts';
import type { ListPage, ListQuery } from '../../../machines/log/events-administration.ts';
import { useListing } from '../../administration/list/use-listing.ts';
import { useApp, useOnChange } from '../../app/app-context.tsx';

type FoundList = 'chat.found' | 'chat.foundHere' | 'palette.messages';

/** Searches messages; `limit` is how many at first, and how many more each time. */
export function useFound(
  list: FoundList,
  search: string,
  filters: Readonly<Record<string, string>>,
  limit = FOUND_PAGE_SIZE,
) {
  const { directory, append } = useApp();
  const wanted: ListQuery = { page: 1, limit, search, sort: { by: 'at', descending: true }, filters, grows: true };
  const listing = useListing(list, wanted, 'known');
  const actor = useOnChange(directory.changed, () => directory.list(list));
  const earlier = useSelector(actor, (snapshot) => (snapshot === undefined ? none : selectEarlierPages(snapshot)));
  const rows = useMemo(
    () => listing.rows && [...earlier.flatMap((page) => rowsOf(page, list)), ...listing.rows],
    [earlier, listing.rows, list],
  );
  const isAsked = isSame(listing.query, wanted);
  const ask = useEffectEvent(() => {
    if (directory.list(list) === undefined) append({ type: 'list.opened', list, query: wanted });
    else append({ type: 'list.queried', list, change: wanted });
  });
  const key = JSON.stringify([search, filters]);
  useEffect(() => {
    if (search !== '') ask();
  }, [search, key]);
  const isAnswered = isAsked && listing.phase === 'ready';
  return {
    /** Null until this search is answered. */
    rows: isAsked && listing.phase !== 'loading' ? rows : null,
    isAnswered,
    isSearching: !isAsked || listing.phase === 'loading' || listing.phase === 'stale',
    hasMore: listing.facts['more'] === 1,
    isWaiting: listing.facts['waiting'] === 1,
    failure: isAsked ? listing.failure : null,
    retry: listing.retry,
    /** Goes on from where the search stopped; what was found stays. */
    findMore: () => listing.updateQuery({ page: listing.query.page + 1 }),
  };
}

const none: readonly ListPage[] = [];

function isSame(a: ListQuery, b: ListQuery): boolean {
  return a.search === b.search && JSON.stringify(a.filters) === JSON.stringify(b.filters);
}
