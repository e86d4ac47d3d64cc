import { useEffect, useEffectEvent, useState } from 'react';
import { sameValue } from '../../../machines/editing/same-value.ts';
import type { ListName, ListQuery } from '../../../machines/log/events-administration.ts';
import { useListing, type Listing } from './use-listing.ts';

/** All that `whole` asks for, whatever another screen searched in the same list before; no rows until they are all there. */
export function useWhole<Name extends ListName>(name: Name, whole: ListQuery): Listing<Name> {
  const listing = useListing(name, whole);
  const { query, rows, updateQuery } = listing;
  const isWhole =
    query.page === 1 &&
    query.limit >= whole.limit &&
    query.search === whole.search &&
    sameValue(query.filters, whole.filters);
  /** The rows of the other search, which stand until the answer. */
  const [partial, setPartial] = useState<typeof rows>(null);
  if (!isWhole && rows !== partial) setPartial(rows);
  const ask = useEffectEvent(() => updateQuery(whole));
  useEffect(() => {
    if (!isWhole) ask();
  }, [isWhole]);
  return isWhole && rows !== partial ? listing : { ...listing, rows: null };
}
