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

/** So often it is looked up anew while somebody waits (milliseconds). */
const LOOK_MS = 5_000;

/**
 * How the maintenance stands, looked up again and again; undefined before it is known. That there is none is known only
 * from an answer to what was asked since: whoever looks does so because something was refused.
 */
export function useMaintenance(): Maintenance | undefined {
  const { append, directory } = useApp();
  const now = useNow(LOOK_MS);
  const [isUnderWay] = useState(() => {
    const phase = directory.list('maintenance')?.getSnapshot().value;
    return phase === 'loading' || phase === 'stale';
  });
  const { rows } = useListing('maintenance', query);
  const [first] = useState({ now, rows });
  useEffect(() => {
    // An answer on its way is to a question of before.
    if (now !== first.now || isUnderWay) append({ type: 'list.outdated', list: 'maintenance' });
  }, [append, now, first, isUnderWay]);
  const row = rows?.[0];
  return row?.on === false && rows === first.rows ? undefined : row;
}

/** Brings what lists are made of; false until it is there. Tries again while it doesn't come. */
export function useIsPrepared(): boolean {
  const { prepareAdministration } = useApp();
  const [isPrepared, setPrepared] = useState(false);
  const now = useNow(LOOK_MS);
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
