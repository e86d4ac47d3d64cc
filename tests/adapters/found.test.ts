import { expect, test } from 'vitest';
import type { ListQuery } from '../../src/machines/log/events-administration.ts';
import { data, graphqlError } from '../support/scripted-server.ts';
import { AT, wireChat, wireTicket } from '../support/wire.ts';
import { startBench } from './harness.ts';

const QUERY: ListQuery = {
  page: 1,
  limit: 20,
  search: 'boleto',
  sort: { by: 'at', descending: true },
  filters: { customer: '40', instance: '5' },
};
const found = (id: string) => ({
  id,
  type: 1 as const,
  created_at: AT,
  tag_type: 'text' as const,
  excerpt: 'o boleto',
  marks: [{ start: 2, end: 8 }],
  is_bot_message: false,
  user: null,
  customer: { id: '40', name: 'Marina' },
  instance: { id: '5', name: 'Vendas' },
  ticket_id: '20',
});
const answer = (ids: readonly string[], next_before: string | null, is_indexed = true) =>
  data({ searchMessages: { items: ids.map(found), next_before, is_indexed } });

async function start() {
  const bench = await startBench();
  bench.adopt('token', 1);
  return bench;
}

test('messages found: pages are asked for until there are enough, or no more', async () => {
  const bench = await start();
  const answers = [answer(['9', '8'], '8', false), answer([], '5'), answer(['4'], null)];
  bench.server.on('searchMessages', () => answers.shift() ?? 'drop');
  bench.adapters.run({ type: 'list.fetch', list: 'chat.foundHere', request: 1, query: QUERY });
  const { page } = await bench.next('list.answered');
  expect(page).toMatchObject({ list: 'chat.foundHere', total: 3, facts: { more: 0, waiting: 0 } });
  expect(page.rows).toMatchObject([
    { id: '9', ticketId: '20', customerName: 'Marina', received: true, at: Date.parse(AT), excerpt: 'o boleto' },
    { id: '8' },
    { id: '4' },
  ]);
  expect(bench.server.requests.items.map(({ body }) => body)).toMatchObject([
    { search: 'boleto', customer_id: '40', instance_id: '5', before_id: null },
    { before_id: '8' },
    { before_id: '5' },
  ]);
});

test('a search that finds nothing for long stops, and says that there is more', async () => {
  const bench = await start();
  bench.server.on('searchMessages', answer([], '5', false));
  bench.adapters.run({ type: 'list.fetch', list: 'chat.found', request: 1, query: { ...QUERY, filters: {} } });
  const { page } = await bench.next('list.answered');
  expect(page).toMatchObject({ list: 'chat.found', rows: [], facts: { more: 1, waiting: 1 } });
  expect(bench.server.requests.items).toHaveLength(5);
});

test('asked for more -> it goes on from where it stopped', async () => {
  const bench = await start();
  const cursors = ['90', '80', '70', '60', '50', '40'];
  bench.server.on('searchMessages', () => {
    const [cursor] = cursors.splice(0, 1);
    return cursor === undefined ? answer(['7'], null) : answer([], cursor);
  });
  bench.adapters.run({ type: 'list.fetch', list: 'chat.found', request: 1, query: QUERY });
  const { page } = await bench.next('list.answered');
  expect(page).toMatchObject({ rows: [], facts: { more: 1 }, edges: { end: '50' } });
  const query = { ...QUERY, page: 2, grows: true, seek: { after: '50' } } as const;
  bench.adapters.run({ type: 'list.fetch', list: 'chat.found', request: 2, query });
  const next = (await bench.all('list.answered', 2)).at(-1)?.page;
  expect(next).toMatchObject({ rows: [{ id: '7' }], facts: { more: 0 } });
  expect(next).not.toHaveProperty('edges');
  expect(bench.server.requests.items.map(({ body }) => body)).toMatchObject(
    [null, '90', '80', '70', '60', '50', '40'].map((before_id) => ({ before_id })),
  );
});

test('a refused search -> list.failed', async () => {
  const bench = await start();
  bench.server.on('searchMessages', graphqlError('no', { code: 'NOT_FOUND', key: 'error.notFound' }));
  bench.adapters.run({ type: 'list.fetch', list: 'chat.found', request: 4, query: QUERY });
  expect(await bench.next('list.failed')).toMatchObject({ list: 'chat.found', request: 4 });
});

test.each([
  ['around', { aroundId: '7' }, ['6', '7', '8'], { complete: true, latest: true }],
  ['around', { aroundId: '7' }, ['5', '6', '7', '8', '9'], { complete: false, latest: false }],
  ['around', { aroundId: '7' }, ['6', '7', '8', '9'], { complete: true, latest: false }],
  ['after', { afterId: '7' }, ['8', '9'], { complete: false, latest: true }],
  ['after', { afterId: '7' }, ['8', '9', '10', '11', '12'], { complete: false, latest: false }],
])('a page %s a message: %j of %j', async (_where, page, ids, ends) => {
  const bench = await start();
  const customerChats = ids.map((id) => ({ ...wireChat(), id }));
  bench.server.on('customerChats', data({ customerChats, customerChatEvents: [] }));
  const conversation = { customerId: '40', instanceId: '5' } as const;
  bench.adapters.run({ type: 'chat.fetch', request: 1, ...conversation, beforeId: null, limit: 5, ...page });
  expect(await bench.next('chat.listed')).toMatchObject({ older: false, ...ends });
  expect(bench.server.requests.items[0]?.body).toMatchObject(
    'aroundId' in page ? { around_id: '7' } : { after_id: '7' },
  );
});

test('who waits longest is asked for by the wait alone, and shown in the server’s order', async () => {
  const bench = await start();
  const page = (ids: readonly string[]) => ({
    total_pages: 1,
    total_items: ids.length,
    position: 1,
    items: ids.map((id) => wireTicket({ id, waiting_since: new Date(Date.parse(AT) + Number(id)).toISOString() })),
    unseen_conversations: null,
    pinned_customers: null,
  });
  const answers = [page(['7', '3']), page(['5']), page(['6'])];
  bench.server.on('chatTickets', () => data({ chatTickets: answers.shift() }));
  bench.adapters.run({ type: 'list.fetch', list: 'home.waiting', request: 1, query: { ...QUERY, filters: {} } });
  await bench.next('list.answered');
  bench.adapters.run({ type: 'list.fetch', list: 'chat.next', request: 1, query: { ...QUERY, filters: {} } });
  const told = await bench.all('list.answered', 2);
  expect(told.map(({ page: { rows } }) => rows.map((row) => ('id' in row ? row.id : null)))).toEqual([
    ['7', '3'],
    ['5', '6'],
  ]);
  const asked = bench.server.requests.items.map(({ body }) => body);
  expect(asked).toMatchObject([{ view: 'all' }, { view: 'mine' }, { view: 'queue' }]);
  for (const each of asked) expect(each).toMatchObject({ awaits_answer: true });
});
