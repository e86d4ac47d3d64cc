import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemo } from '../../server/demo/seed.ts';
import { rowsOf, selectListingPhase, selectListPage } from '../../src/machines/listing/listing.selectors.ts';
import type { ListName, ListQuery, ListRows } from '../../src/machines/log/events-administration.ts';
import { startClient } from '../support/client.ts';
import type { Client } from '../support/client.ts';
import { DEMO_PASSWORD, startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startTestServer();
  await seedDemo(server.db, new Date());
  client = startClient({ url: server.url, tenant: 'aurora' });
  await client.logIn('ana@aurora.example', DEMO_PASSWORD);
});
afterAll(async () => {
  client.kill();
  // A killed page leaves connections that never bore a request, and node waits a minute for each.
  const sweep = setInterval(() => server.app.server.closeAllConnections(), 20);
  await server.stop();
  clearInterval(sweep);
});

const QUERY: ListQuery = { page: 1, limit: 100, search: '', sort: { by: 'id', descending: false }, filters: {} };
const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const PERIOD = { start: day(400), finish: day(-1) };

/** Opens a list as a screen does, and waits for its rows. */
async function shown<Name extends ListName>(
  list: Name,
  { filters = {}, ...query }: Partial<ListQuery> = {},
): Promise<readonly ListRows[Name][]> {
  const opened = { ...QUERY, ...query, filters };
  client.append(
    client.directory.list(list) === undefined
      ? { type: 'list.opened', list, query: opened }
      : { type: 'list.queried', list, change: opened },
  );
  const page = await client.waitFor((directory) => {
    const actor = directory.list(list);
    if (actor === undefined) return null;
    if (selectListingPhase(actor.getSnapshot()) === 'failed') throw new Error('The list failed');
    return selectListingPhase(actor.getSnapshot()) === 'ready' && selectListPage(actor.getSnapshot());
  });
  return rowsOf(page, list);
}

test('the numbers of the demo agree with each other, on every list', async () => {
  const [period, previous] = await shown('report.numbers', { filters: PERIOD });
  expect(period).toMatchObject({ id: 'period', ...PERIOD });
  expect(previous?.numbers.opened).toBe(0);
  const opened = period?.numbers.opened ?? 0;
  expect(opened).toBeGreaterThan(400);
  for (const list of [
    'report.days',
    'report.hours',
    'report.departments',
    'report.users',
    'report.instances',
  ] as const) {
    const rows = await shown(list, { filters: PERIOD, limit: 1_000 });
    expect(`${list} ${rows.reduce((sum, { numbers }) => sum + numbers.opened, 0)}`).toBe(`${list} ${opened}`);
  }
  const [total, ...users] = await shown('report.dashboard', { filters: PERIOD });
  expect(total).toEqual({ id: 'total', label: null, numbers: period?.numbers });
  expect(users.every(({ label }) => label !== null)).toBe(true);
});

test('sorted by a number; the tickets behind one', async () => {
  const rows = await shown('report.users', { filters: PERIOD, sort: { by: 'waitingAverage', descending: true } });
  const waits = rows.map(({ numbers }) => numbers.waitingAverage).filter((wait) => wait !== null);
  expect(waits.length).toBeGreaterThan(1);
  expect(waits).toEqual(waits.toSorted((one, other) => other - one));
  const busiest = rows.find(({ numbers }) => numbers.finished > 0);
  const group = { groupBy: 'user', groupKey: busiest?.id ?? '' };
  const tickets = await shown('report.tickets', { filters: { ...PERIOD, ...group, tickets: 'finished' }, limit: 5 });
  expect(tickets.map(({ user }) => user?.id)).toEqual(tickets.map(() => busiest?.id));
  expect(tickets[0]?.finishedAt).toEqual(expect.any(Number));
});

test('of this moment: together and by instance', async () => {
  const [total, ...instances] = await shown('report.now');
  expect(total?.numbers.open).toBeGreaterThan(10);
  expect(instances.reduce((sum, { numbers }) => sum + numbers.waiting, 0)).toBe(total?.numbers.waiting);
  const waiting = await shown('report.tickets', { filters: { tickets: 'unanswered' }, limit: 100 });
  expect(waiting.length).toBe(total?.numbers.unanswered);
  expect(Math.min(...waiting.map(({ waitingSince }) => waitingSince ?? Infinity))).toBe(
    total?.numbers.longestWaitSince,
  );
});
