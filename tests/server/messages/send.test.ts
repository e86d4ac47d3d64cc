import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { customerChats } from '../../../contract/graphql/customer-chats.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { sendMessage } from '../../../contract/graphql/send-message.ts';
import { sentMessage } from '../../../contract/graphql/sent-message.ts';
import { Refused, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

let last = 20_000_000;
const newPhone = (): string => `55119${(last += 1)}`;
const fresh = (): Promise<ChatTicket> => world.open({ from: newPhone() });

describe('sending', () => {
  test('a text -> stored with ack 0, then at the provider and ticked', async () => {
    const { bruno } = world.people;
    const ticket = await fresh();
    const socket = await world.socket(bruno);
    const sent = await world.send(bruno, ticket, 'Temos sim!', { client_id: randomUUID() });
    expect(sent).toMatchObject({
      type: 0,
      ack: 0,
      message: 'Temos sim!',
      tag_type: 'stop_flow',
      is_cut: false,
      is_temp: false,
      error_code: null,
      user: { id: bruno.id },
      chatTicket: { id: ticket.id },
    });
    const ticked = await socket.frame('CustomerChatAckChanged', ({ data }) => data.id === sent.id && data.ack >= 1);
    expect(ticked.data).toMatchObject({ client_id: sent.client_id, customer: { id: ticket.customer.id } });
    const received = await world.emulator.received(ticket.customer.phone_number);
    expect(received.map((message) => message.text)).toEqual(['Temos sim!']);
    const [, stored] = await world.chat(bruno, ticket);
    expect(stored?.whatsapp_message_id).toMatch(/^wamid/);
  });

  test('a text with a link -> the phone shows its preview; without one there is none', async () => {
    const ticket = await fresh();
    const linked = 'Segue: https://aurora.example/boleto/8. Qualquer dúvida, avise.';
    await world.send(world.people.bruno, ticket, linked);
    await world.send(world.people.bruno, ticket, 'Ou em aurora.example');
    await expectEventually(async () => {
      const received = await world.emulator.received(ticket.customer.phone_number);
      return Object.fromEntries(received.map(({ text, preview }) => [text, preview]));
    }).toEqual({ [linked]: 'https://aurora.example/boleto/8', 'Ou em aurora.example': null });
  });

  test('takes an unowned ticket; the customer waits no longer', async () => {
    const ticket = await fresh();
    await world.send(world.people.bruno, ticket, 'Bom dia');
    expect(await world.ticketOf(world.people.ana, ticket.customer.phone_number)).toMatchObject({
      user: { id: world.people.bruno.id },
      isNotResponded: false,
      customerLastChat: { message: 'Bom dia' },
    });
  });

  test('an administrator answers in another’s ticket without taking it', async () => {
    const ticket = await fresh();
    await world.send(world.people.bruno, ticket, 'Bom dia');
    await world.send(world.people.ana, ticket, 'Aqui é a gerente');
    const [, , second] = await world.chat(world.people.bruno, ticket);
    expect(second?.user?.id).toBe(world.people.ana.id);
    expect((await world.ticketOf(world.people.bruno, ticket.customer.phone_number))?.user?.id).toBe(
      world.people.bruno.id,
    );
  });

  test('opens a ticket of the sender’s where none is open', async () => {
    const { bruno } = world.people;
    const ticket = await fresh();
    await world.send(bruno, ticket, 'Pronto');
    await world.call(bruno, finishChatTicket, { id: ticket.id });
    const again = await world.send(bruno, ticket, 'Esqueci de dizer');
    expect(again.chatTicket.id).not.toBe(ticket.id);
    expect(await world.ticketOf(bruno, ticket.customer.phone_number)).toMatchObject({
      id: again.chatTicket.id,
      user: { id: bruno.id },
      unseenMsg: 1,
    });
  });

  test('a reply carries its quote to the provider', async () => {
    const phone = newPhone();
    const wamid = await world.write({ from: phone, text: 'Qual o prazo?' });
    const ticket = await world.ticketOf(world.people.bruno, phone);
    if (ticket === undefined) throw new Error('no ticket');
    const quoted = ticket.customerLastChat?.id ?? '';
    const reply = await world.send(world.people.bruno, ticket, '5 dias', { reply_message_id: quoted });
    expect(reply).toMatchObject({
      parent_id: quoted,
      parentCustomerChat: { id: quoted, message: 'Qual o prazo?', type: 1 },
    });
    await expectEventually(async () =>
      (await world.emulator.received(phone)).map((message) => message.quoted?.id),
    ).toEqual([wamid]);
    const further = await world.send(world.people.bruno, ticket, 'úteis', { reply_message_id: reply.id });
    expect(further.parentCustomerChat).toMatchObject({
      message: '5 dias',
      is_bot_message: false,
      user: { name: 'Bruno Carvalho' },
    });
  });

  test('so does one to a message of an earlier attendance', async () => {
    const { bruno } = world.people;
    const phone = newPhone();
    const wamid = await world.write({ from: phone, text: 'Qual o prazo?' });
    const ticket = await world.ticketOf(bruno, phone);
    if (ticket === undefined) throw new Error('no ticket');
    await world.send(bruno, ticket, 'Vou ver');
    await world.call(bruno, finishChatTicket, { id: ticket.id });
    await world.send(bruno, ticket, '5 dias', { reply_message_id: ticket.customerLastChat?.id ?? '' });
    await expectEventually(async () =>
      (await world.emulator.received(phone)).map((message) => message.quoted?.id),
    ).toEqual([undefined, wamid]);
  });

  test('a customer’s messages reach the provider in their order', async () => {
    const ticket = await fresh();
    const texts = Array.from({ length: 12 }, (_, index) => `parte ${index}`);
    for (const text of texts) await world.send(world.people.bruno, ticket, text);
    await expectEventually(async () =>
      (await world.emulator.received(ticket.customer.phone_number)).map((message) => message.text),
    ).toEqual(texts);
  });
});

describe('the same client id', () => {
  test('twenty at once -> one message, one at the provider, one event', async () => {
    const ticket = await fresh();
    const clientId = randomUUID();
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => world.send(world.people.bruno, ticket, 'uma vez', { client_id: clientId })),
    );
    expect(new Set(sent.map((message) => message.id)).size).toBe(1);
    expect(await world.chat(world.people.bruno, ticket)).toHaveLength(2);
    await expectEventually(async () => (await world.emulator.received(ticket.customer.phone_number)).length).toBe(1);
    const events = await world.rows(
      "select from event where name = 'CustomerChatCreated' and data->'customerChat'->>'id' = $1",
      [sent[0]?.id],
    );
    expect(events).toHaveLength(1);
  });

  test('answers its message even where a new send would be refused now', async () => {
    const ticket = await fresh();
    const client_id = randomUUID();
    const first = await world.send(world.people.bruno, ticket, 'antes', { client_id });
    await world.rows("update chat_ticket set last_received_at = now() - interval '2 days' where id = $1", [ticket.id]);
    expect((await world.send(world.people.bruno, ticket, 'antes', { client_id })).id).toBe(first.id);
    expect(await refusalOf(world.send(world.people.bruno, ticket, 'depois'))).toBe('CONFLICT error.window.closed');
  });

  test('of another user is another message', async () => {
    const ticket = await fresh();
    const client_id = randomUUID();
    const one = await world.send(world.people.bruno, ticket, 'meu', { client_id });
    const other = await world.send(world.people.ana, ticket, 'meu também', { client_id });
    expect(other.id).not.toBe(one.id);
  });

  test('returns the outcome of a send; nothing of another user’s', async () => {
    const ticket = await fresh();
    const client_id = randomUUID();
    const ask = (who: World['people']['ana'], id: string) => world.call(who, sentMessage, { client_id: id });
    expect(await ask(world.people.bruno, client_id)).toEqual({ sentMessage: null });
    const sent = await world.send(world.people.bruno, ticket, 'ok', { client_id });
    expect((await ask(world.people.bruno, client_id)).sentMessage?.id).toBe(sent.id);
    expect(await ask(world.people.ana, client_id)).toEqual({ sentMessage: null });
    expect(await ask(world.people.bruno, 'no uuid')).toEqual({ sentMessage: null });
  });
});

describe('refused, and nothing half done', () => {
  const expectRefused = async (ticket: ChatTicket, send: () => Promise<unknown>, refusal: string): Promise<void> => {
    const state = () =>
      world.rows(
        `select (select count(*) from message) messages, (select count(*) from outbox) outbox, user_id,
      (select count(*) from event where data->'chatTicket'->>'id' = $1::text and name <> 'CustomerChatAckChanged') events from chat_ticket where id = $1::bigint`,
        [ticket.id],
      );
    const before = await state();
    expect(await refusalOf(send())).toBe(refusal);
    expect(await state()).toEqual(before);
  };

  test.each([
    ['nothing', ''],
    ['blanks', ' \n\t '],
    ['characters without width', '\u200B\u2060 \uFEFF\u200D'],
    ['what is left of nothing the database takes', '\u0000'],
  ])('a text of %s', async (_name, text) => {
    const ticket = await fresh();
    await expectRefused(ticket, () => world.send(world.people.bruno, ticket, text), 'INVALID error.message.empty');
  });

  test('a text too long, whatever its length; the longest is taken', async () => {
    const ticket = await fresh();
    for (const length of [4_097, 70_000]) {
      await expectRefused(
        ticket,
        () => world.send(world.people.bruno, ticket, 'a'.repeat(length)),
        'INVALID error.message.tooLong',
      );
    }
    const refused = await world.send(world.people.bruno, ticket, 'a'.repeat(4_097)).catch((error: unknown) => error);
    expect(refused instanceof Refused && refused.errors[0]?.extensions).toMatchObject({
      params: { max: 4_096 },
      fields: { message: 'error.message.tooLong' },
    });
    expect((await world.send(world.people.bruno, ticket, 'a'.repeat(4_096))).message).toHaveLength(4_096);
  });

  test('a reply to a message outside the conversation', async () => {
    const ticket = await fresh();
    const other = await fresh();
    const foreign = other.customerLastChat?.id ?? '';
    for (const reply of [foreign, '999999999', 'temp-1', '']) {
      await expectRefused(
        ticket,
        () => world.send(world.people.bruno, ticket, 'oi', { reply_message_id: reply }),
        'NOT_FOUND error.reply.notFound',
      );
    }
  });

  test('after 24 hours of the customer’s silence', async () => {
    const ticket = await fresh();
    await world.rows("update chat_ticket set last_received_at = now() - interval '24 hours 1 second' where id = $1", [
      ticket.id,
    ]);
    await expectRefused(ticket, () => world.send(world.people.bruno, ticket, 'oi'), 'CONFLICT error.window.closed');
  });

  test('to a blacklisted customer', async () => {
    const ticket = await fresh();
    await world.rows('update customer set is_blacklisted = true where id = $1', [ticket.customer.id]);
    await expectRefused(
      ticket,
      () => world.send(world.people.bruno, ticket, 'oi'),
      'CONFLICT error.customer.blacklisted',
    );
  });

  test('over a deactivated instance', async () => {
    const ticket = await fresh();
    await world.rows('update instance set activated = false where id = $1', [world.instances.vendas]);
    await expectRefused(
      ticket,
      () => world.send(world.people.bruno, ticket, 'oi'),
      'CONFLICT error.instance.disconnected',
    );
    await world.rows('update instance set activated = true where id = $1', [world.instances.vendas]);
  });

  test('in another attendant’s name, even for the administrator', async () => {
    const ticket = await fresh();
    const as = { user_id: world.people.bruno.id };
    await expectRefused(ticket, () => world.send(world.people.ana, ticket, 'oi', as), 'NOT_FOUND error.notFound');
    expect((await world.send(world.people.bruno, ticket, 'oi', as)).user?.id).toBe(world.people.bruno.id);
  });

  test('to a customer, an instance or a number that is not there for the sender', async () => {
    const ticket = await fresh();
    const send = (more: object) => () =>
      world.call(world.people.bruno, sendMessage, {
        to_number: ticket.customer.phone_number,
        instance_id: ticket.instance.id,
        message: 'oi',
        ...more,
      });
    await expectRefused(ticket, send({ to_number: newPhone() }), 'NOT_FOUND error.notFound');
    await expectRefused(ticket, send({ to_number: 'not a number' }), 'NOT_FOUND error.notFound');
    await expectRefused(ticket, send({ instance_id: world.instances.brisa }), 'NOT_FOUND error.notFound');
    await expectRefused(ticket, send({ instance_id: 'x' }), 'NOT_FOUND error.notFound');
    await expectRefused(ticket, send({ client_id: 'not a uuid' }), 'INVALID error.invalid');
  });

  test('over an instance that one serves no longer, but for a ticket that is still one’s own', async () => {
    const { bruno } = world.people;
    const [finished, owned] = [await fresh(), await fresh()];
    await world.send(bruno, finished, 'tchau');
    await world.call(bruno, finishChatTicket, { id: finished.id });
    await world.send(bruno, owned, 'meu');
    const queued = await world.open({ from: finished.customer.phone_number });
    const link = [bruno.id, world.instances.vendas];
    await world.rows('delete from user_instance where user_id = $1 and instance_id = $2', link);
    expect(await refusalOf(world.send(bruno, queued, 'é comigo'))).toBe('NOT_FOUND error.notFound');
    expect((await world.ticketOf(world.people.ana, queued.customer.phone_number))?.user).toBeNull();
    expect((await world.send(bruno, owned, 'ainda comigo')).chatTicket.id).toBe(owned.id);
    await world.rows(
      'insert into user_instance (tenant_id, user_id, instance_id) select tenant_id, $1, id from instance where id = $2',
      link,
    );
    expect((await world.send(bruno, queued, 'de novo')).chatTicket.id).toBe(queued.id);
  });

  test('to a customer whom colleagues alone served, on an instance that the sender serves as well', async () => {
    const { bruno, carla } = world.people;
    const theirs = await world.open({ from: newPhone(), number: 'suporte' });
    await world.send(carla, theirs, 'meu');
    await world.call(carla, finishChatTicket, { id: theirs.id });
    await expectRefused(theirs, () => world.send(bruno, theirs, 'oi'), 'NOT_FOUND error.notFound');
  });

  test('into another attendant’s ticket', async () => {
    const phone = newPhone();
    const mine = await world.open({ from: phone, number: 'suporte' });
    await world.send(world.people.carla, mine, 'meu');
    await world.call(world.people.carla, finishChatTicket, { id: mine.id });
    await world.write({ from: phone, number: 'suporte' });
    const again = await world.ticketOf(world.people.ana, phone);
    if (again === undefined) throw new Error('no ticket');
    await world.send(world.people.bruno, again, 'agora é comigo');
    await expectRefused(again, () => world.send(world.people.carla, again, 'e eu?'), 'FORBIDDEN error.ticket.notYours');
  });
});

describe('a conversation', () => {
  test('comes in pages, oldest first, up and down from a message', async () => {
    const { bruno } = world.people;
    const ticket = await fresh();
    for (let index = 0; index < 9; index += 1)
      await world.write({ from: ticket.customer.phone_number, text: `m${index}` });
    const all = await world.chat(bruno, ticket);
    expect(all.map((message) => message.message)).toEqual([
      'Olá',
      'm0',
      'm1',
      'm2',
      'm3',
      'm4',
      'm5',
      'm6',
      'm7',
      'm8',
    ]);
    const list = async (more: object) =>
      (
        await world.call(bruno, customerChats, {
          customer_id: ticket.customer.id,
          instance_id: ticket.instance.id,
          all_users: true,
          ...more,
        })
      ).customerChats.map((message) => message.message);
    expect(await list({ limit: 3 })).toEqual(['m6', 'm7', 'm8']);
    expect(await list({ limit: 3, before_id: all[7]?.id })).toEqual(['m3', 'm4', 'm5']);
    expect(await list({ limit: 2, after_id: all[4]?.id })).toEqual(['m4', 'm5']);
    expect(await refusalOf(list({ limit: 0 }))).toBe('INVALID error.invalid');
    expect(await refusalOf(list({ before_id: '1' }))).toBe('NOT_FOUND error.notFound');
  });

  test('with all users and finished tickets it is complete, without them it is filtered', async () => {
    const { carla, bruno } = world.people;
    const phone = newPhone();
    const first = await world.open({ from: phone, number: 'suporte', text: 'primeira' });
    await world.send(bruno, first, 'resposta do bruno');
    await world.call(bruno, finishChatTicket, { id: first.id });
    await world.write({ from: phone, number: 'suporte', text: 'segunda' });
    const second = await world.ticketOf(carla, phone);
    if (second === undefined) throw new Error('no ticket');
    await world.send(carla, second, 'resposta da carla');
    const list = async (more: object) =>
      (
        await world.call(carla, customerChats, {
          customer_id: first.customer.id,
          instance_id: first.instance.id,
          ...more,
        })
      ).customerChats.map((message) => message.message);
    expect(await list({ all_users: true, finished_tickets: true })).toEqual([
      'primeira',
      'resposta do bruno',
      'segunda',
      'resposta da carla',
    ]);
    expect(await list({ all_users: true })).toEqual(['segunda', 'resposta da carla']);
    expect(await list({ finished_tickets: true })).toEqual(['segunda', 'resposta da carla']);
  });
});
