import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { flowStarts, newFlowKey, startTicketFlow, stopFlowLaunch } from '../../../contract/graphql/flow-starts.ts';
import { FLOW_LAUNCHES_MAX, FLOW_STARTS_COUNTED_DAYS, FLOW_STARTS_PATH } from '../../../contract/facts/flow-starts.ts';
import { refusalOf } from '../../support/attendance.ts';
import { WEDNESDAY_10 } from '../departments/departments-world.ts';
import { startStarts } from './starts-world.ts';
import type { StartsWorld } from './starts-world.ts';

let world: StartsWorld;
beforeAll(async () => {
  world = await startStarts();
});
afterAll(() => world.stop());
beforeEach(() => world.travel(Math.max(world.now(), WEDNESDAY_10)));

/** Offers the ticket of nobody to Carla. */
async function offered(phone: string): Promise<string> {
  const { ana, bruno, carla } = world.people;
  await world.says(phone, 'Oi');
  const chat_ticket_id = (await world.ticketOf(ana, phone))?.id ?? '';
  await world.call(bruno, createTicketTransfer, { chat_ticket_id, next_user_id: carla.id, previous_user_id: null });
  return chat_ticket_id;
}

test('a ticket that is offered to somebody -> the flow doesn’t start in it, by an audience or a person', async () => {
  const { id } = await world.starting();
  const [phone = ''] = await world.customers(1);
  const ticket_id = await offered(phone);
  // Nobody waits for an answer any more.
  await world.rows('update chat_ticket set waiting_since = null where id = $1', [ticket_id]);
  await world.launch(id, { group_id: await world.group([phone]) });
  await world.settle();
  expect(await world.startsOf(phone)).toMatchObject([{ status: 'skipped', reason: 'in_attendance' }]);
  const start = world.call(world.people.ana, startTicketFlow, { ticket_id, flow_id: id });
  expect(await refusalOf(start)).toBe('CONFLICT error.transfer.pending');
  expect(await world.runsOf(phone)).toEqual([]);
});

test('a customer whose ticket is at another number, and nobody’s -> a ticket of its own, from the flow’s number', async () => {
  const { id } = await world.starting();
  const [phone = ''] = await world.customers(1);
  await world.write({ from: phone, number: 'suporte', at: new Date(world.now()) });
  await world.rows('update chat_ticket set waiting_since = null where instance_id = $1', [world.instances.suporte]);
  await world.launch(id, { group_id: await world.group([phone]) });
  await world.settle();
  const tickets = await world.rows<{ instance: string; has: boolean }>(
    `select t.instance_id::text as instance, t.flow_run_id is not null as has from chat_ticket t
    join customer c on c.id = t.customer_id where c.phone_number = $1 order by t.id`,
    [phone],
  );
  expect(tickets).toEqual([
    { instance: world.instances.suporte, has: false },
    { instance: world.instances.vendas, has: true },
  ]);
});

test('as many launches as may come -> one more is refused, until one of them is stopped', async () => {
  const { id } = await world.starting();
  const group_id = await world.group(await world.customers(1));
  const plan = () => world.launch(id, { group_id, starts_at: new Date(world.now() + 60 * 60_000).toISOString() });
  for (let count = 0; count < FLOW_LAUNCHES_MAX; count += 1) await plan();
  expect(await refusalOf(plan())).toBe('CONFLICT error.flow.launches');
  const [last] = (await world.viewOf(id)).launches;
  await world.call(world.people.ana, stopFlowLaunch, { id: last?.id ?? '' });
  expect(await refusalOf(plan())).toBe('not refused');
});

test('starts that are older than a month -> aren’t counted of the flow, but of their launch', async () => {
  const { id } = await world.starting();
  const phones = await world.customers(2);
  await world.launch(id, { group_id: await world.group(phones) });
  await world.settle();
  expect((await world.viewOf(id)).counts).toMatchObject({ started: 2 });
  await world.rows(`update flow_start set created_at = created_at - make_interval(days => $2) where flow_id = $1`, [
    id,
    FLOW_STARTS_COUNTED_DAYS + 1,
  ]);
  const { counts, launches } = await world.viewOf(id);
  expect([counts.started, launches[0]?.counts.started]).toEqual([0, 2]);
});

test('starts of a launch of another flow -> not found', async () => {
  const [one, other] = [await world.starting(), await world.starting()];
  const { launches } = await world.launch(other.id, { group_id: await world.group(await world.customers(1)) });
  const { ana } = world.people;
  const launch_id = launches[0]?.id ?? '';
  expect(await refusalOf(world.call(ana, flowStarts, { flow_id: other.id, launch_id }))).toBe('not refused');
  expect(await refusalOf(world.call(ana, flowStarts, { flow_id: one.id, launch_id }))).toBe('NOT_FOUND error.notFound');
});

test('the key of a flow whose company is gone -> refused', async () => {
  const { id } = await world.starting();
  const { newFlowKey: key } = await world.call(world.people.ana, newFlowKey, { id });
  const post = async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ number: `+${world.aPhone()}`, key: 'pedido' });
    return (await fetch(`${world.url}${FLOW_STARTS_PATH}`, { method: 'POST', headers, body })).status;
  };
  await world.rows("update tenant set deleted_at = now() where slug = 'aurora'");
  const gone = await post();
  await world.rows("update tenant set deleted_at = null where slug = 'aurora'");
  expect([gone, await post()]).toEqual([401, 200]);
});
