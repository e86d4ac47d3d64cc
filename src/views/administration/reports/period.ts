import { dayAfter, daysOf } from '../../../../contract/facts/days.ts';

/** Named periods, counted back from today. */
export const presets = ['today', 'yesterday', 'last7', 'last30', 'thisMonth', 'lastMonth'] as const;
export type Preset = (typeof presets)[number];

/** A range of days in the company's calendar, both included. */
export interface Days {
  readonly start: string;
  readonly finish: string;
}

export function isPreset(name: string | null): name is Preset {
  return presets.some((preset) => preset === name);
}

export function daysOfPreset(preset: Preset, today: string): Days {
  const monthStart = `${today.slice(0, 7)}-01`;
  switch (preset) {
    case 'today':
      return { start: today, finish: today };
    case 'yesterday':
      return { start: dayAfter(today, -1), finish: dayAfter(today, -1) };
    case 'last7':
      return { start: dayAfter(today, -6), finish: today };
    case 'last30':
      return { start: dayAfter(today, -29), finish: today };
    case 'thisMonth':
      return { start: monthStart, finish: today };
    case 'lastMonth': {
      const finish = dayAfter(monthStart, -1);
      return { start: `${finish.slice(0, 7)}-01`, finish };
    }
  }
}

/** The compared days: those just before, or the same days a year earlier. */
export type Comparison = 'previous' | 'year';

export function comparedDays(days: Days, comparison: Comparison): Days {
  const length = daysOf(days.start, days.finish);
  const start = comparison === 'previous' ? dayAfter(days.start, -length) : yearBefore(days.start);
  return { start, finish: dayAfter(start, length - 1) };
}

/** The same day a year earlier; for 29 February the last day of that February. */
function yearBefore(day: string): string {
  const year = Number(day.slice(0, 4)) - 1;
  const rest = day.slice(4) === '-02-29' ? '-02-28' : day.slice(4);
  return `${year}${rest}`;
}
