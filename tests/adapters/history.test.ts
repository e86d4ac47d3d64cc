import { expect, test } from 'vitest';
import { data, graphqlError } from '../support/scripted-server.ts';
import type { Reply } from '../support/scripted-server.ts';
import { AT } from '../support/wire.ts';
import { startBench } from './harness.ts';

async function ask(reply: Reply) {
  const bench = await startBench();
  bench.server.on('pastChatTickets', reply);
  bench.adopt('token', 1);
  bench.adapters.run({ type: 'history.fetch', customerId: '40', instanceId: '5', limit: 11 });
  return bench;
}

function page(ids: readonly string[], total: number): Reply {
  const user = { id: '7', name: 'Ana Souza' };
  const rest = { started_at: AT, finished_at: AT, user, instance: { id: '5', name: 'Vendas' } };
  const items = ids.map((id) => ({ ...rest, id, protocol: `protocol-${id}`, may_open: id !== '19' }));
  return data({ pastChatTickets: { total_items: total, items } });
}

test('answered -> the customer’s finished tickets, of all users, and how many there are', async () => {
  const bench = await ask(page(['21', '20', '19'], 9));
  expect(await bench.next('history.listed')).toEqual({
    type: 'history.listed',
    customerId: '40',
    instanceId: '5',
    total: 9,
    tickets: ['21', '20', '19'].map((id) => ({
      id,
      protocol: `protocol-${id}`,
      startedAt: Date.parse(AT),
      finishedAt: Date.parse(AT),
      owner: { id: '7', name: 'Ana Souza' },
      instance: { id: '5', name: 'Vendas' },
      ...(id === '19' && { isWithin: true }),
    })),
  });
  expect(bench.server.requests.items).toMatchObject([{ body: { customer_id: '40', pagination_limit: 11 } }]);
});

test('refused -> history.failed', async () => {
  const bench = await ask(graphqlError('no', { code: 'FORBIDDEN', key: 'error.forbidden', request_id: 'r1' }));
  expect(await bench.next('history.failed')).toMatchObject({
    customerId: '40',
    instanceId: '5',
    failure: { code: 'FORBIDDEN' },
  });
});
