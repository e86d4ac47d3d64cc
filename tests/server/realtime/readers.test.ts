import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { confirmTicketTransfer } from '../../../contract/graphql/confirm-ticket-transfer.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { resetCustomerUnseenMsgs } from '../../../contract/graphql/reset-customer-unseen-msgs.ts';
import { startAttendance, statusBody } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import type { TestSocket } from '../../support/socket.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
  await world.emulator.patchPolicy({ statuses: { send: false } });
});
afterAll(() => world.stop());

let last = 53_000_000;
const newPhone = (): string => `55119${(last += 1)}`;
const finish = (who: Person, { id }: ChatTicket) => world.call(who, finishChatTicket, { id });

/** The provider's id of a message that was sent, once it is ticked. */
async function tickedId(who: Person, ticket: ChatTicket, id: string): Promise<string> {
  const message = async () => (await world.chat(who, ticket)).find((each) => each.id === id);
  await expectEventually(async () => (await message())?.ack).toBe(1);
  return (await message())?.whatsapp_message_id ?? '';
}

const acksOf = (socket: TestSocket | undefined, id: string) =>
  (socket?.frames ?? []).flatMap((frame) =>
    frame.event === 'CustomerChatAckChanged' && frame.data.id === id ? [frame.data.ack] : [],
  );

test('a customer is served by one, then another -> the first gets none of the second’s messages', async () => {
  const { bruno, carla } = world.people;
  const phone = newPhone();
  const first = await world.open({ from: phone, number: 'suporte' });
  await world.send(bruno, first, 'sou o Bruno');
  await finish(bruno, first);
  const socket = await world.socket(bruno);
  const at = await socket.position();
  const second = await world.open({ from: phone, number: 'suporte', text: 'voltei' });
  const { id } = await world.send(carla, second, 'sou a Carla');
  const wamid = await tickedId(carla, second, id);
  await world.write({ from: phone, number: 'suporte', text: 'segredo' });
  await world.webhook(statusBody('suporte', { id: wamid, status: 'read' }));
  await finish(carla, second);
  await socket.pong();
  // Nobody's yet it was for him too; Carla's it isn't.
  expect(JSON.stringify(socket.frames)).toContain('voltei');
  expect(JSON.stringify(socket.frames)).not.toMatch(/sou a Carla|segredo/);
  expect(acksOf(socket, id)).toEqual([]);
  expect(socket.names).not.toContain('ChatTicketClosed');

  const again = await world.socket(bruno, at);
  expect((await again.hello()).recovered).toBe(true);
  await again.pong();
  expect(JSON.stringify(again.frames)).not.toMatch(/sou a Carla|segredo/);
});

test('a late status of an earlier attendance -> all who serve the customer from then on hear of it', async () => {
  const { ana, bruno, carla } = world.people;
  const phone = newPhone();
  const tickets: ChatTicket[] = [];
  const sent: string[] = [];
  for (const who of [ana, bruno, carla]) {
    const ticket = await world.open({ from: phone, number: 'suporte' });
    tickets.push(ticket);
    sent.push((await world.send(who, ticket, `sou ${who.email}`)).id);
    if (who !== carla) await finish(who, ticket);
  }
  const [one, , three] = tickets;
  if (one === undefined || three === undefined) throw new Error('No tickets');
  const wamids = await Promise.all(sent.map((id) => tickedId(ana, one, id)));
  const [admin, middle, newest] = await Promise.all([ana, bruno, carla].map((who) => world.socket(who)));
  for (const id of wamids) await world.webhook(statusBody('suporte', { id, status: 'read' }));
  for (const socket of [admin, middle, newest]) await socket?.pong();
  const heard = (socket: TestSocket | undefined) => sent.map((id) => acksOf(socket, id).length);
  expect(heard(admin)).toEqual([1, 1, 1]);
  expect(heard(middle)).toEqual([1, 1, 0]);
  expect(heard(newest)).toEqual([1, 1, 1]);
});

test('seen by the current owner -> each reader gets the count of what they can read', async () => {
  const { ana, bruno, carla } = world.people;
  const phone = newPhone();
  const first = await world.open({ from: phone, number: 'suporte' });
  await world.send(bruno, first, 'até logo');
  await world.write({ from: phone, number: 'suporte', text: 'obrigado' });
  await finish(bruno, first);
  const lastOfFirst = (await world.chat(bruno, first)).at(-1)?.id;
  const second = await world.open({ from: phone, number: 'suporte', text: 'voltei' });
  await world.send(carla, second, 'sou a Carla');
  await world.write({ from: phone, number: 'suporte', text: 'é para a Carla' });
  const [admin, his, hers] = await Promise.all([ana, bruno, carla].map((who) => world.socket(who)));
  const reset = (who: Person, up_to_id: string | null) =>
    world.call(who, resetCustomerUnseenMsgs, { id: first.customer.id, instance_id: first.instance.id, up_to_id });
  const told = async (socket: TestSocket | undefined) => {
    await socket?.pong();
    return (socket?.frames ?? []).flatMap(({ event, data }) =>
      event === 'CustomerUnseenMsgsReset' ? [[data.up_to_id, data.unseenMsg]] : [],
    );
  };
  const upTo = second.customerLastChat?.id ?? '';
  await reset(carla, upTo);
  expect(await told(admin)).toEqual([[upTo, 1]]);
  expect(await told(hers)).toEqual([[upTo, 1]]);
  expect(await told(his)).toEqual([[lastOfFirst, 0]]);
  await reset(carla, null);
  expect(await told(hers)).toEqual([
    [upTo, 1],
    [null, 0],
  ]);
  expect(await told(his)).toEqual([[lastOfFirst, 0]]);
});

test('the company’s first user, if no administrator, is notified of a new owner, without the ticket’s messages', async () => {
  const { ana, bruno, carla } = world.people;
  await world.rows(
    `update app_user set role_id = (select role_id from app_user where id = $2) where id = $1 and tenant_id = 1`,
    [ana.id, bruno.id],
  );
  await world.rows('delete from user_instance where user_id = $1', [ana.id]);
  const ticket = await world.open({ from: newPhone(), number: 'suporte', text: 'segredo' }, bruno);
  await world.rows(
    `with made as (insert into tag (tenant_id, name, color) values (1, 'Segredo', 'red') returning id)
    insert into customer_tag (tenant_id, customer_id, tag_id) select 1, $1, id from made`,
    [ticket.customer.id],
  );
  await world.send(bruno, ticket, 'só entre nós');
  await world.rows('update chat_ticket set waiting_since = now() where id = $1', [ticket.id]);
  const [told, owner] = await Promise.all([ana, carla].map((who) => world.socket(who)));
  const { id } = (await world.call(bruno, createTicketTransfer, { chat_ticket_id: ticket.id, next_user_id: carla.id }))
    .createTicketTransfer;
  await world.call(carla, confirmTicketTransfer, { id });
  const frame = await told?.frame('ChatTicketTransferred', ({ data }) => data.chatTicket.id === ticket.id);
  expect(frame?.data).toMatchObject({
    user: { id: carla.id },
    chatTicket: {
      user: { id: carla.id },
      customer: { tags: [] },
      customerLastChat: null,
      customerLastReceivedChat: null,
      unseenMsg: 0,
      last_received_at: null,
      waiting_since: null,
    },
  });
  await told?.pong();
  expect(JSON.stringify(told?.frames)).not.toMatch(/segredo|só entre nós/i);
  const full = await owner?.frame('ChatTicketTransferred', ({ data }) => data.chatTicket.id === ticket.id);
  expect(full?.data.chatTicket.customerLastChat?.message).toBe('só entre nós');
  expect(full?.data.chatTicket.customer.tags).toMatchObject([{ name: 'Segredo' }]);
  expect(full?.data.chatTicket.waiting_since).not.toBeNull();
});
