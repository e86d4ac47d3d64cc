import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import type { ReportCalendar } from '../../../machines/entities/reports.ts';
import { selectListQuery } from '../../../machines/listing/listing.selectors.ts';
import type { ListName, ListQuery } from '../../../machines/log/events-administration.ts';
import { selectIsSeen } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useListing, type Listing } from '../list/use-listing.ts';

type ReportName = Extract<ListName, `report.${string}`>;

/** How much of a report is asked for, beside its days. */
export interface Asked {
  readonly filters: Readonly<Record<string, string>>;
  readonly limit?: number;
  readonly sort?: ListQuery['sort'];
}

/** Numbers of this moment are asked for so often (milliseconds). */
export const LIVE_MS = 10_000;

const inOrder = { by: 'id', descending: false };

/**
 * A report's list, asked for again when what it looks at changes; page and order stay the list's own, also
 * for who comes back to it.
 * Reports share lists: what another screen asked for last is asked for anew.
 */
export function useReport<Name extends ReportName>(
  name: Name,
  { filters, limit = 1_000, sort = inOrder }: Asked,
): Listing<Name> {
  const { directory, append } = useApp();
  const query: ListQuery = { page: 1, limit, search: '', sort, filters };
  const isBack = useNavigationType() === NavigationType.Pop;
  const ask = useEffectEvent(() => {
    const actor = directory.list(name);
    const held = actor === undefined ? undefined : selectListQuery(actor.getSnapshot());
    if (held === undefined || same(held, query)) append({ type: 'list.opened', list: name, query });
    else if (isBack && told(held.filters) === told(filters)) append({ type: 'list.opened', list: name, query: held });
    else append({ type: 'list.queried', list: name, change: query });
  });
  const asked = JSON.stringify([name, filters, limit, sort]);
  useEffect(() => ask(), [asked]);
  return useListing(name, query, 'known');
}

/** The same for the numbers of this moment, renewed while they are in sight. */
export function useLiveReport(filters: Readonly<Record<string, string>>): Listing<'report.now'> {
  const { directory, append } = useApp();
  const isVisible = useSelector(directory.shell, selectIsSeen);
  const query: ListQuery = { page: 1, limit: 100, search: '', sort: inOrder, filters };
  const ask = useEffectEvent((renewMs: number | null) => {
    const list = 'report.now';
    if (directory.list(list) === undefined) append({ type: 'list.opened', list, query: { ...query, renewMs } });
    else append({ type: 'list.queried', list, change: { ...query, renewMs } });
  });
  const asked = JSON.stringify(filters);
  useEffect(() => {
    if (!isVisible) return;
    ask(LIVE_MS);
    return () => ask(null);
  }, [asked, isVisible]);
  return useListing('report.now', query, 'known');
}

/** The company's calendar; undefined until it is known. */
export function useCalendar(): Listing<'report.calendar'> & { readonly calendar: ReportCalendar | undefined } {
  const listing = useListing('report.calendar', { page: 1, limit: 1, search: '', sort: inOrder, filters: {} });
  return { ...listing, calendar: listing.rows?.[0] };
}

function same(one: ListQuery, other: ListQuery): boolean {
  const whole = ({ page, limit, sort, filters }: ListQuery) => JSON.stringify([page, limit, sort, told(filters)]);
  return whole(one) === whole(other);
}

function told(filters: ListQuery['filters']): string {
  return Object.entries(filters).map(String).toSorted().join();
}
