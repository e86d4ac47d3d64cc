import { useLocation, useNavigate } from 'react-router-dom';
import { isDay } from '../../../../contract/facts/days.ts';
import type { ReportCalendar } from '../../../machines/entities/reports.ts';
import { comparedDays, daysOfPreset, isPreset, type Comparison, type Days, type Preset } from './period.ts';

/** Filters by whose numbers. */
export const scopeFilters = ['departments', 'users', 'instances'] as const;
export type ScopeFilter = (typeof scopeFilters)[number];

/** A report's scope. It is in the page's address, so that it can be bookmarked and shared. */
export interface Scope {
  readonly preset: Preset | 'custom';
  readonly days: Days;
  readonly comparison: Comparison;
  readonly before: Days;
  /** Comma-separated ids, by filter. */
  readonly chosen: Readonly<Record<string, string>>;
  /** The filters for the days and the compared days. */
  readonly filters: Readonly<Record<string, string>>;
  readonly filtersBefore: Readonly<Record<string, string>>;
}

export interface Address {
  readonly param: (name: string) => string | null;
  /** Sets parameters; null removes one. */
  readonly setParams: (params: Readonly<Record<string, string | null>>) => void;
}

/** The page's query parameters. */
export function useAddress(): Address {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  return {
    param: (name) => params.get(name),
    setParams: (changes) => {
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) params.delete(name);
        else params.set(name, value);
      }
      const query = params.toString();
      // Replaces, so that going back leaves the screen instead of undoing each choice.
      void navigate(query === '' ? pathname : `${pathname}?${query}`, { replace: true });
    },
  };
}

/** The scope in the address; missing or invalid parts get the screen's defaults. */
export function scopeOf({ param }: Address, { today }: ReportCalendar, usual: Preset): Scope {
  const named = param('period');
  const start = param('start');
  const finish = param('finish');
  const custom = isDay(start) && isDay(finish) && start <= finish ? { start, finish } : undefined;
  const preset = isPreset(named) ? named : usual;
  const days = custom ?? daysOfPreset(preset, today);
  const comparison = param('compare') === 'year' ? 'year' : 'previous';
  const before = comparedDays(days, comparison);
  const chosen = Object.fromEntries(
    scopeFilters.flatMap((name): [string, string][] => {
      const ids = param(name);
      return ids === null || !/^[\d,]+$/u.test(ids) ? [] : [[name, ids]];
    }),
  );
  return {
    preset: custom === undefined ? preset : 'custom',
    days,
    comparison,
    before,
    chosen,
    filters: { ...days, ...chosen },
    filtersBefore: { ...before, comparedTo: days.start, ...chosen },
  };
}
