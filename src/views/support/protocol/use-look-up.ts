import { useEffect, useEffectEvent } from 'react';
import { useListing, type Listing } from '../../administration/list/use-listing.ts';
import { useApp } from '../../app/app-context.tsx';

interface LookUp<Name extends 'protocol' | 'protocol.timeline'> extends Listing<Name> {
  /** Whether the list shows this protocol, not a previous one. */
  readonly isCurrent: boolean;
}

/** Loads a list for a protocol; again when the user returns to it. */
export function useLookUp<Name extends 'protocol' | 'protocol.timeline'>(
  list: Name,
  protocol: string,
  limit: number,
): LookUp<Name> {
  const { directory, append } = useApp();
  const query = { page: 1, limit, search: '', sort: { by: 'at', descending: false }, filters: { protocol } };
  const listing = useListing(list, query, 'known');
  const isCurrent = directory.list(list) !== undefined && listing.query.filters['protocol'] === protocol;
  const load = useEffectEvent(() => {
    if (isCurrent || directory.list(list) === undefined) append({ type: 'list.opened', list, query });
    else append({ type: 'list.queried', list, change: query });
  });
  useEffect(() => load(), [list, protocol]);
  return { ...listing, isCurrent };
}
