import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerChats } from '../../../contract/graphql/customer-chats.ts';
import { startDepartments } from './departments-world.ts';
import type { DepartmentsWorld } from './departments-world.ts';

let world: DepartmentsWorld;
beforeAll(async () => {
  world = await startDepartments();
});
afterAll(() => world.stop());

/** What was sent to the customer of a new ticket by itself. */
async function greetings(): Promise<(string | null)[]> {
  const { customer, instance } = await world.opened();
  const variables = { customer_id: customer.id, instance_id: instance.id, all_users: true };
  const chats = (await world.call(world.people.ana, customerChats, variables)).customerChats;
  return chats.filter(({ is_bot_message }) => is_bot_message).map(({ message }) => message);
}

test('the company’s monthly limit is used up -> no greeting; the customer is served all the same', async () => {
  await world.add({ greeting: 'Olá!' });
  await world.rows(`update tenant set message_limit = 0 where slug = 'aurora'`);
  expect(await greetings()).toEqual([]);
  await world.rows(`update tenant set message_limit = null where slug = 'aurora'`);
  expect(await greetings()).toEqual(['Olá!']);
  await world.rows('update instance set is_official = false');
  expect(await greetings()).toEqual([]);
});
