import type { QuietHours } from '../log/events-session.ts';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const DAY_MINUTES = 24 * 60;

/** Whether a moment (milliseconds since 1970) is within the quiet hours. */
export function isQuietAt(quiet: QuietHours | undefined, moment: number): boolean {
  if (quiet === undefined) return false;
  const { from, to, days } = quiet;
  const local = localOf(quiet.timeZone, moment);
  if (local === null) return false;
  const { day, minutes } = local;
  const length = (to - from + DAY_MINUTES - 1) % DAY_MINUTES;
  const begins = (on: number, since: number) => days.includes(on) && since >= 0 && since <= length;
  return begins(day, minutes - from) || begins((day + 6) % 7, minutes + DAY_MINUTES - from);
}

/** Day of the week and minutes since midnight; null if the time zone isn't known here, as one kept by another browser. */
function localOf(timeZone: string, moment: number): { readonly day: number; readonly minutes: number } | null {
  const format = formatIn(timeZone);
  if (format === null) return null;
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  const day = DAYS.indexOf(parts.get('weekday') ?? '');
  return { day, minutes: Number(parts.get('hour')) * 60 + Number(parts.get('minute')) };
}

function formatIn(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    });
  } catch {
    return null;
  }
}
