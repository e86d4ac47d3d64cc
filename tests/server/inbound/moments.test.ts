import { expect, test } from 'vitest';
import { momentOf } from '../../../server/domain/inbound/receive-message.ts';

const NOW = new Date('2026-03-11T12:00:00.500Z');

test.each([
  ['in this second', '2026-03-11T12:00:00.000Z', false, '2026-03-11T12:00:00.500Z'],
  ['in the last one: its latest moment', '2026-03-11T11:59:59.000Z', false, '2026-03-11T11:59:59.999Z'],
  ['before that', '2026-03-11T11:59:58.000Z', false, '2026-03-11T11:59:58.000Z'],
  ['by a clock that runs ahead', '2026-03-11T12:00:01.000Z', false, '2026-03-11T12:00:00.500Z'],
  ['30 days ago', '2026-02-09T12:00:01.000Z', false, '2026-02-09T12:00:01.000Z'],
  ['longer ago than a provider tries', '2026-02-09T12:00:00.000Z', false, '2026-03-11T12:00:00.500Z'],
  ['longer ago, kept aside since', '2026-02-09T12:00:00.000Z', true, '2026-02-09T12:00:00.000Z'],
])('a message sent %s', (_when, reported, isRecovered, expected) => {
  expect(momentOf(new Date(reported), NOW, isRecovered).toISOString()).toBe(expected);
});
