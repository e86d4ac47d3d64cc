import { expect, test } from 'vitest';
import { data } from '../support/scripted-server.ts';
import { startBench } from './harness.ts';
import { CASES, scriptAll } from './run-commands-cases.ts';

test.each(Object.entries(CASES))('%s is run', async (_type, expected) => {
  const bench = await startBench();
  scriptAll(bench);
  bench.adopt('token', 1);
  bench.adapters.run(expected.command(bench));
  if ('event' in expected) await bench.next(expected.event);
  else if ('request' in expected) await bench.server.requests.find(({ name }) => name === expected.request);
  else await expected.shows(bench);
  expect(bench.had('input.rejected')).toEqual([]);
});

test('stopped -> commands do nothing, and what is under way says nothing', async () => {
  const bench = await startBench();
  bench.server.on('instances', () => new Promise(() => undefined));
  bench.adopt('token', 1);
  bench.adapters.run({ type: 'instances.fetch' });
  await bench.server.requests.count(1);
  bench.adapters.stop();
  bench.adapters.run({ type: 'timer.start', timer: 'a', ms: 0 });
  bench.adapters.run({ type: 'user.fetch' });
  await bench.server.close();
  expect(bench.events.items).toEqual([]);
});

test('what a list asks of the server, and what its answer says of itself', async () => {
  const bench = await startBench();
  scriptAll(bench);
  bench.adopt('token', 1);
  const query = { instanceId: '5', status: 'finished', scope: 'all', search: 'mari' } as const;
  bench.adapters.run({ type: 'tickets.fetch', request: 6, query, page: 2, limit: 10, purpose: 'resync' });
  expect(await bench.next('tickets.listed')).toMatchObject({
    request: 6,
    query,
    page: 2,
    limit: 10,
    purpose: 'resync',
    totalPages: 1,
    totalItems: 1,
    streamPosition: 3,
    unseenConversations: ['30@5'],
    pinnedCustomers: ['30'],
    items: [{ id: '20', pinned: false }],
  });
  expect(bench.server.requests.items).toMatchObject([
    {
      body: {
        instance_id: '5',
        search_query: 'mari',
        finished_tickets: true,
        all_users: true,
        pagination_page: 2,
        pagination_limit: 10,
      },
    },
  ]);
});

test('each filter of a list is asked for by its own name; without any, for all', async () => {
  const bench = await startBench();
  scriptAll(bench);
  bench.adopt('token', 1);
  const plain = { instanceId: null, status: 'open', scope: 'mine', search: '' } as const;
  const ended = { from: 1, to: 2, outcome: 'Venda' };
  const only = {
    ownerId: '8',
    departmentId: '3',
    tagId: '60',
    unseen: true,
    notResponded: true,
    blacklisted: true,
    ended,
  } as const;
  const rest = { page: 1, limit: 10, purpose: 'page' } as const;
  const narrow = { ...plain, scope: 'queue', sort: 'longest_wait', only } as const;
  bench.adapters.run({ type: 'tickets.fetch', request: 1, query: narrow, ...rest, withViews: true });
  await bench.next('tickets.listed');
  bench.adapters.run({ type: 'tickets.fetch', request: 2, query: plain, ...rest });
  await bench.all('tickets.listed', 2);
  const none = {
    user_id: null,
    department_id: null,
    tag_id: null,
    unseen: null,
    not_responded: null,
    blacklisted: null,
  };
  expect(bench.server.requests.items.map(({ body }) => body)).toMatchObject([
    {
      view: 'queue',
      sort_name: 'longest_wait',
      user_id: '8',
      department_id: '3',
      tag_id: '60',
      unseen: true,
      not_responded: true,
      blacklisted: true,
      ended,
      with_views: true,
    },
    { view: 'mine', all_users: false, search_query: null, sort_name: null, ended: null, with_views: false, ...none },
  ]);
});

test.each([
  [null, 1, { older: false, complete: true }],
  ['900', 1, { older: true, complete: true }],
  [null, 0, { older: false, complete: false }],
])('a conversation before %s with %i free places', async (beforeId, free, expected) => {
  const bench = await startBench();
  scriptAll(bench);
  bench.adopt('token', 1);
  const conversation = { customerId: '40', instanceId: '5' } as const;
  bench.adapters.run({ type: 'chat.fetch', ...conversation, request: 3, beforeId, limit: 1 + free });
  expect(await bench.next('chat.listed')).toMatchObject({
    ...conversation,
    request: 3,
    items: [{ id: '900' }],
    ...expected,
  });
});

test('a ticket that isn’t there for us -> ticket.loadFailed', async () => {
  const bench = await startBench();
  bench.server.on(
    'chatTickets',
    data({
      chatTickets: {
        total_pages: 0,
        total_items: 0,
        position: 3,
        items: [],
        unseen_conversations: null,
        pinned_customers: null,
      },
    }),
  );
  bench.adopt('token', 1);
  bench.adapters.run({ type: 'ticket.fetch', ticketId: '99' });
  expect(await bench.next('ticket.loadFailed')).toMatchObject({ ticketId: '99', failure: { code: 'NOT_FOUND' } });
});
