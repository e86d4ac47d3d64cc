import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import { PAGE_SIZE_MAX } from '../../../../contract/facts/limits.ts';
import type { ReportCalendar } from '../../../machines/entities/reports.ts';
import { selectListQuery } from '../../../machines/listing/listing.selectors.ts';
import type { ListName, ListQuery } from '../../../machines/log/events-administration.ts';
import { selectIsSeen } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useListing, type Listing } from '../list/use-listing.ts';

type ReportName = Extract<ListName, `report.${string}`>;

/** A report's query, without its days. */
interface ReportQuery {
  readonly filters: Readonly<Record<string, string>>;
  readonly limit?: number;
  readonly sort?: ListQuery['sort'];
}

/** Polling interval of live numbers (milliseconds). */
const LIVE_MS = 10_000;

const inOrder = { by: 'id', descending: false };

/**
 * A report's list, loaded again when its filters change; it keeps its page and order, also when the user returns to it.
 * Reports share lists, so a list that another screen queried is loaded again.
 */
export function useReport<Name extends ReportName>(
  name: Name,
  { filters, limit = 1_000, sort = inOrder }: ReportQuery,
): Listing<Name> {
  const { directory, append } = useApp();
  const query: ListQuery = { page: 1, limit, search: '', sort, filters };
  const isBack = useNavigationType() === NavigationType.Pop;
  const load = useEffectEvent(() => {
    const actor = directory.list(name);
    const current = actor === undefined ? undefined : selectListQuery(actor.getSnapshot());
    if (current === undefined || same(current, query)) append({ type: 'list.opened', list: name, query });
    else if (isBack && filtersKey(current.filters) === filtersKey(filters))
      append({ type: 'list.opened', list: name, query: current });
    else append({ type: 'list.queried', list: name, change: query });
  });
  const key = JSON.stringify([name, filters, limit, sort]);
  useEffect(() => load(), [key]);
  return useListing(name, query, 'known');
}

/** The live numbers, polled while visible. */
export function useLiveReport(filters: Readonly<Record<string, string>>): Listing<'report.now'> {
  const { directory, append } = useApp();
  const isVisible = useSelector(directory.shell, selectIsSeen);
  const query: ListQuery = { page: 1, limit: PAGE_SIZE_MAX, search: '', sort: inOrder, filters };
  const load = useEffectEvent((renewMs: number | null) => {
    const list = 'report.now';
    if (directory.list(list) === undefined) append({ type: 'list.opened', list, query: { ...query, renewMs } });
    else append({ type: 'list.queried', list, change: { ...query, renewMs } });
  });
  const key = JSON.stringify(filters);
  useEffect(() => {
    if (!isVisible) return;
    load(LIVE_MS);
    return () => load(null);
  }, [key, isVisible]);
  return useListing('report.now', query, 'known');
}

/** The company's calendar; undefined while loading. */
export function useCalendar(): Listing<'report.calendar'> & { readonly calendar: ReportCalendar | undefined } {
  const listing = useListing('report.calendar', { page: 1, limit: 1, search: '', sort: inOrder, filters: {} });
  return { ...listing, calendar: listing.rows?.[0] };
}

function same(one: ListQuery, other: ListQuery): boolean {
  const whole = ({ page, limit, sort, filters }: ListQuery) => JSON.stringify([page, limit, sort, filtersKey(filters)]);
  return whole(one) === whole(other);
}

function filtersKey(filters: ListQuery['filters']): string {
  return Object.entries(filters).map(String).toSorted().join();
}
