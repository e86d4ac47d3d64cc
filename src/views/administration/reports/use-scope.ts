import { useLocation, useNavigate } from 'react-router-dom';
import type { ReportCalendar } from '../../../machines/entities/reports.ts';
import { comparedDays, daysOfPreset, isDay, isPreset, type Comparison, type Days, type Preset } from './period.ts';

/** Whose numbers can be looked at alone. */
export const scopeFilters = ['departments', 'users', 'instances'] as const;
export type ScopeFilter = (typeof scopeFilters)[number];

/** What a report looks at. It stands in the page's address, so that it can be kept, sent and gone back to. */
export interface Scope {
  readonly preset: Preset | 'custom';
  readonly days: Days;
  readonly comparison: Comparison;
  readonly before: Days;
  /** Ids with commas between them, by filter. */
  readonly chosen: Readonly<Record<string, string>>;
  /** The lists' filters for the days, and for those they are compared with. */
  readonly filters: Readonly<Record<string, string>>;
  readonly filtersBefore: Readonly<Record<string, string>>;
}

export interface Address {
  readonly param: (name: string) => string | null;
  /** Sets what has a value and takes out what is null. */
  readonly setParams: (params: Readonly<Record<string, string | null>>) => void;
}

/** The query of the page's address. */
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
      // Going back leaves the screen, not each choice on it.
      void navigate(query === '' ? pathname : `${pathname}?${query}`, { replace: true });
    },
  };
}

/** What the address says; what it doesn't say, or says wrong, is as usual for the screen. */
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
    filtersBefore: { ...before, ...chosen },
  };
}
