import { useText } from '../kit/useText.ts';
import { useFormats } from '../layout/LocaleProvider.tsx';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** For how long something has been so, without what doesn't matter: `12 min`, `3 h`, `2 d`. */
export function useSince(): (milliseconds: number) => string {
  const text = useText();
  const formats = useFormats();
  return (milliseconds) => (milliseconds < MINUTE ? text('attendance.moment') : formats.duration(rough(milliseconds)));
}

/** Milliseconds without minutes beside several hours, and without hours beside days. */
export function rough(milliseconds: number): number {
  const unit = milliseconds >= DAY ? DAY : milliseconds >= 2 * HOUR ? HOUR : 1;
  return Math.floor(milliseconds / unit) * unit;
}
