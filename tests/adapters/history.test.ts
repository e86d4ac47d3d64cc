import { expect, test } from 'vitest';
import { data, graphqlError } from '../support/scripted-server.ts';
import type { Reply } from '../support/scripted-server.ts';
import { AT, wireTicket } from '../support/wire.ts';
import { startBench } from './harness.ts';

async function ask(reply: Reply, limit = 10) {
  const bench = await startBench();
  bench.server.on('chatTickets', reply);
  bench.adopt('token', 1);
  bench.adapters.run({ type: 'history.fetch', ticketId: '20', customerId: '40', limit });
  return bench;
}

function page(ids: readonly string[], total: number): Reply {
  const items = ids.map((id) => wireTicket({ id, protocol: `protocol-${id}`, finished_at: AT }));
  return data({
    chatTickets: {
      total_pages: 1,
      total_items: total,
      position: 1,
      items,
      unseen_conversations: null,
      pinned_customers: null,
    },
  });
}

test('answered -> the customer’s finished tickets, of all users, without the one that asks', async () => {
  const bench = await ask(page(['21', '20', '19'], 3));
  expect(await bench.next('history.listed')).toEqual({
    type: 'history.listed',
    ticketId: '20',
    total: 2,
    tickets: ['21', '19'].map((id) => ({
      id,
      protocol: `protocol-${id}`,
      finishedAt: Date.parse(AT),
      owner: { id: '7', name: 'Ana Souza' },
      instance: { id: '5', name: 'Vendas' },
    })),
  });
  expect(bench.server.requests.items).toMatchObject([
    { body: { customer_id: '40', finished_tickets: true, all_users: true, pagination_limit: 11 } },
  ]);
});

test('more than asked for -> as many as asked for, and how many there are', async () => {
  const bench = await ask(page(['23', '22', '21'], 9), 2);
  expect(await bench.next('history.listed')).toMatchObject({ total: 9, tickets: [{ id: '23' }, { id: '22' }] });
});

test('refused -> history.failed', async () => {
  const bench = await ask(graphqlError('no', { code: 'FORBIDDEN', key: 'error.forbidden', request_id: 'r1' }));
  expect(await bench.next('history.failed')).toMatchObject({ ticketId: '20', failure: { code: 'FORBIDDEN' } });
});
