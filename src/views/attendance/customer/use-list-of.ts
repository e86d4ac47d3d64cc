import { useEffect, useEffectEvent } from 'react';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useListing, wholeList, type Listing } from '../../administration/list/use-listing.ts';

/** The lists of one customer's things; the fact `customer` says whose the rows are. */
type CustomersList = 'chat.consents' | 'chat.files' | 'chat.past' | 'customer.campaigns';

/** A list of what one customer has: the list outlives who looks at it, so its rows are null until they are theirs. */
export function useListOf<Name extends CustomersList>(
  name: Name,
  filters: Readonly<Record<string, string>> & { readonly customer: string },
  first: Partial<ListQuery> = {},
): Listing<Name> {
  const wanted: ListQuery = { ...wholeList, ...first, filters };
  const listing = useListing(name, wanted);
  const { query, facts, updateQuery } = listing;
  // Files grow by their limit; the pages of earlier attendances are longer in a conversation.
  const isLonger = name === 'chat.past' && query.limit !== wanted.limit;
  const isOther = isLonger || Object.entries(filters).some(([each, value]) => query.filters[each] !== value);
  const ask = useEffectEvent(() => updateQuery({ filters, page: 1, limit: wanted.limit }));
  useEffect(() => {
    if (isOther) ask();
  }, [isOther]);
  if (!isOther && facts['customer'] === Number(filters.customer)) return listing;
  return { ...listing, rows: null, total: 0, failure: isOther ? null : listing.failure };
}
