import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { confirmTicketTransfer } from '../../../contract/graphql/confirm-ticket-transfer.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { customerChatEvents } from '../../../contract/graphql/customer-chat-events.ts';
import { ticketTransfer } from '../../../contract/graphql/ticket-transfer.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';

/* A ticket in the queue is offered to Carla, and somebody answers the customer before she accepts. */

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

let last = 42_000_000;
const offered = async () => {
  const { ana, carla } = world.people;
  const ticket = await world.open({ from: `55119${(last += 1)}`, number: 'suporte' });
  const { createTicketTransfer: offer } = await world.call(ana, createTicketTransfer, {
    chat_ticket_id: ticket.id,
    next_user_id: carla.id,
    note: 'Quer falar com você',
  });
  return { ticket, offer };
};
const nowOf = async ({ customer }: ChatTicket) => {
  const now = await world.ticketOf(world.people.ana, customer.phone_number);
  return { owner: now?.user?.id, pending: now?.pendingTransfer };
};
const linesOf = async (who: Person, { customer, instance }: ChatTicket) =>
  (
    await world.call(who, customerChatEvents, { customer_id: customer.id, instance_id: instance.id })
  ).customerChatEvents.map(({ kind, user, nextUser }) => [kind, user?.id, nextUser?.id]);

test('by Carla -> that accepts it: it is hers, nothing waits, and who offered it is told', async () => {
  const { ana, carla } = world.people;
  const { ticket, offer } = await offered();
  const socket = await world.socket(ana);
  await world.send(carla, ticket, 'Bom dia!');
  expect(await nowOf(ticket)).toEqual({ owner: carla.id, pending: null });
  const told = await socket.frame('ChatTicketTransferred', ({ data }) => data.chatTicket.id === ticket.id);
  expect(told.data).toMatchObject({
    ticketTransfer: { id: offer.id, transferred_at: expect.any(String), deleted_at: null },
    chatTicket: { user: { id: carla.id }, pendingTransfer: null, customerLastChat: null },
    user: { id: carla.id },
  });
  await socket.frame('CustomerChatCreated', ({ data }) => data.chatTicket.id === ticket.id);
  expect(socket.names).not.toContain('DeleteChatTicketTransfer');
  expect(await linesOf(carla, ticket)).toEqual([
    ['opened', undefined, undefined],
    ['transfer_offered', ana.id, carla.id],
    ['transfer_accepted', carla.id, carla.id],
  ]);
  const found = await world.call(ana, ticketTransfer, { chat_ticket_id: ticket.id, transferred: true });
  expect(found.ticketTransfer?.id).toBe(offer.id);
  const audited = await world.rows("select user_id from audit where action = 'transfer.confirm' and subject = $1", [
    `transfer:${offer.id}`,
  ]);
  expect(audited).toEqual([{ user_id: carla.id }]);
});

test('by Bruno -> his, and the offer is withdrawn: Carla is told, and can’t accept it any more', async () => {
  const { ana, bruno, carla } = world.people;
  const { ticket, offer } = await offered();
  const sockets = [await world.socket(carla), await world.socket(ana)];
  await world.send(bruno, ticket, 'Bom dia!');
  expect(await nowOf(ticket)).toEqual({ owner: bruno.id, pending: null });
  for (const socket of sockets) {
    const removed = await socket.frame('DeleteChatTicketTransfer', ({ data }) => data.chatTicket.id === ticket.id);
    expect(removed.data).toMatchObject({
      ticketTransfer: { id: offer.id, transferred_at: null, deleted_at: expect.any(String) },
      chatTicket: { user: { id: bruno.id }, pendingTransfer: null, customerLastChat: null },
      user: { id: bruno.id },
    });
    const taken = await socket.frame('ChatTicketTransferred', ({ data }) => data.chatTicket.id === ticket.id);
    expect(taken.data).toMatchObject({ ticketTransfer: null, user: { id: bruno.id } });
  }
  expect(await refusalOf(world.call(carla, confirmTicketTransfer, { id: offer.id }))).toBe(
    'CONFLICT error.transfer.deleted',
  );
  expect(await linesOf(bruno, ticket)).toEqual([
    ['opened', undefined, undefined],
    ['transfer_offered', ana.id, carla.id],
    ['transfer_withdrawn', bruno.id, carla.id],
    ['taken', bruno.id, undefined],
  ]);
});

test('by Bruno -> Carla hears nothing of what is written from then on', async () => {
  const { bruno, carla } = world.people;
  const { ticket } = await offered();
  const { ticket: later } = await offered();
  const socket = await world.socket(carla);
  const { id } = await world.send(bruno, ticket, 'Só para o cliente');
  const own = await world.send(carla, later, 'Bom dia!');
  await socket.frame('CustomerChatCreated', ({ data }) => data.customerChat.id === own.id);
  const heard = socket.frames.flatMap((frame) =>
    frame.event === 'CustomerChatCreated' ? [frame.data.customerChat.id] : [],
  );
  expect(heard).not.toContain(id);
});

test('by both at once, many times -> one has it, and the offer ended as theirs did', async () => {
  const { ana, bruno, carla } = world.people;
  for (let i = 0; i < 5; i += 1) {
    const { ticket, offer } = await offered();
    await Promise.allSettled([world.send(bruno, ticket, 'Eu'), world.send(carla, ticket, 'Eu')]);
    const { owner, pending } = await nowOf(ticket);
    expect(pending).toBeNull();
    const found = await world.call(ana, ticketTransfer, { chat_ticket_id: ticket.id, transferred: true });
    expect(found.ticketTransfer?.id).toBe(owner === carla.id ? offer.id : undefined);
  }
});

test('by another company -> not found, and the offer still waits', async () => {
  const { bia } = world.people;
  const { ticket, offer } = await offered();
  expect(await refusalOf(world.send(bia, ticket, 'Bom dia!'))).toBe('NOT_FOUND error.notFound');
  expect((await nowOf(ticket)).pending?.id).toBe(offer.id);
});
