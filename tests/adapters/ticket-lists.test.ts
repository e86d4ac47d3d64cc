import { expect, test } from 'vitest';
import type { ListName, ListQuery } from '../../src/machines/log/events-administration.ts';
import { data, graphqlError } from '../support/scripted-server.ts';
import type { Reply } from '../support/scripted-server.ts';
import { AT, wireCustomer, wireTicket } from '../support/wire.ts';
import { startBench } from './harness.ts';
import type { Bench } from './harness.ts';

/* Lists of tickets that ask the server twice and show one. */

const QUERY: ListQuery = {
  page: 1,
  limit: 20,
  search: 'mari',
  sort: { by: 'at', descending: true },
  filters: {},
};
const refused = graphqlError('no', { code: 'FORBIDDEN', key: 'error.forbidden' });

function page(items: readonly ReturnType<typeof wireTicket>[], total_items = items.length): Reply {
  const none = { unseen_conversations: null, pinned_customers: null };
  return data({ chatTickets: { total_pages: 1, total_items, position: 1, items, ...none } });
}

const isFinished = (body: unknown) => Reflect.get(Object(body), 'finished_tickets') === true;
const isSnoozed = (body: unknown) => Reflect.get(Object(body), 'view') === 'snoozed';

/** Answers each of the two questions as it is asked. */
async function ask(
  list: ListName,
  answers: readonly [first: Reply, second: Reply],
  isSecond: (body: unknown) => boolean,
  query: Partial<ListQuery> = {},
): Promise<Bench> {
  const bench = await startBench();
  bench.adopt('token', 1);
  bench.server.on('chatTickets', ({ body }) => answers[isSecond(body) ? 1 : 0]);
  bench.adapters.run({ type: 'list.fetch', list, request: 1, query: { ...QUERY, ...query } });
  return bench;
}

test('the palette finds open tickets, then finished ones, and asks for nothing without a word', async () => {
  const open = wireTicket({ id: '21' });
  const finished = wireTicket({ id: '20', finished_at: AT });
  const bench = await ask('palette.tickets', [page([open]), page([finished])], isFinished);
  const { page: shown } = await bench.next('list.answered');
  expect(shown).toMatchObject({
    total: 2,
    rows: [
      { id: '21', finishedAt: null },
      { id: '20', finishedAt: Date.parse(AT) },
    ],
  });
  expect(bench.server.requests.items.map(({ body }) => body)).toMatchObject([
    { search_query: 'mari', all_users: true, pagination_limit: 20 },
    { search_query: 'mari', all_users: true, pagination_limit: 20 },
  ]);
  bench.adapters.run({ type: 'list.fetch', list: 'palette.tickets', request: 2, query: { ...QUERY, search: '' } });
  expect((await bench.all('list.answered', 2)).at(-1)?.page).toMatchObject({ rows: [], total: 0 });
  expect(bench.server.requests.items).toHaveLength(2);
});

test('a message is forwarded into one’s own conversations, those put off last; which channel each has is told', async () => {
  const official = wireTicket({ id: '21', last_received_at: AT });
  const gateway = wireTicket({
    id: '22',
    last_received_at: null,
    instance: { ...official.instance, isOfficial: false, hasGateway: true },
  });
  const dead = wireTicket({ id: '23', instance: { ...official.instance, isOfficial: false } });
  const bench = await ask('chat.forward', [page([official, gateway], 7), page([dead], 1)], isSnoozed);
  const { page: shown } = await bench.next('list.answered');
  expect(shown.total).toBe(8);
  expect(shown.rows).toMatchObject([
    { ticketId: '21', lastReceivedAt: Date.parse(AT), hasChannel: true },
    { ticketId: '22', lastReceivedAt: null, hasChannel: true, gateway: true },
    { ticketId: '23', hasChannel: false },
  ]);
  expect(shown.rows[0]).not.toHaveProperty('gateway');
});

test('whom a customer may be merged with: open and finished, each person once', async () => {
  const [marina, paulo] = [wireCustomer({ id: '40' }), wireCustomer({ id: '41' })];
  const answers = [
    page([wireTicket({ id: '21', customer: marina })]),
    page([wireTicket({ id: '19', customer: paulo }), wireTicket({ id: '18', customer: marina })]),
  ] as const;
  const bench = await ask('chat.mergeWith', answers, isFinished);
  expect((await bench.next('list.answered')).page).toMatchObject({ total: 2, rows: [{ id: '40' }, { id: '41' }] });
});

test.each([
  ['palette.tickets', isFinished],
  ['chat.forward', isSnoozed],
  ['chat.mergeWith', isFinished],
  ['chat.next', (body: unknown) => Reflect.get(Object(body), 'view') === 'queue'],
] as const)('%s: either question refused -> list.failed, not half of it', async (list, isSecond) => {
  for (const answers of [[refused, page([])] as const, [page([]), refused] as const]) {
    const bench = await ask(list, answers, isSecond);
    expect(await bench.next('list.failed')).toMatchObject({ list, failure: { code: 'FORBIDDEN' } });
  }
});

test('rows of the page as a file: for Brazilian spreadsheets, no cell a formula', async () => {
  const bench = await startBench();
  bench.adopt('token', 1);
  const rows = [
    ['Cliente', 'Nota'],
    ['=1+1', 'disse "oi"'],
    [' -5', 'a-b'],
  ];
  const values = { rows, file_name: 'erros.csv' };
  bench.adapters.run({ type: 'form.save', form: 'download', key: 'rows', request: 1, values, version: null });
  await bench.next('form.saved');
  const [saved] = bench.environment.saved;
  expect(saved?.name).toBe('erros.csv');
  const lines = ['"Cliente";"Nota"', `"'=1+1";"disse ""oi"""`, `"' -5";"a-b"`, ''];
  expect(await saved?.file.text()).toBe(lines.join('\r\n'));
});
