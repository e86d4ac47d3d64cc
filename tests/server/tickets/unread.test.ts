import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { markConversationUnread } from '../../../contract/graphql/mark-conversation-unread.ts';
import { resetCustomerUnseenMsgs } from '../../../contract/graphql/reset-customer-unseen-msgs.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import type { TestSocket } from '../../support/socket.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

let last = 54_000_000;
const newPhone = (): string => `55119${(last += 1)}`;
const of = ({ customer, instance }: ChatTicket) => ({ id: customer.id, instance_id: instance.id });
const mark = async (who: Person, ticket: ChatTicket) =>
  (await world.call(who, markConversationUnread, of(ticket))).markConversationUnread;
const reset = (who: Person, ticket: ChatTicket) => world.call(who, resetCustomerUnseenMsgs, of(ticket));
const unseenOf = async (who: Person, { id }: ChatTicket) =>
  (await world.call(who, chatTickets, { chat_ticket_id: id })).chatTickets.items[0]?.unseenMsg;
const toldTo = async (socket: TestSocket) => {
  await socket.pong();
  return socket.frames.flatMap(({ event, data }) =>
    event === 'CustomerUnseenMsgsReset' ? [{ unseen: data.unseenMsg, marked: data.marked ?? false }] : [],
  );
};

async function owned(who: Person): Promise<ChatTicket> {
  const ticket = await world.open({ from: newPhone(), number: 'suporte' });
  await world.send(who, ticket, 'oi');
  await reset(who, ticket);
  return ticket;
}

test('a read conversation is unread again for all who see it, once; opening it resets it', async () => {
  const { ana, bruno } = world.people;
  const ticket = await owned(bruno);
  const socket = await world.socket(ana);
  expect((await mark(bruno, ticket)).unseenMsg).toBe(1);
  expect((await mark(bruno, ticket)).unseenMsg).toBe(1);
  expect(await unseenOf(ana, ticket)).toBe(1);
  expect(await toldTo(socket)).toEqual([{ unseen: 1, marked: true }]);
  await reset(bruno, ticket);
  expect(await unseenOf(bruno, ticket)).toBe(0);
  expect(await toldTo(socket)).toEqual([
    { unseen: 1, marked: true },
    { unseen: 0, marked: false },
  ]);
});

test('what came after is counted on top, and unread already changes nothing', async () => {
  const { bruno } = world.people;
  const ticket = await owned(bruno);
  await mark(bruno, ticket);
  await world.write({ from: ticket.customer.phone_number, number: 'suporte' });
  expect((await mark(bruno, ticket)).unseenMsg).toBe(2);
  await reset(bruno, ticket);
  expect(await unseenOf(bruno, ticket)).toBe(0);
});

test('nobody has it -> anyone who sees it; somebody else does -> refused, also to an administrator', async () => {
  const { ana, bruno, carla, bia } = world.people;
  const queued = await world.open({ from: newPhone(), number: 'suporte' });
  await reset(bruno, queued);
  expect((await mark(carla, queued)).unseenMsg).toBe(1);
  const hers = await owned(carla);
  expect(await refusalOf(mark(bruno, hers))).toBe('NOT_FOUND error.notFound');
  expect(await refusalOf(mark(bia, hers))).toBe('NOT_FOUND error.notFound');
  expect(await refusalOf(mark(ana, hers))).toBe('FORBIDDEN error.ticket.notYours');
  await world.call(carla, finishChatTicket, { id: hers.id });
  expect(await refusalOf(mark(carla, hers))).toBe('CONFLICT error.ticket.finished');
  expect(await unseenOf(carla, hers)).toBe(0);
});

test('an administrator or a colleague who looks in resets nothing, and is told the count as it is', async () => {
  const { ana, bruno, carla, bia } = world.people;
  const ticket = await world.open({ from: newPhone(), number: 'suporte' });
  await world.send(bruno, ticket, 'oi');
  await reset(bruno, ticket);
  await world.write({ from: ticket.customer.phone_number, number: 'suporte' });
  const socket = await world.socket(bruno);
  const seen = (await reset(ana, ticket)).resetCustomerUnseenMsgs;
  expect(seen).toMatchObject({ unseenMsg: 1, up_to_id: (await world.chat(bruno, ticket)).at(-1)?.id });
  // Offered to her she sees it, and it is still his.
  const offer = { chat_ticket_id: ticket.id, next_user_id: carla.id };
  await world.call(bruno, createTicketTransfer, offer);
  expect((await reset(carla, ticket)).resetCustomerUnseenMsgs.unseenMsg).toBe(1);
  expect(await refusalOf(reset(bia, ticket))).toBe('NOT_FOUND error.notFound');
  expect(await unseenOf(bruno, ticket)).toBe(1);
  expect(await toldTo(socket)).toEqual([]);
  await reset(bruno, ticket);
  expect(await unseenOf(ana, ticket)).toBe(0);
  await world.write({ from: ticket.customer.phone_number, number: 'suporte' });
  await world.call(bruno, finishChatTicket, { id: ticket.id });
  expect((await reset(ana, ticket)).resetCustomerUnseenMsgs.unseenMsg).toBe(1);
});

test('where the customer never wrote -> there is nothing to mark', async () => {
  const { bruno } = world.people;
  const ticket = await owned(bruno);
  // As of one that the company began.
  await world.rows('update message set is_quiet = true where ticket_id = $1 and type = 1', [ticket.id]);
  expect(await refusalOf(mark(bruno, ticket))).toBe('CONFLICT error.unread.nothing');
  expect(await unseenOf(bruno, ticket)).toBe(0);
});
