import { expect, test } from 'vitest';
import { endOfWait } from '../../../server/domain/flows/run-context.ts';

test.each([
  ['minutes', { minutes: 90 }, '2026-03-10T12:00:20Z', '2026-03-10T13:30:20Z'],
  ['later today', { until: '08:00' }, '2026-03-10T11:59:20Z', '2026-03-10T12:00:00Z'],
  ['right now: tomorrow', { until: '08:00' }, '2026-03-10T12:00:20Z', '2026-03-11T12:00:00Z'],
  ['the clocks go forward before it', { until: '08:00' }, '2026-03-08T05:30:00Z', '2026-03-08T12:00:00Z'],
  ['the clocks go back before it', { until: '08:00' }, '2026-11-01T04:30:00Z', '2026-11-01T13:00:00Z'],
] as const)('a wait in New York: %s', (_, lasts, now, end) => {
  expect(endOfWait(lasts, new Date(now), 'America/New_York')).toEqual(new Date(end));
});
