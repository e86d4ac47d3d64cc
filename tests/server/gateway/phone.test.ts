import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { numberConversation, startConversation } from '../../../contract/graphql/start-conversation.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { EMULATOR_NUMBERS } from '../../support/emulator.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { addGatewayInstance, GATEWAY_PHONE, NUMBERS_WITH_GATEWAY, seenInstance } from '../../support/gateway.ts';

const quick = { pollMs: 30, leaseMs: 2_000, uncertainMs: 200, retryMs: 10, maxRetryMs: 40 };

let world: World;
let instanceId: string;
let phone: string;
let count = 31_000_000;
beforeAll(async () => {
  world = await startAttendance({
    emulator: { numbers: NUMBERS_WITH_GATEWAY },
    attendance: { outbox: quick, media: { pollMs: 20, retryMs: 20 }, replay: { pollMs: 30 } },
  });
  instanceId = (await addGatewayInstance(world)).id;
  await world.emulator.scan(GATEWAY_PHONE);
});
afterAll(() => world.stop());
beforeEach(async () => {
  await expectEventually(async () => (await seenInstance(world, instanceId)).state).toBe('connected');
  count += 1;
  phone = `55119${count}`;
  await world.emulator.saveCustomer(phone, 'Dona Célia');
  await world.emulator.patchPolicy({ sends: { mode: 'accept', times: null }, webhooks: { hold: 'none' } });
});

const bruno = () => world.people.bruno;
/** The customer writes, and Bruno sees it. */
async function written(text: string, number = GATEWAY_PHONE): Promise<ChatTicket> {
  await world.emulator.write(number, phone, text);
  const ticket = () => world.ticketOf(bruno(), phone);
  await expectEventually(async () => (await ticket())?.customerLastChat?.message).toBe(text);
  const found = await ticket();
  if (found === undefined) throw new Error('There is no ticket');
  return found;
}
const newest = async (ticket: ChatTicket) => (await world.chat(bruno(), ticket)).at(-1);

describe('what the phone sends', () => {
  const lines = async (ticket: ChatTicket) =>
    (await world.chat(bruno(), ticket)).map(({ message, user }) => [message, user?.name ?? null]);

  test('written in it -> nobody’s line, and the customer is answered; its ticks come', async () => {
    const ticket = await written('Abrem hoje?');
    const sent = await world.emulator.writeFromPhone(GATEWAY_PHONE, phone, 'Abrimos às 9h');
    await expectEventually(() => newest(ticket)).toMatchObject({
      type: 0,
      message: 'Abrimos às 9h',
      user: null,
      is_bot_message: false,
      whatsapp_message_id: sent.id,
      ack: 3,
    });
    const answered = await world.ticketOf(bruno(), phone);
    expect(answered).toMatchObject({ id: ticket.id, isNotResponded: false, user: ticket.user, waiting_since: null });
    await world.emulator.writeFromPhone(GATEWAY_PHONE, phone, { type: 'image', caption: 'A fachada' });
    await expectEventually(() => newest(ticket)).toMatchObject({ message: 'A fachada', tag_type: 'image', type: 0 });
    const id = (await newest(ticket))?.id;
    const kept = () => world.rows('select state from message_media where message_id = $1', [id]);
    await expectEventually(kept).toEqual([{ state: 'ready' }]);
    // The company's month counts what Balcão sends.
    const quiet = await world.rows('select is_quiet from message where ticket_id = $1 and type = 0', [ticket.id]);
    expect(quiet).toEqual([{ is_quiet: true }, { is_quiet: true }]);
  });

  test('echo of our send, after its answer -> not doubled', async () => {
    const ticket = await written('Oi');
    await world.emulator.patchPolicy({ webhooks: { hold: 'all' } });
    await world.send(bruno(), ticket, 'Olá!');
    await expectEventually(async () => (await newest(ticket))?.ack).toBe(1);
    await world.emulator.release();
    await expectEventually(async () => (await newest(ticket))?.ack).toBe(3);
    expect(await lines(ticket)).toEqual([
      ['Oi', null],
      ['Olá!', 'Bruno Carvalho'],
    ]);
  });

  test('echo of our send, before its answer -> not doubled, whatever else is written meanwhile', async () => {
    const ticket = await written('Oi');
    await world.emulator.patchPolicy({ sends: { mode: 'hang', times: 1 } });
    await world.send(bruno(), ticket, 'Olá!');
    await expectEventually(async () => (await newest(ticket))?.ack).toBe(3);
    await world.emulator.writeFromPhone(GATEWAY_PHONE, phone, 'Olá!');
    await expectEventually(() => lines(ticket)).toEqual([
      ['Oi', null],
      ['Olá!', 'Bruno Carvalho'],
      ['Olá!', null],
    ]);
  });

  test('written on it while another send has no answer -> waits for it, then appears once', async () => {
    const ticket = await written('Oi');
    await world.emulator.patchPolicy({ sends: { mode: 'hang', times: 1 }, webhooks: { hold: 'all' } });
    await world.send(bruno(), ticket, 'Olá!');
    await expectEventually(async () => (await world.emulator.received(phone)).length).toBe(1);
    await world.emulator.writeFromPhone(GATEWAY_PHONE, phone, 'Já vou');
    await world.emulator.release({ order: 'reversed' });
    await expectEventually(async () => (await lines(ticket)).length).toBe(3);
    expect(await lines(ticket)).toEqual([
      ['Oi', null],
      ['Olá!', 'Bruno Carvalho'],
      ['Já vou', null],
    ]);
  });

  test('written in WhatsApp’s app with a number of Meta’s -> the same; received twice, once', async () => {
    const [number] = EMULATOR_NUMBERS;
    const phoneNumberId = number?.phoneNumberId ?? '';
    const ticket = await written('Abrem hoje?', phoneNumberId);
    const sent = await world.emulator.writeFromPhone(phoneNumberId, phone, 'Abrimos às 9h');
    await expectEventually(() => newest(ticket)).toMatchObject({ message: 'Abrimos às 9h', user: null, ack: 3 });
    await world.emulator.again(sent.id);
    expect(await lines(ticket)).toEqual([
      ['Abrem hoje?', null],
      ['Abrimos às 9h', null],
    ]);
    expect(await world.ticketOf(bruno(), phone)).toMatchObject({ isNotResponded: false, user: ticket.user });
  });
});

test('a conversation with a number that never wrote -> open at once, without a template; the answer goes into it', async () => {
  const place = { to_number: phone, instance_id: instanceId };
  const { numberConversation: known } = await world.call(bruno(), numberConversation, place);
  expect(known).toMatchObject({ phone_number: phone, ticket_id: null, needs_template: false });
  const begin = () => world.call(bruno(), startConversation, { ...place, client_id: randomUUID() });
  const { startConversation: ticket } = await begin();
  expect(ticket).toMatchObject({ user: { id: bruno().id }, customer: { phone_number: phone }, customerLastChat: null });
  expect((await begin()).startConversation.id).toBe(ticket.id);
  await world.send(bruno(), ticket, 'Seu pedido chegou.');
  await expectEventually(async () => (await newest(ticket))?.ack).toBe(3);
  expect((await written('Já passo aí')).id).toBe(ticket.id);
});
