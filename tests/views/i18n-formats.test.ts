import { describe, expect, it } from 'vitest';
import { formatClock } from '../../src/i18n/clock.ts';
import { formatDuration } from '../../src/i18n/duration.ts';
import { createFormats, type Formats } from '../../src/i18n/formats.ts';
import { parseLocale } from '../../src/i18n/locale.ts';
import { LOCALES, type Locale } from '../../contract/facts/locales.ts';
import { formatPhone } from '../../contract/facts/phone.ts';

const zone = 'America/Sao_Paulo';
// A Friday, noon in São Paulo.
const now = '2026-11-20T15:00:00Z';
// Intl separates with no-break spaces, which a table can't show.
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
const formatted = (locale: Locale, of: (formats: Formats) => string) => plain(of(createFormats(locale, zone)));

/** One row: what is formatted, and how each locale writes it. */
type Row = readonly [name: string, of: (formats: Formats) => string, expected: Record<Locale, string>];

const same = (text: string): Record<Locale, string> => ({ pt_BR: text, en: text, pt: text });
const portuguese = (text: string, en: string): Record<Locale, string> => ({ pt_BR: text, en, pt: text });

const rows: readonly Row[] = [
  ['number', (f) => f.number(12345.6), portuguese('12.345,6', '12,345.6')],
  ['compact below a thousand', (f) => f.compact(999), same('999')],
  ['compact just above 999', (f) => f.compact(999.5), portuguese('1,0 mil', '1.0K')],
  ['compact thousand', (f) => f.compact(1000), portuguese('1,0 mil', '1.0K')],
  ['compact thousands', (f) => f.compact(1234), portuguese('1,2 mil', '1.2K')],
  ['compact tens of thousands', (f) => f.compact(12_345), portuguese('12,3 mil', '12.3K')],
  ['compact that rounds up to a million', (f) => f.compact(999_950), portuguese('1,0 mi', '1.0M')],
  ['compact millions', (f) => f.compact(1_540_000), portuguese('1,5 mi', '1.5M')],
  ['compact negative', (f) => f.compact(-1500), portuguese('-1,5 mil', '-1.5K')],
  ['percent', (f) => f.percent(0.123), same('12%')],
  ['time', (f) => f.time('2026-11-20T13:42:00Z'), same('10:42')],
  ['time, afternoon', (f) => f.time('2026-11-20T20:05:00Z'), same('17:05')],
  ['time, midnight', (f) => f.time('2026-11-20T03:00:00Z'), same('00:00')],
  ['time of epoch milliseconds', (f) => f.time(Date.parse(now)), same('12:00')],
  ['date', (f) => f.date('2026-11-12T12:00:00Z'), portuguese('12 nov. 2026', 'Nov 12, 2026')],
  ['short date', (f) => f.shortDate('2026-09-02T12:00:00Z', now), portuguese('02 set.', 'Sep 2')],
  [
    'short date, other year',
    (f) => f.shortDate('2025-09-02T12:00:00Z', now),
    portuguese('02 set. 2025', 'Sep 2, 2025'),
  ],
  ['month', (f) => f.month('2025-03-05T12:00:00Z'), portuguese('mar. de 2025', 'Mar 2025')],
  [
    'full',
    (f) => f.full(now),
    portuguese('sexta-feira, 20 de novembro de 2026 às 12:00', 'Friday, November 20, 2026 at 12:00'),
  ],
  ['day, today', (f) => f.day(now, now), portuguese('Hoje', 'Today')],
  ['day, yesterday', (f) => f.day('2026-11-20T02:59:00Z', now), portuguese('Ontem', 'Yesterday')],
  ['day, two days ago', (f) => f.day('2026-11-18T12:00:00Z', now), portuguese('Quarta-feira', 'Wednesday')],
  ['day, six days ago', (f) => f.day('2026-11-14T12:00:00Z', now), portuguese('Sábado', 'Saturday')],
  ['day, a week ago', (f) => f.day('2026-11-13T12:00:00Z', now), portuguese('13 de novembro', 'November 13')],
  [
    'day, other year',
    (f) => f.day('2025-11-13T12:00:00Z', now),
    portuguese('13 de novembro de 2025', 'November 13, 2025'),
  ],
  [
    'day, tomorrow (a clock ahead)',
    (f) => f.day('2026-11-21T12:00:00Z', now),
    portuguese('21 de novembro', 'November 21'),
  ],
  ['list, today', (f) => f.listTime('2026-11-20T13:42:00Z', now), same('10:42')],
  ['list, yesterday', (f) => f.listTime('2026-11-19T13:42:00Z', now), portuguese('ontem', 'yesterday')],
  ['list, this week', (f) => f.listTime('2026-11-16T13:42:00Z', now), portuguese('seg.', 'Mon')],
  ['list, this year', (f) => f.listTime('2026-06-21T13:42:00Z', now), portuguese('21 jun.', 'Jun 21')],
  ['list, other year', (f) => f.listTime('2025-06-21T13:42:00Z', now), portuguese('21/06/2025', '06/21/2025')],
  ['duration', (f) => f.duration(83_880_000), same('23 h 18 min')],
  ['phone', (f) => f.phone('5511912345678'), same('+55 11 91234-5678')],
  ['day key follows the time zone', (f) => f.dayKey('2026-11-21T02:59:59Z'), same('2026-11-20')],
];

describe.each(LOCALES)('formats in %s', (locale) => {
  it.each(rows)('%s', (_, of, expected) => {
    expect(formatted(locale, of)).toBe(expected[locale]);
  });
});

describe('days are those of the time zone', () => {
  it.each([
    ['America/Sao_Paulo', 'Ontem'],
    ['UTC', 'Hoje'],
  ])('%s -> %s', (timeZone, expected) => {
    expect(createFormats('pt_BR', timeZone).day('2026-11-20T01:00:00Z', now)).toBe(expected);
  });

  it('a day that summer time shortens is still one day', () => {
    const lisbon = createFormats('pt_BR', 'Europe/Lisbon');
    // Half past midnight of the 30th, one hour ahead of UTC by then.
    expect(lisbon.day('2026-03-28T23:30:00Z', '2026-03-29T23:30:00Z')).toBe('Sábado');
    expect(lisbon.day('2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z')).toBe('Ontem');
  });
});

describe('durations', () => {
  const second = 1000;
  const minute = 60 * second;
  const hour = 60 * minute;
  it.each([
    [0, '0 s'],
    [-5 * second, '0 s'],
    [999, '0 s'],
    [45 * second, '45 s'],
    [59.9 * second, '59 s'],
    [minute, '1 min'],
    [12 * minute + 59 * second, '12 min'],
    [hour, '1 h'],
    [23 * hour + 18 * minute, '23 h 18 min'],
    [24 * hour, '1 d'],
    [76 * hour + 30 * minute, '3 d 4 h'],
  ])('%i ms -> %s', (milliseconds, expected) => {
    expect(formatDuration(milliseconds)).toBe(expected);
  });

  it.each([
    [128 * second, '2 min 08 s'],
    [120 * second, '2 min'],
    [hour + 5 * second, '1 h'],
  ])('fine: %i ms -> %s', (milliseconds, expected) => {
    expect(formatDuration(milliseconds, 'fine')).toBe(expected);
  });

  it.each([
    [23.9, '0:23'],
    [12 * 60 + 5, '12:05'],
    [3_600 + 2 * 60 + 3, '1:02:03'],
    [-1, '0:00'],
  ])('clock: %i s -> %s', (seconds, expected) => {
    expect(formatClock(seconds)).toBe(expected);
  });
});

describe('phone numbers', () => {
  it.each([
    ['5511912345678', '+55 11 91234-5678'],
    ['+55 (11) 91234-5678', '+55 11 91234-5678'],
    ['551132345678', '+55 11 3234-5678'],
    ['351912345678', '+351912345678'],
    ['14155550123', '+14155550123'],
    ['28282', '28282'],
    ['Loja 24', 'Loja 24'],
    ['', ''],
  ])('%s -> %s', (value, expected) => {
    expect(formatPhone(value)).toBe(expected);
  });
});

describe('locales', () => {
  it.each(['pt_BR', 'en', 'pt'])('reads %s', (value) => expect(parseLocale(value)).toBe(value));
  it.each(['pt-BR', 'fr', '', undefined, null, 3])('refuses %s', (value) => expect(parseLocale(value)).toBeUndefined());
});
