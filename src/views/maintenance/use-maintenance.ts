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

/** How the maintenance stands, looked up again and again; undefined before it is known. */
export function useMaintenance(): Maintenance | undefined {
  const { append } = useApp();
  const now = useNow(LOOK_MS);
  const { rows } = useListing('maintenance', query);
  const [first] = useState(now);
  useEffect(() => {
    if (now !== first) append({ type: 'list.outdated', list: 'maintenance' });
  }, [append, now, first]);
  return rows?.[0];
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
