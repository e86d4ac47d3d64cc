import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { confirmTicketTransfer } from '../../../contract/graphql/confirm-ticket-transfer.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { customerChats } from '../../../contract/graphql/customer-chats.ts';
import type { CustomerChatsVariables } from '../../../contract/graphql/customer-chats.ts';
import { deleteTicketTransfer } from '../../../contract/graphql/delete-ticket-transfer.ts';
import { sendReaction } from '../../../contract/graphql/send-reaction.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { resetCustomerUnseenMsgs } from '../../../contract/graphql/reset-customer-unseen-msgs.ts';
import { sentMessage } from '../../../contract/graphql/sent-message.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';

/*
 * A user reads a conversation up to the newest ticket of it that they see. Bruno serves a customer
 * and finishes; the customer comes back, and Carla serves them.
 */

const NOT_FOUND = 'NOT_FOUND error.notFound';
const CLIENT_ID = '5c3ab7d1-5f6e-4b60-9a49-0f3a7c1d2e01';
let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

let last = 52_000_000;
let phone: string;
let first: ChatTicket;
let second: ChatTicket;

const write = (text: string, more: Record<string, unknown> = {}) =>
  world.write({ from: phone, number: 'suporte', text, more });
const textsOf = async (who: Person) => (await world.chat(who, first)).map(({ message }) => message);
const finish = (who: Person, { id }: ChatTicket) => world.call(who, finishChatTicket, { id });
/** The row of a ticket as someone sees it. */
async function rowOf(who: Person, { id }: ChatTicket): Promise<ChatTicket> {
  const [row] = (await world.call(who, chatTickets, { chat_ticket_id: id })).chatTickets.items;
  if (row === undefined) throw new Error(`No row ${id}`);
  return row;
}
const lastOf = async (who: Person, ticket: ChatTicket) => (await rowOf(who, ticket)).customerLastChat?.message;

const BRUNOS = ['oi', 'sou o Bruno', 'obrigada'];
const CARLAS = ['voltei', 'sou a Carla', 'segredo'];

beforeEach(async () => {
  const { bruno, carla } = world.people;
  phone = `55119${(last += 1)}`;
  first = await world.open({ from: phone, number: 'suporte', text: 'oi' });
  await world.send(bruno, first, 'sou o Bruno', { client_id: CLIENT_ID.replace(/\d{2}$/, String(last).slice(-2)) });
  await write('obrigada');
  await finish(bruno, first);
  second = await world.open({ from: phone, number: 'suporte', text: 'voltei' });
  await world.send(carla, second, 'sou a Carla');
  await write('segredo');
});

describe('who served the customer before', () => {
  test('reads messages up to the newest ticket they see; the next owner also the earlier ones', async () => {
    const { ana, bruno, carla } = world.people;
    expect(await textsOf(bruno)).toEqual(BRUNOS);
    expect(await textsOf(carla)).toEqual([...BRUNOS, ...CARLAS]);
    expect(await textsOf(ana)).toEqual([...BRUNOS, ...CARLAS]);
  });

  test('has a row without anything later', async () => {
    const { ana, bruno } = world.people;
    const [his, hers] = [await rowOf(bruno, first), await rowOf(ana, first)];
    expect(his.customerLastChat?.message).toBe('obrigada');
    expect(his.last_received_at).toBe(his.customerLastChat?.sent_at);
    expect(his.unseenMsg).toBe(2);
    expect(hers.customerLastChat?.message).toBe('segredo');
    expect(hers.last_received_at).toBe(hers.customerLastChat?.sent_at);
    expect(hers.unseenMsg).toBe(4);
  });

  test('finds it in the list of finished ones where it ended, as everybody does', async () => {
    const { ana, bruno } = world.people;
    const other = await world.open({ from: `55119${(last += 1)}`, number: 'suporte' });
    await world.send(bruno, other, 'depois');
    await finish(bruno, other);
    await write('e mais');
    const orderOf = async (who: Person) => {
      const variables = { finished_tickets: true, all_users: true, pagination_limit: 100 };
      const { items } = (await world.call(who, chatTickets, variables)).chatTickets;
      return items.map(({ id }) => id).filter((id) => id === first.id || id === other.id);
    };
    expect(await orderOf(bruno)).toEqual([other.id, first.id]);
    expect(await orderOf(ana)).toEqual([other.id, first.id]);
  });

  test('refers to a message they can’t read -> not found, like an unknown one', async () => {
    const { bruno, carla } = world.people;
    const message = (await world.chat(carla, second)).find((each) => each.message === 'segredo');
    const id = message?.id ?? '';
    const list = (who: Person, more: Partial<CustomerChatsVariables>) =>
      world.call(who, customerChats, {
        customer_id: first.customer.id,
        instance_id: first.instance.id,
        all_users: true,
        finished_tickets: true,
        ...more,
      });
    const reset = (who: Person) =>
      world.call(who, resetCustomerUnseenMsgs, { id: first.customer.id, instance_id: first.instance.id, up_to_id: id });
    expect(await refusalOf(list(bruno, { before_id: id }))).toBe(NOT_FOUND);
    expect(await refusalOf(list(bruno, { after_id: id }))).toBe(NOT_FOUND);
    expect(await refusalOf(reset(bruno))).toBe(NOT_FOUND);
    expect(await refusalOf(world.call(bruno, sendReaction, { message_id: id, emoji: '👍' }))).toBe(NOT_FOUND);
    expect(await refusalOf(list(carla, { before_id: id }))).toBe('not refused');
    expect(await refusalOf(reset(carla))).toBe('not refused');
    await finish(carla, second);
    const reply = (who: Person) => refusalOf(world.send(who, first, 'resposta', { reply_message_id: id }));
    expect(await reply(bruno)).toBe('NOT_FOUND error.reply.notFound');
    expect(await reply(carla)).toBe('not refused');
  });

  test('sees no reaction of a later ticket on a message of theirs', async () => {
    const { ana, bruno, carla } = world.people;
    const [{ id } = { id: '' }] = await world.rows<{ id: string }>(
      `update message set whatsapp_message_id = 'wamid.bruno.' || id where body = 'sou o Bruno' and ticket_id = $1
        returning whatsapp_message_id as id`,
      [first.id],
    );
    await write('', { type: 'reaction', text: undefined, reaction: { message_id: id, emoji: '🤫' } });
    const reactionsOf = async (who: Person) =>
      (await world.chat(who, first))
        .find(({ message }) => message === 'sou o Bruno')
        ?.childCustomerChats.map(({ message }) => message);
    expect(await reactionsOf(carla)).toEqual(['🤫']);
    expect(await reactionsOf(ana)).toEqual(['🤫']);
    expect(await reactionsOf(bruno)).toEqual([]);
    const own = await world.call(bruno, sentMessage, {
      client_id: CLIENT_ID.replace(/\d{2}$/, String(last).slice(-2)),
    });
    expect(own.sentMessage).toMatchObject({ message: 'sou o Bruno', childCustomerChats: [] });
  });
});

describe('the conversation comes into sight and goes out of it', () => {
  test('offered -> all is read; taken back -> their own part again', async () => {
    const { bruno, carla } = world.people;
    const { id } = (
      await world.call(carla, createTicketTransfer, { chat_ticket_id: second.id, next_user_id: bruno.id })
    ).createTicketTransfer;
    expect(await textsOf(bruno)).toEqual([...BRUNOS, ...CARLAS]);
    expect(await lastOf(bruno, first)).toBe('segredo');
    await world.call(carla, deleteTicketTransfer, { id });
    expect(await textsOf(bruno)).toEqual(BRUNOS);
    expect(await lastOf(bruno, first)).toBe('obrigada');
  });

  test('transferred -> the next owner reads all, who never saw another ticket of it nothing', async () => {
    const { bruno, carla } = world.people;
    const { id } = (
      await world.call(carla, createTicketTransfer, { chat_ticket_id: second.id, next_user_id: bruno.id })
    ).createTicketTransfer;
    await world.call(bruno, confirmTicketTransfer, { id });
    expect(await textsOf(bruno)).toEqual([...BRUNOS, ...CARLAS]);
    expect(await refusalOf(world.chat(carla, first))).toBe(NOT_FOUND);
  });

  test('the customer comes back and nobody has them yet -> who may serve them reads all; taken -> no more', async () => {
    const { bruno, carla } = world.people;
    await finish(carla, second);
    const third = await world.open({ from: phone, number: 'suporte', text: 'de novo' });
    expect(await textsOf(bruno)).toEqual([...BRUNOS, ...CARLAS, 'de novo']);
    expect(await lastOf(bruno, first)).toBe('de novo');
    await world.send(carla, third, 'eu outra vez');
    expect(await textsOf(bruno)).toEqual(BRUNOS);
    expect(await lastOf(bruno, first)).toBe('obrigada');
  });
});

test('a page of more than there may be on one -> the newest 200', async () => {
  const { carla } = world.people;
  await world.rows(
    `insert into message (tenant_id, ticket_id, customer_id, instance_id, type, sent_at, created_at, body, tag_type)
     select tenant_id, id, customer_id, instance_id, 1, now(), now(), 'n' || n, 'text'
     from chat_ticket, generate_series(1, 201) n where id = $1 order by n`,
    [second.id],
  );
  const { customerChats: page } = await world.call(carla, customerChats, {
    customer_id: second.customer.id,
    instance_id: second.instance.id,
    all_users: true,
    limit: 100_000,
  });
  expect(page.map(({ message }) => message)).toEqual(Array.from({ length: 200 }, (_, at) => `n${at + 2}`));
});
