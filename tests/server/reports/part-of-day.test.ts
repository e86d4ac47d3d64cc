import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportNumbers } from '../../../contract/graphql/report-numbers.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { reportCalls } from './report-calls.ts';
import type { ReportCalls } from './report-calls.ts';
import { ticketTeller } from './told-tickets.ts';

// In the quarter of an hour from 14:00 in São Paulo.
const NOW = '2026-06-10T14:07:00-03:00';

let world: World;
let calls: ReportCalls;
let now: Date | undefined;
beforeAll(async () => {
  world = await startAttendance({ now: () => now ?? new Date() });
  calls = reportCalls(world);
  const tell = ticketTeller(world);
  await world.rows('delete from outbox');
  await world.rows('delete from message');
  await world.rows('delete from chat_ticket');
  // Of each day one before the quarter of an hour that is under way, one in it, one later.
  for (const day of ['2026-06-10', '2026-06-09', '2026-06-08', '2026-06-03', '2025-06-10'])
    for (const time of ['13:59', '14:00', '23:00']) await tell({ said: [[`${day}T${time}:00-03:00`, '<']] });
});
afterAll(() => world.stop());

/** Opened and received: the tickets' own time, and the tallies of messages. */
async function compared(start_at: string, finish_at: string, compare_start_at?: string) {
  const variables = { start_at, finish_at, compare_start_at };
  const { previous } = (await world.call(world.people.ana, reportNumbers, variables)).reportNumbers;
  return [previous.numbers.opened, previous.numbers.messages_in];
}

async function groups(group_by: string, days: { start_at: string; finish_at: string; compared_to?: string }) {
  const { items } = await calls.groups(world.people.ana, { group_by, ...days });
  return items.flatMap(({ key, name, numbers: { opened, messages_in } }) =>
    opened + messages_in === 0 ? [] : [`${name ?? key}: ${opened} ${messages_in}`],
  );
}

test('today until now is compared with the same part of yesterday, of a year ago, of several days', async () => {
  now = new Date(NOW);
  await world.rows("update tenant set timezone = 'America/Sao_Paulo'");
  expect(await compared('2026-06-10', '2026-06-10')).toEqual([1, 1]);
  expect(await compared('2026-06-10', '2026-06-10', '2025-06-10')).toEqual([1, 1]);
  // Three whole days and a part of the fourth.
  expect(await compared('2026-06-07', '2026-06-10', '2026-06-06')).toEqual([4, 4]);
  // The days end later than today: the compared ones still stop where these are now.
  expect(await compared('2026-06-10', '2026-06-12', '2026-06-08')).toEqual([1, 1]);
});

test('days that are over, and days to come, are compared in full', async () => {
  now = new Date(NOW);
  await world.rows("update tenant set timezone = 'America/Sao_Paulo'");
  expect(await compared('2026-06-09', '2026-06-09', '2026-06-08')).toEqual([3, 3]);
  expect(await compared('2026-06-11', '2026-06-11', '2026-06-10')).toEqual([3, 3]);
});

test('groups are cut at the same moment, and only as the compared ones', async () => {
  now = new Date(NOW);
  await world.rows("update tenant set timezone = 'America/Sao_Paulo'");
  const yesterday = { start_at: '2026-06-09', finish_at: '2026-06-09' };
  const before = { ...yesterday, compared_to: '2026-06-10' };
  expect(await groups('day', yesterday)).toEqual(['2026-06-09: 3 3']);
  expect(await groups('day', before)).toEqual(['2026-06-09: 1 1']);
  expect(await groups('hour', before)).toEqual(['13: 1 1']);
  expect(await groups('instance', before)).toEqual(['Vendas: 1 1']);
  expect(await groups('day', { start_at: '2026-06-08', finish_at: '2026-06-09', compared_to: '2026-06-09' })).toEqual([
    '2026-06-08: 3 3',
    '2026-06-09: 1 1',
  ]);
});

test('the time of day is the company’s', async () => {
  now = new Date(NOW);
  // 22:52 on the 10th; yesterday until 22:45 is until 14:00 in São Paulo.
  await world.rows("update tenant set timezone = 'Asia/Kathmandu'");
  expect(await compared('2026-06-10', '2026-06-10')).toEqual([2, 2]);
});
