import { useEffect, useEffectEvent } from 'react';
import { heldList, useListing, type Listing } from '../list/use-listing.ts';

/** All flows of the company, whatever was searched in their list before. */
export function useFlows(): Listing<'flows'> {
  const flows = useListing('flows', heldList);
  const { search, page, limit } = flows.query;
  const isWhole = search === '' && page === 1 && limit >= heldList.limit;
  const ask = useEffectEvent(() => flows.updateQuery(heldList));
  useEffect(() => {
    if (!isWhole) ask();
  }, [isWhole]);
  return isWhole ? flows : { ...flows, rows: null };
}
