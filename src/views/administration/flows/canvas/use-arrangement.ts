import { useEffect, useEffectEvent, useState } from 'react';
import type { FlowArrangement } from '../../../../machines/entities/flows.ts';
import type { ListQuery } from '../../../../machines/log/events-administration.ts';
import { useApp } from '../../../app/app-context.tsx';
import { useListing } from '../../list/use-listing.ts';

const LIST = 'flow.arrangement';

export interface Arrangement {
  /** What was arranged last. */
  readonly last: FlowArrangement | null;
  /** Whether what was wanted first is still being worked out. */
  readonly isBeginning: boolean;
  readonly ask: (drawing: string) => void;
}

/** Has boxes arranged; `first` at once, unless it is null. */
export function useArrangement(first: string | null): Arrangement {
  const { directory, append } = useApp();
  const listing = useListing(LIST, queryOf(first ?? ''), 'known');
  const [isAsked, setAsked] = useState(false);
  const ask = (drawing: string) => {
    const query = queryOf(drawing);
    if (directory.list(LIST) === undefined) append({ type: 'list.opened', list: LIST, query });
    else append({ type: 'list.queried', list: LIST, change: query });
  };
  const begin = useEffectEvent(() => first !== null && ask(first));
  useEffect(() => {
    begin();
  }, []);
  const { filters } = listing.query;
  const isSettled = listing.phase === 'ready' || listing.phase === 'failed';
  // Once it is settled it stays so, whatever is asked afterwards.
  if (!isAsked && isSettled && filters['drawing'] === first) setAsked(true);
  return {
    last: listing.rows?.[0] ?? null,
    isBeginning: first !== null && !isAsked,
    ask,
  };
}

function queryOf(drawing: string): ListQuery {
  return { page: 1, limit: 1, search: '', sort: { by: 'name', descending: false }, filters: { drawing } };
}
