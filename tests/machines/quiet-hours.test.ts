import { expect, test } from 'vitest';
import type { QuietHours } from '../../src/machines/log/events-session.ts';
import { isQuietAt } from '../../src/machines/notification/quiet-hours.ts';

const nights: QuietHours = { from: 20 * 60, to: 8 * 60, days: [1, 2, 3, 4, 5], timeZone: 'America/Sao_Paulo' };
const lunch: QuietHours = { ...nights, from: 12 * 60, to: 13 * 60, days: [1] };
const sundays: QuietHours = { ...nights, from: 0, to: 0, days: [0] };

/** 2026-11-23 is a Monday; São Paulo is three hours behind. */
test.each([
  ['none are set', undefined, '2026-11-23T23:30:00Z', false],
  ['before they begin', nights, '2026-11-23T22:59:00Z', false],
  ['as they begin', nights, '2026-11-23T23:00:00Z', true],
  ['past midnight', nights, '2026-11-24T04:00:00Z', true],
  ['the last minute', nights, '2026-11-24T10:59:00Z', true],
  ['as they end', nights, '2026-11-24T11:00:00Z', false],
  ['Friday’s night goes on into Saturday', nights, '2026-11-28T05:00:00Z', true],
  ['Saturday’s doesn’t begin', nights, '2026-11-29T00:00:00Z', false],
  ['Sunday’s doesn’t go on into Monday', nights, '2026-11-23T05:00:00Z', false],
  ['within a day', lunch, '2026-11-23T15:30:00Z', true],
  ['the hour after', lunch, '2026-11-23T16:00:00Z', false],
  ['the same hour of another day', lunch, '2026-11-24T15:30:00Z', false],
  ['a whole day', sundays, '2026-11-22T03:00:00Z', true],
  ['to its end', sundays, '2026-11-23T02:59:00Z', true],
  ['and no longer', sundays, '2026-11-23T03:00:00Z', false],
  [
    'a time zone that the browser doesn’t know',
    { ...nights, timeZone: 'America/Nowhere' },
    '2026-11-23T23:30:00Z',
    false,
  ],
  ['without days', { ...nights, days: [] }, '2026-11-23T23:30:00Z', false],
] as const)('%s', (_name, quiet, at, expected) => {
  expect(isQuietAt(quiet, Date.parse(at))).toBe(expected);
});
