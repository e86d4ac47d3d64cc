import { useEffect, useEffectEvent } from 'react';
import { FOUND_PAGE_SIZE } from '../../../../contract/facts/limits.ts';
import { selectListQuery } from '../../../machines/listing/listing.selectors.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useListing } from '../../administration/list/use-listing.ts';
import { useApp } from '../../app/app-context.tsx';

type FoundList = 'chat.found' | 'chat.foundHere' | 'palette.messages';

/** Searches messages; `limit` is how many at first, and how many more each time. */
export function useFound(
  list: FoundList,
  search: string,
  filters: Readonly<Record<string, string>>,
  limit = FOUND_PAGE_SIZE,
) {
  const { directory, append } = useApp();
  const wanted: ListQuery = { page: 1, limit, search, sort: { by: 'at', descending: true }, filters };
  const listing = useListing(list, wanted, 'known');
  const isAsked = isSame(listing.query, wanted);
  const ask = useEffectEvent(() => {
    const actor = directory.list(list);
    if (actor === undefined) append({ type: 'list.opened', list, query: wanted });
    else if (isSame(selectListQuery(actor.getSnapshot()), wanted)) append({ type: 'list.outdated', list });
    else append({ type: 'list.queried', list, change: wanted });
  });
  const key = JSON.stringify([search, filters]);
  useEffect(() => {
    if (search !== '') ask();
  }, [search, key]);
  const isAnswered = isAsked && listing.phase === 'ready';
  return {
    /** Null until this search is answered. */
    rows: isAsked && listing.phase !== 'loading' ? listing.rows : null,
    isAnswered,
    isSearching: !isAsked || listing.phase === 'loading' || listing.phase === 'stale',
    hasMore: listing.facts['more'] === 1,
    isWaiting: listing.facts['waiting'] === 1,
    failure: isAsked ? listing.failure : null,
    retry: listing.retry,
    findMore: () => listing.updateQuery({ limit: listing.query.limit + limit }),
  };
}

function isSame(a: ListQuery, b: ListQuery): boolean {
  return a.search === b.search && JSON.stringify(a.filters) === JSON.stringify(b.filters);
}
