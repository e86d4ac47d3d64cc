import { useEffect, useEffectEvent } from 'react';
import { useListing, type Listing } from '../list/use-listing.ts';

/** What was published of a flow; no rows until they are its own. */
export function useVersions(id: string): Listing<'flow.versions'> {
  const filters = { id };
  const listing = useListing('flow.versions', {
    page: 1,
    limit: 100,
    search: '',
    sort: { by: 'name', descending: false },
    filters,
  });
  const asked = listing.query.filters['id'];
  const ask = useEffectEvent(() => {
    if (asked !== id) listing.updateQuery({ filters });
  });
  useEffect(() => ask(), [id]);
  return { ...listing, rows: asked === id ? listing.rows : null };
}
