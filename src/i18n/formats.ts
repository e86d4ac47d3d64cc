import { formatPhone } from '../../contract/facts/phone.ts';
import { DAY_MS } from '../../contract/facts/day-ms.ts';
import type { Locale } from '../../contract/facts/locales.ts';
import { languageTag } from './locale.ts';
import { formatDuration, type DurationDetail } from './duration.ts';

/** A point in time: epoch milliseconds, or an ISO 8601 string as the wire carries it. */
export type Instant = number | string;

/** Formats numbers, times and phone numbers for a locale and time zone. */
export interface Formats {
  readonly number: (value: number) => string;
  /** One decimal above 999: `1,2 mil`, `1.2K`; smaller values are whole. */
  readonly compact: (value: number) => string;
  /** A share between 0 and 1: `12%`. */
  readonly percent: (share: number) => string;
  /** A file's size, as the provider's limits count it: `820 kB`, `1,2 MB`. */
  readonly fileSize: (bytes: number) => string;
  /** `10:42`, on 24 hours. */
  readonly time: (at: Instant) => string;
  /** `12 nov. 2026`. */
  readonly date: (at: Instant) => string;
  /** `13 nov.`, with the year when it is not the year of `now`. */
  readonly shortDate: (at: Instant, now: Instant) => string;
  /** `mar. de 2025`. */
  readonly month: (at: Instant) => string;
  /** `quinta-feira, 12 de novembro de 2026 às 10:42`, for titles and screen readers. */
  readonly full: (at: Instant) => string;
  /** The separator above a day's messages: `Hoje`, `Ontem`, `Quinta-feira`, `13 de novembro`. */
  readonly day: (at: Instant, now: Instant) => string;
  /** The time in a list's row: `10:42` today, then `ontem`, `seg.`, `13 nov.`, `13/11/2025`. */
  readonly listTime: (at: Instant, now: Instant) => string;
  /** Milliseconds in the two largest units: `45 s`, `12 min`, `23 h 18 min`, `3 d 4 h`. */
  readonly duration: (milliseconds: number, detail?: DurationDetail) => string;
  /** `+55 11 91234-5678`. */
  readonly phone: (digits: string) => string;
  /** Equal for two instants of the same local day: `2026-11-12`. */
  readonly dayKey: (at: Instant) => string;
}

const KB = 1024;

/** Creates a locale's formats; `timeZone` is the browser's if left out. */
export function createFormats(locale: Locale, timeZone?: string): Formats {
  const tag = languageTag(locale);
  const portuguese = locale !== 'en';
  const zone = timeZone === undefined ? {} : { timeZone };
  const dates = (options: Intl.DateTimeFormatOptions, of = tag) =>
    lazy(() => new Intl.DateTimeFormat(of, { ...options, ...zone }));
  const numbers = (options: Intl.NumberFormatOptions) => lazy(() => new Intl.NumberFormat(tag, options));

  // Brazil uses the 24-hour clock, so every locale does here.
  const time = dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const dayOfMonth = portuguese ? '2-digit' : 'numeric';
  const dayMonth = dates({ day: dayOfMonth, month: 'short' });
  const dayMonthYear = dates({ day: dayOfMonth, month: 'short', year: 'numeric' });
  const digits = dates({ day: '2-digit', month: '2-digit', year: 'numeric' });
  const month = dates({ month: 'short', year: 'numeric' });
  const longDay = dates({ day: 'numeric', month: 'long' });
  const longDayYear = dates({ day: 'numeric', month: 'long', year: 'numeric' });
  const weekday = dates({ weekday: 'long' });
  const shortWeekday = dates({ weekday: 'short' });
  const full = dates({ dateStyle: 'full', timeStyle: 'short', hourCycle: 'h23' });
  const key = dates({ day: '2-digit', month: '2-digit', year: 'numeric' }, 'sv-SE');
  const relative = lazy(() => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }));
  const plain = numbers({ maximumFractionDigits: 1 });
  // Always one decimal: `1,0 mil` next to `1,2 mil` keeps a column aligned. The unit is the locale's own short one
  // (mil, K), as a bare `k` reads as jargon in Portuguese; millions likewise.
  const short = numbers({ notation: 'compact', minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const kilobytes = numbers({ style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
  const megabytes = numbers({ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
  const percent = numbers({ style: 'percent', maximumFractionDigits: 0 });

  const dayKey = (at: Instant) => key().format(toDate(at));
  const daysAgo = (at: Instant, now: Instant) =>
    Math.round((Date.parse(dayKey(now)) - Date.parse(dayKey(at))) / DAY_MS);
  const sameYear = (at: Instant, now: Instant) => dayKey(at).slice(0, 4) === dayKey(now).slice(0, 4);
  // Portuguese writes "13 de nov."; in a dense list the preposition is noise.
  const dense = (format: Intl.DateTimeFormat, at: Instant) =>
    portuguese
      ? format
          .formatToParts(toDate(at))
          .map((part) => (part.value === ' de ' ? ' ' : part.value))
          .join('')
      : format.format(toDate(at));

  return {
    number: (value) => plain().format(value),
    compact: (value) => (Math.abs(value) > 999 ? short().format(atLeastThousand(value)) : plain().format(value)),
    percent: (share) => percent().format(share),
    fileSize: (bytes) =>
      bytes < 999.5 * KB ? kilobytes().format(Math.max(1, bytes / KB)) : megabytes().format(bytes / (KB * KB)),
    time: (at) => time().format(toDate(at)),
    date: (at) => dense(dayMonthYear(), at),
    shortDate: (at, now) => dense(sameYear(at, now) ? dayMonth() : dayMonthYear(), at),
    month: (at) => month().format(toDate(at)),
    full: (at) => full().format(toDate(at)),
    day: (at, now) => {
      const days = daysAgo(at, now);
      if (days === 0 || days === 1) return capitalized(relative().format(-days, 'day'));
      if (days > 1 && days < 7) return capitalized(weekday().format(toDate(at)));
      return (sameYear(at, now) ? longDay() : longDayYear()).format(toDate(at));
    },
    listTime: (at, now) => {
      const days = daysAgo(at, now);
      if (days === 0) return time().format(toDate(at));
      if (days === 1) return relative().format(-1, 'day');
      if (days > 1 && days < 7) return shortWeekday().format(toDate(at));
      return sameYear(at, now) ? dense(dayMonth(), at) : digits().format(toDate(at));
    },
    duration: formatDuration,
    phone: formatPhone,
    dayKey,
  };
}

/** Intl objects take up to a millisecond to create, so each is created on first use. */
function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function toDate(at: Instant): Date {
  return new Date(at);
}

function atLeastThousand(value: number): number {
  return Math.sign(value) * Math.max(1000, Math.abs(value));
}

function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
