import { useEffect, useEffectEvent, useMemo } from 'react';
import type { FlowFunnelStep } from '../../../machines/entities/flows.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useListing } from '../list/use-listing.ts';
import { useApp } from '../../app/app-context.tsx';

const LIST = 'flow.funnel';

/** What came of each step of the published version. */
export interface Funnel {
  readonly number: number;
  readonly steps: ReadonlyMap<string, FlowFunnelStep>;
}

/** The funnel of a version; null without one, until it is known, and while nobody came. `retry`: if it couldn't be loaded. */
export function useFunnel(
  id: string,
  number: number | null,
): { readonly funnel: Funnel | null; readonly retry: (() => void) | null } {
  const { directory, append } = useApp();
  const version = String(number ?? 0);
  const query = queryOf(id, version);
  const listing = useListing(LIST, query, 'known');
  const ask = useEffectEvent(() => {
    if (number === null) return;
    if (directory.list(LIST) === undefined) append({ type: 'list.opened', list: LIST, query });
    else append({ type: 'list.queried', list: LIST, change: query });
  });
  useEffect(() => ask(), [id, number]);
  const { id: of, number: which } = listing.query.filters;
  const isOurs = of === id && which === version && (listing.phase === 'ready' || listing.phase === 'stale');
  const rows = number === null || !isOurs ? null : listing.rows;
  const funnel = useMemo(
    () =>
      rows === null || rows.length === 0 || number === null
        ? null
        : { number, steps: new Map(rows.map((row) => [row.node, row])) },
    [rows, number],
  );
  return { funnel, retry: number !== null && listing.failure !== null ? listing.retry : null };
}

/** The share of those who came to a step who left it by an exit. */
export function shareOf(step: FlowFunnelStep, exit: string): number {
  const count = step.exits.find((each) => each.exit === exit)?.count ?? 0;
  return step.entered === 0 ? 0 : count / step.entered;
}

function queryOf(id: string, number: string): ListQuery {
  return { page: 1, limit: 500, search: '', sort: { by: 'name', descending: false }, filters: { id, number } };
}
