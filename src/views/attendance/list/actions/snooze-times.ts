import { dayAfter } from '../../../../../contract/facts/days.ts';
import { momentOf, wallTimeOf, weekdayOf } from '../../../../i18n/wall-time.ts';

export type SnoozeTime = 'hour' | 'afternoon' | 'tomorrow' | 'monday';

const MORNING = '09:00';
const AFTERNOON = '15:00';
const HOUR_MS = 3_600_000;
const MONDAY = 1;

/** The moments offered, in a time zone; this afternoon only while it is more than an hour away. */
export function snoozeTimes(now: number, zone: string): readonly { readonly id: SnoozeTime; readonly at: number }[] {
  const { day } = wallTimeOf(now, zone);
  const afternoon = momentOf({ day, time: AFTERNOON }, zone);
  const tomorrow = dayAfter(day, 1);
  const monday = dayAfter(day, (MONDAY - weekdayOf(day) + 7) % 7 || 7);
  return [
    { id: 'hour', at: now + HOUR_MS },
    ...(afternoon - now > HOUR_MS ? [{ id: 'afternoon' as const, at: afternoon }] : []),
    { id: 'tomorrow', at: momentOf({ day: tomorrow, time: MORNING }, zone) },
    // On Sundays that is the same.
    ...(monday === tomorrow ? [] : [{ id: 'monday' as const, at: momentOf({ day: monday, time: MORNING }, zone) }]),
  ];
}

/** The moment of a date field; null if it has none. */
export function momentOfField(value: string, zone: string): number | null {
  const [day = '', time = ''] = value.split('T');
  const at =
    /^\d{4}-\d\d-\d\d$/.test(day) && /^\d\d:\d\d/.test(time) ? momentOf({ day, time: time.slice(0, 5) }, zone) : NaN;
  return Number.isFinite(at) ? at : null;
}

/** What a date field shows of a moment. */
export function fieldOf(at: number, zone: string): string {
  const { day, time } = wallTimeOf(at, zone);
  return `${day}T${time}`;
}
