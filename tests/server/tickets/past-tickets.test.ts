import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { pastChatTickets } from '../../../contract/graphql/past-chat-tickets.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';

const COUNT = 27;

let world: World;
let ticket: ChatTicket;
beforeAll(async () => {
  world = await startAttendance();
  const { bruno, carla } = world.people;
  ticket = await world.open({ from: '5511966000001' });
  await world.send(bruno, ticket, 'oi');
  // Begun in one order and ended in another; three at one moment; of two people and on two instances.
  await world.rows(
    `insert into chat_ticket (tenant_id, protocol, customer_id, instance_id, user_id, started_at, finished_at, is_not_responded)
    select tenant_id, 'ANTIGO-' || n, customer_id, case when n % 3 = 0 then $2 else instance_id end,
      case when n % 2 = 0 then $3::bigint else $4::bigint end, timestamptz '2026-01-01' + n * interval '1 hour',
      timestamptz '2026-02-01' + case when n in (5, 11, 17) then interval '5 days' else (n * 7 % 29) * interval '1 day' end, false
    from chat_ticket, generate_series(1, $5::int) n where id = $1`,
    [ticket.id, world.instances.suporte, bruno.id, carla.id, COUNT],
  );
});
afterAll(() => world.stop());

const page = async (who: Person, pagination_page: number, pagination_limit = 10) => {
  const variables = { customer_id: ticket.customer.id, pagination_page, pagination_limit };
  return (await world.call(who, pastChatTickets, variables)).pastChatTickets;
};

test('all finished ones over every attendant and instance, the last finished first, each on one page', async () => {
  const { ana } = world.people;
  const pages = [await page(ana, 1), await page(ana, 2), await page(ana, 3), await page(ana, 4)];
  expect(pages.map(({ items }) => items.length)).toEqual([10, 10, 7, 0]);
  expect(new Set(pages.map(({ total_items }) => total_items))).toEqual(new Set([COUNT]));
  const items = pages.flatMap((each) => each.items);
  const ordered = items.toSorted(
    (one, other) =>
      Date.parse(other.finished_at) - Date.parse(one.finished_at) || Number(BigInt(other.id) - BigInt(one.id)),
  );
  expect(items.map(({ protocol }) => protocol)).toEqual(ordered.map(({ protocol }) => protocol));
  expect(new Set(items.map(({ id }) => id)).size).toBe(COUNT);
  expect(new Set(items.map(({ instance }) => instance.name))).toEqual(new Set(['Vendas', 'Suporte']));
  // The open one isn't past.
  expect(items.map(({ id }) => id)).not.toContain(ticket.id);
});

test('another size of page: the same order', async () => {
  const { ana } = world.people;
  const all = (await page(ana, 1, 50)).items.map(({ id }) => id);
  const paged = await Promise.all([1, 2, 3, 4, 5, 6].map((each) => page(ana, each, 5)));
  expect(paged.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(all);
});

test('another company’s -> not found', async () => {
  expect(await refusalOf(page(world.people.bia, 1))).toBe('NOT_FOUND error.notFound');
});
