import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { selectListQuery, selectListRequest } from '../../../machines/listing/listing.selectors.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useListing, wholeList } from '../../administration/list/use-listing.ts';
import { useApp } from '../../app/app-context.tsx';

type AskedList =
  | 'chat.templates'
  | 'chat.number'
  | 'chat.merge'
  | 'chat.hasStartableFlow'
  | 'chat.startableFlows'
  | 'chat.rules'
  | 'audience.reach';

/**
 * Shows a list that was asked for with these filters; asks for it when it is shown, and when they or the turn change.
 * Null: nothing is asked for yet.
 */
export function useAskedListing<Name extends AskedList>(
  list: Name,
  filters: Readonly<Record<string, string>> | null,
  turn = 0,
) {
  const { directory, append } = useApp();
  const wanted: ListQuery = { ...wholeList, filters: filters ?? {} };
  const listing = useListing(list, wanted, 'known');
  const key = JSON.stringify(filters);
  const request = useSelector(directory.list(list), (actor) => (actor === undefined ? 0 : selectListRequest(actor)));
  // What was answered earlier, to the same filters too, may no longer be so.
  const [earlier, setEarlier] = useState({ key, turn, request });
  if (earlier.key !== key || earlier.turn !== turn) setEarlier({ key, turn, request });
  const isAsked = filters !== null && JSON.stringify(listing.query.filters) === key;
  const ask = useEffectEvent(() => {
    if (filters === null) return;
    const actor = directory.list(list);
    if (actor === undefined) append({ type: 'list.opened', list, query: wanted });
    else if (JSON.stringify(selectListQuery(actor.getSnapshot()).filters) === key)
      append({ type: 'list.outdated', list });
    else append({ type: 'list.queried', list, change: wanted });
  });
  useEffect(() => ask(), [key, turn]);
  const isLater = isAsked && request > earlier.request;
  return {
    rows: isAsked ? listing.rows : null,
    facts: listing.facts,
    isAnswered: isLater && listing.phase === 'ready',
    failure: isLater && listing.phase === 'failed' ? listing.failure : null,
    retry: listing.retry,
  };
}
