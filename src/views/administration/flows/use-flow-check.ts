import { useEffect, useEffectEvent, useMemo } from 'react';
import type { Flow, FlowCheck } from '../../../machines/entities/flows.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useListing } from '../list/use-listing.ts';

/** After the last change; the drawing and typing stay free meanwhile. */
const CHECK_DELAY_MS = 400;

export interface Checked {
  /** What was found last; null before. */
  readonly found: FlowCheck | null;
  /** Whether it is of the flow as it stands. */
  readonly isCurrent: boolean;
  /** Whether that couldn't be checked. */
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** Has the whole flow checked after each change. */
export function useFlowCheck(id: string, flow: Flow): Checked {
  const json = useMemo(() => JSON.stringify(flow), [flow]);
  const listing = useListing('flow.check', queryOf(id, json));
  const { flow: asked, id: of } = listing.query.filters;
  const ask = useEffectEvent((wanted: string) => {
    if (wanted !== asked || of !== id) listing.updateQuery({ filters: { id, flow: wanted } });
  });
  useEffect(() => {
    const timer = window.setTimeout(() => ask(json), CHECK_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, [json]);
  const [found] = of === id ? (listing.rows ?? []) : [];
  const isCurrent = found?.flow === json;
  const isAnswered = listing.phase === 'ready' || listing.phase === 'failed';
  return {
    found: found ?? null,
    isCurrent,
    hasFailed: of === id && asked === json && isAnswered && !isCurrent,
    retry: () => listing.updateQuery({ filters: { id, flow: json } }),
  };
}

function queryOf(id: string, flow: string): ListQuery {
  return { page: 1, limit: 1, search: '', sort: { by: 'name', descending: false }, filters: { id, flow } };
}
