import { useEffect, useState } from 'react';
import type { Maintenance } from '../../machines/entities/support.ts';
import type { ListQuery } from '../../machines/log/events-administration.ts';
import { useListing } from '../administration/list/use-listing.ts';
import { useApp } from '../app/app-context.tsx';
import { useNow } from '../app/use-now.ts';

const query: ListQuery = {
  page: 1,
  limit: 1,
  search: '',
  sort: { by: 'on', descending: false },
  filters: {},
};

/** Polling interval while somebody waits (milliseconds). */
const POLL_MS = 5_000;

/**
 * The maintenance state, polled; undefined before it is known. "Off" counts only from a response requested after
 * mounting: something was refused, so older responses are outdated.
 */
export function useMaintenance(): Maintenance | undefined {
  const { append, directory } = useApp();
  const now = useNow(POLL_MS);
  const [isUnderWay] = useState(() => {
    const phase = directory.list('maintenance')?.getSnapshot().value;
    return phase === 'loading' || phase === 'stale';
  });
  const { rows } = useListing('maintenance', query);
  const [first] = useState({ now, rows });
  useEffect(() => {
    // A request already in progress may answer with the earlier state.
    if (now !== first.now || isUnderWay) append({ type: 'list.outdated', list: 'maintenance' });
  }, [append, now, first, isUnderWay]);
  const row = rows?.[0];
  return row?.on === false && rows === first.rows ? undefined : row;
}

/** Loads the code for lists; false until it is there. Retries while it fails. */
export function useIsPrepared(): boolean {
  const { prepareAdministration } = useApp();
  const [isPrepared, setPrepared] = useState(false);
  const now = useNow(POLL_MS);
  useEffect(() => {
    let isCurrent = true;
    if (!isPrepared) {
      prepareAdministration().then(
        () => isCurrent && setPrepared(true),
        (error: unknown) => console.error(error),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [prepareAdministration, isPrepared, now]);
  return isPrepared;
}
