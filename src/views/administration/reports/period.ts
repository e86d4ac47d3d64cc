const DAY_MS = 86_400_000;

/** Days that are chosen by a name, counted back from today. */
export const presets = ['today', 'yesterday', 'last7', 'last30', 'thisMonth', 'lastMonth'] as const;
export type Preset = (typeof presets)[number];

/** Days of the company's calendar, both included. */
export interface Days {
  readonly start: string;
  readonly finish: string;
}

export function isPreset(name: string | null): name is Preset {
  return presets.some((preset) => preset === name);
}

/** So many days later, or earlier. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days from one to the other, both counted. */
export function lengthOf({ start, finish }: Days): number {
  return Math.round((Date.parse(finish) - Date.parse(start)) / DAY_MS) + 1;
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

/** What days are compared with: those just before, or those of the year before. */
export type Comparison = 'previous' | 'year';

export function comparedDays(days: Days, comparison: Comparison): Days {
  const length = lengthOf(days);
  const start = comparison === 'previous' ? dayAfter(days.start, -length) : yearBefore(days.start);
  return { start, finish: dayAfter(start, length - 1) };
}

/** The same day of the year before; of a leap day the last of that February. */
function yearBefore(day: string): string {
  const year = Number(day.slice(0, 4)) - 1;
  const rest = day.slice(4) === '-02-29' ? '-02-28' : day.slice(4);
  return `${year}${rest}`;
}

/** Whether it is a day that is in the calendar. */
export function isDay(text: string | null): text is string {
  if (text === null || !/^\d{4}-\d\d-\d\d$/u.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
