import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { confirmTicketTransfer } from '../../../contract/graphql/confirm-ticket-transfer.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { openChatTicket } from '../../../contract/graphql/open-chat-ticket.ts';
import { queueChatTicket } from '../../../contract/graphql/queue-chat-ticket.ts';
import { reopenChatTicket } from '../../../contract/graphql/reopen-chat-ticket.ts';
import { sendMessage } from '../../../contract/graphql/send-message.ts';
import { takeChatTicket } from '../../../contract/graphql/take-chat-ticket.ts';
import type { Person } from '../../support/attendance.ts';
import { startDepartments, WEDNESDAY_10 } from '../departments/departments-world.ts';
import type { DepartmentsWorld } from '../departments/departments-world.ts';

/*
 * Since when its owner has a ticket, as those who see it are told.
 */

let world: DepartmentsWorld;
beforeAll(async () => {
  world = await startDepartments();
});
afterAll(() => world.stop());
afterEach(() => world.reset());

const minutes = (count: number) => new Date(WEDNESDAY_10 + count * 60_000).toISOString();
const at = (count: number) => world.travel(WEDNESDAY_10 + count * 60_000);
/** What the list and the last frame say. */
const since = async (who: Person, { id }: { id: string }) => {
  const { items } = (await world.call(who, chatTickets, { chat_ticket_id: id })).chatTickets;
  return items[0]?.owned_since;
};
const write = (who: Person, { instance }: { instance: { id: string } }, to: string) =>
  world.call(who, sendMessage, { user_id: who.id, to_number: to, message: 'Bom dia', instance_id: instance.id });
const offer = async (who: Person, { id }: { id: string }, to: Person) =>
  (await world.call(who, createTicketTransfer, { chat_ticket_id: id, next_user_id: to.id })).createTicketTransfer;

test('taken, passed on, put back, answered: from each of them on; not from the first message, nor from the first taker', async () => {
  const { ana, bruno, carla } = world.people;
  const phone = world.aPhone();
  const ticket = await world.opened(phone);
  expect(await since(ana, ticket)).toBeNull();

  const socket = await world.socket(ana);
  await socket.hello();
  await at(5);
  await world.call(bruno, takeChatTicket, { id: ticket.id });
  expect(await since(bruno, ticket)).toBe(minutes(5));
  const told = await socket.frame('ChatTicketTransferred', ({ data }) => data.chatTicket.id === ticket.id);
  expect(told.data.chatTicket.owned_since).toBe(minutes(5));

  // Neither taking it again, nor what its owner writes, nor an offer changes it.
  await at(6);
  await world.call(bruno, takeChatTicket, { id: ticket.id });
  await write(bruno, ticket, phone);
  const transfer = await offer(bruno, ticket, carla);
  expect(await since(bruno, ticket)).toBe(minutes(5));

  await at(20);
  await world.call(carla, confirmTicketTransfer, { id: transfer.id });
  expect(await since(carla, ticket)).toBe(minutes(20));

  await at(30);
  await world.call(carla, queueChatTicket, { id: ticket.id });
  expect(await since(ana, ticket)).toBeNull();

  await at(40);
  await write(bruno, ticket, phone);
  expect(await since(bruno, ticket)).toBe(minutes(40));
});

test('given by its department, and opened by an attendant: from then on', async () => {
  const { ana, bruno } = world.people;
  await world.add({ distribution: 'least_busy' });
  const waiting = await world.opened();
  await at(7);
  await world.online(bruno);
  expect(await since(ana, waiting)).toBe(minutes(7));
  await world.call(ana, finishChatTicket, { id: waiting.id });

  await at(9);
  const { openChatTicket: anew } = await world.call(ana, openChatTicket, {
    customer_id: waiting.customer.id,
    instance_id: waiting.instance.id,
  });
  expect(anew.owned_since).toBe(minutes(9));
});

test('a finish that is undone leaves it as it was', async () => {
  const { bruno } = world.people;
  const ticket = await world.opened();
  await at(3);
  await world.call(bruno, takeChatTicket, { id: ticket.id });
  await at(4);
  await world.call(bruno, finishChatTicket, { id: ticket.id });
  expect((await world.call(bruno, reopenChatTicket, { id: ticket.id })).reopenChatTicket.owned_since).toBe(minutes(3));
});

test('a server of the version before, which says nothing of it, passes it on -> from then on all the same', async () => {
  const { ana, bruno, carla } = world.people;
  const ticket = await world.opened();
  await world.call(bruno, takeChatTicket, { id: ticket.id });
  const [before] = await world.rows<{ at: Date }>('select now() as at');
  await world.rows('update chat_ticket set user_id = $2 where id = $1', [ticket.id, carla.id]);
  expect(Date.parse((await since(carla, ticket)) ?? '')).toBeGreaterThanOrEqual(Math.floor(Number(before?.at)));
  await world.rows('update chat_ticket set user_id = null where id = $1', [ticket.id]);
  expect(await since(ana, ticket)).toBeNull();
});
