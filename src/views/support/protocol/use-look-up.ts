import { useEffect, useEffectEvent } from 'react';
import { useListing, type Listing } from '../../administration/list/use-listing.ts';
import { useApp } from '../../app/app-context.tsx';

interface LookUp<Name extends 'protocol' | 'protocol.timeline'> extends Listing<Name> {
  /** The list is about this protocol, and not still about the one that was looked up before. */
  readonly isAsked: boolean;
}

/** What a list says of a protocol: asked for once for each, and again when somebody comes back to it. */
export function useLookUp<Name extends 'protocol' | 'protocol.timeline'>(
  list: Name,
  protocol: string,
  limit: number,
): LookUp<Name> {
  const { directory, append } = useApp();
  const query = { page: 1, limit, search: '', sort: { by: 'at', descending: false }, filters: { protocol } };
  const listing = useListing(list, query, 'known');
  const isAsked = directory.list(list) !== undefined && listing.query.filters['protocol'] === protocol;
  const ask = useEffectEvent(() => {
    if (isAsked || directory.list(list) === undefined) append({ type: 'list.opened', list, query });
    else append({ type: 'list.queried', list, change: query });
  });
  useEffect(() => ask(), [list, protocol]);
  return { ...listing, isAsked };
}
