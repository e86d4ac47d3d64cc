import { useText } from '../kit/useText.ts';
import { useFormats } from '../layout/LocaleProvider.tsx';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats a duration in its largest unit only: `12 min`, `3 h`, `2 d`. */
export function useSince(): (milliseconds: number) => string {
  const text = useText();
  const formats = useFormats();
  return (milliseconds) =>
    milliseconds < MINUTE ? text('attendance.moment') : formats.duration(roundDown(milliseconds));
}

/** Drops minutes from two hours on, and hours from a day on. */
export function roundDown(milliseconds: number): number {
  const unit = milliseconds >= DAY ? DAY : milliseconds >= 2 * HOUR ? HOUR : 1;
  return Math.floor(milliseconds / unit) * unit;
}
