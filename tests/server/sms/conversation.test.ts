import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import type { ManagedInstance } from '../../../contract/entities/managed-instance.ts';
import { SMS_MAX_LENGTH } from '../../../contract/facts/channels.ts';
import { eraseCustomer } from '../../../contract/graphql/erase-customer.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import {
  myScheduledMessages,
  newScheduledMessage,
  updateScheduledMessage,
} from '../../../contract/graphql/scheduled-messages.ts';
import { newCustomer } from '../../../contract/graphql/new-customer.ts';
import { sendReaction } from '../../../contract/graphql/send-reaction.ts';
import { shareContent } from '../../../contract/graphql/share-content.ts';
import { numberConversation, startConversation } from '../../../contract/graphql/start-conversation.ts';
import { changeTenant } from '../../../server/db/change.ts';
import { storeBotMessage } from '../../../server/domain/messages/bot-message.ts';
import { sendDueScheduled } from '../../../server/domain/scheduled/send-due.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { addSmsInstance, NUMBERS_WITH_SMS, SMS_SENDERS } from '../../support/sms.ts';

const quick = { pollMs: 30, leaseMs: 2_000, uncertainMs: 200, retryMs: 10, maxRetryMs: 40 };
/** A refusal of each provider that says to send no more. */
const OPTED_OUT = { twilio: 21_610, zenvia: 400 } as const;

describe.each(['twilio', 'zenvia'] as const)('%s', (provider) => {
  const { sender } = SMS_SENDERS[provider];
  let world: World;
  let instanceId: string;
  let added: ManagedInstance;
  let phone: string;
  let count = 30_000_000;
  beforeAll(async () => {
    world = await startAttendance({ emulator: { numbers: NUMBERS_WITH_SMS }, attendance: { outbox: quick } });
    const instance = await addSmsInstance(world, provider);
    instanceId = instance.id;
    added = instance;
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    count += 1;
    phone = `55119${count}`;
    await world.emulator.saveCustomer(phone, 'Dona Célia');
    await world.emulator.patchPolicy({
      sends: { mode: 'accept', times: null },
      statuses: { failWith: null },
      webhooks: { hold: 'none' },
    });
  });

  const bruno = () => world.people.bruno;
  /** The customer writes, and Bruno sees it. */
  async function written(text: string): Promise<ChatTicket> {
    await world.emulator.write(sender, phone, text);
    const ticket = () => world.ticketOf(bruno(), phone);
    await expectEventually(async () => (await ticket())?.customerLastChat?.message).toBe(text);
    const found = await ticket();
    if (found === undefined) throw new Error('There is no ticket');
    return found;
  }
  const newest = async (ticket: ChatTicket) => (await world.chat(bruno(), ticket)).at(-1);
  const consent = async () =>
    world.rows<{ sms_consent: string | null; whatsapp_consent: string | null }>(
      'select sms_consent, whatsapp_consent from customer where phone_number = $1',
      [phone],
    );

  test('is set up without anything of the token being shown', () => {
    expect(added).toMatchObject({ provider, state: 'connected' });
    expect(JSON.stringify(added)).not.toContain(SMS_SENDERS[provider].token);
  });

  test('a conversation with a number that never wrote -> open at once, without a template; the answer goes into it', async () => {
    const place = { to_number: phone, instance_id: instanceId };
    const { numberConversation: known } = await world.call(bruno(), numberConversation, place);
    expect(known).toMatchObject({ phone_number: phone, ticket_id: null, needs_template: false });
    const { startConversation: ticket } = await world.call(bruno(), startConversation, {
      ...place,
      client_id: randomUUID(),
    });
    expect(ticket).toMatchObject({ user: { id: bruno().id }, instance: { id: instanceId }, customerLastChat: null });
    await world.send(bruno(), ticket, 'Seu pedido chegou.');
    await expectEventually(async () => (await world.emulator.received(phone)).length).toBe(1);
    expect((await written('Já passo aí')).id).toBe(ticket.id);
  });

  test('a text comes, an answer goes, and its receipts come back', async () => {
    const ticket = await written('Meu pedido chega hoje? 🙂');
    expect(ticket).toMatchObject({ instance: { id: instanceId, channel: 'sms' } });
    const socket = await world.socket(bruno());
    const { id } = await world.send(bruno(), ticket, 'Chega à tarde, sim.');
    await socket.frame('CustomerChatAckChanged', ({ data }) => data.id === id && data.ack === 2);
    const received = await world.emulator.received(phone);
    expect(received.map(({ text, status }) => [text, status])).toEqual([['Chega à tarde, sim.', 'delivered']]);
  });

  test('received twice, a message is stored once', async () => {
    const ticket = await written('Oi');
    const [message] = await world.chat(bruno(), ticket);
    await world.emulator.again(message?.whatsapp_message_id ?? '');
    const { id } = await world.send(bruno(), ticket, 'Olá!');
    await expectEventually(async () => (await newest(ticket))?.ack).toBe(2);
    const [sent] = await world.emulator.received(phone);
    await world.emulator.again(sent?.id ?? '');
    expect((await world.chat(bruno(), ticket)).map((each) => [each.id === id, each.ack])).toEqual([
      [false, message?.ack],
      [true, 2],
    ]);
  });

  test('not delivered: with the reason', async () => {
    const ticket = await written('Oi');
    await world.emulator.patchPolicy({ statuses: { failWith: 30_003 } });
    const socket = await world.socket(bruno());
    const { id } = await world.send(bruno(), ticket, 'Olá!');
    const { data } = await socket.frame(
      'CustomerChatAckChanged',
      ({ data: each }) => each.id === id && each.error_key !== null,
    );
    expect(data).toMatchObject({ error_code: '30003', error_key: 'channel.error.sms.phoneOff' });
  });

  test('refused: with the reason, and said once more it is tried no more', async () => {
    const ticket = await written('Oi');
    const socket = await world.socket(bruno());
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: OPTED_OUT[provider] } });
    await world.send(bruno(), ticket, 'Ainda está aí?');
    const key = provider === 'twilio' ? 'channel.error.sms.optedOut' : 'channel.error.sms.invalid';
    await expectEventually(async () => (await newest(ticket))?.error_key).toBe(key);
    expect(await world.emulator.received(phone)).toEqual([]);
    const revoked = provider === 'twilio' ? 'revoked' : null;
    expect(await consent()).toEqual([{ sms_consent: revoked, whatsapp_consent: null }]);
    await socket.pong();
    const told = socket.frames.filter(({ event, data }) => event === 'ListUpdated' && data.list === 'consents');
    expect(told).toHaveLength(provider === 'twilio' ? 1 : 0);
  });

  test('is queued in a state that versions without SMS ignore; no read receipt is sent', async () => {
    const ticket = await written('Oi');
    await world.emulator.patchPolicy({ webhooks: { hold: 'statuses' } });
    const { id } = await world.send(bruno(), ticket, 'Um');
    const first = () => world.rows<{ state: string }>('select state from outbox where message_id = $1', [id]);
    await expectEventually(first).toEqual([{ state: 'sent' }]);
    // What is uncertain holds the customer's next back.
    await world.rows(
      "update outbox set state = 'uncertain', next_attempt_at = now() + interval '1 hour' where message_id = $1",
      [id],
    );
    await world.send(bruno(), ticket, 'Dois');
    const [row] = await world.rows<{ tenant_id: string }>('select tenant_id from chat_ticket where id = $1', [
      ticket.id,
    ]);
    const access = { instanceId, ownerId: bruno().id, offeredTo: null };
    const bot = { ...access, ticketId: ticket.id, customerId: ticket.customer.id, text: 'Fechado', at: new Date() };
    await changeTenant(world.server.services.db, row?.tenant_id ?? '', (change) => storeBotMessage(change, bot));
    const states = await world.rows<{ state: string }>(
      'select o.state from outbox o join message m on m.id = o.message_id where m.ticket_id = $1 order by m.id',
      [ticket.id],
    );
    expect(states.map(({ state }) => state)).toEqual(['uncertain', 'sms', 'sms']);
    expect(await world.rows('select from read_receipt where ticket_id = $1', [ticket.id])).toEqual([]);
  });

  test('no answer: uncertain, never sent again; what the provider reports later settles it', async () => {
    const ticket = await written('Oi');
    await world.emulator.patchPolicy({ sends: { mode: 'cut', times: 1 }, webhooks: { hold: 'statuses' } });
    await world.send(bruno(), ticket, 'Chegou?');
    await expectEventually(async () => (await newest(ticket))?.error_code).toBe('uncertain');
    await world.emulator.patchPolicy({ webhooks: { hold: 'none' } });
    await world.emulator.release();
    await expectEventually(async () => (await newest(ticket))?.ack).toBe(2);
    expect(await newest(ticket)).toMatchObject({ error_code: null });
    expect(await world.emulator.received(phone)).toHaveLength(1);
  });

  test('erased before the provider says that they opted out -> kept for whoever comes with their number', async () => {
    const { ana } = world.people;
    const ticket = await written('Oi');
    await world.emulator.patchPolicy({ statuses: { failWith: OPTED_OUT.twilio }, webhooks: { hold: 'statuses' } });
    const { id } = await world.send(bruno(), ticket, 'Olá!');
    const state = () => world.rows<{ state: string }>('select state from outbox where message_id = $1', [id]);
    await expectEventually(state).toEqual([{ state: 'sent' }]);
    await world.call(ana, finishChatTicket, { id: ticket.id });
    await world.call(ana, eraseCustomer, { id: ticket.customer.id, phone_number: phone });
    await world.emulator.release();
    await expectEventually(() => world.rows('select refused from kept_refusal')).toEqual([{ refused: ['sms'] }]);
    await world.call(ana, newCustomer, { name: 'Nova', phone_number: phone });
    expect(await consent()).toEqual([{ sms_consent: 'revoked', whatsapp_consent: null }]);
  });

  test('a word that opts out is of SMS alone', async () => {
    await written(' cancelar ');
    expect(await consent()).toEqual([{ sms_consent: 'revoked', whatsapp_consent: null }]);
  });

  test('a scheduled one is a short text, too: when it is made, changed and due', async () => {
    const ticket = await written('Oi');
    const [first] = await world.chat(bruno(), ticket);
    const form = {
      customer_id: ticket.customer.id,
      instance_id: instanceId,
      message: 'Bom dia',
      send_at: new Date(Date.now() + 3_600_000).toISOString(),
    };
    const long = 'x'.repeat(SMS_MAX_LENGTH + 1);
    const make = (more: object) =>
      world.call(bruno(), newScheduledMessage, { ...form, client_id: randomUUID(), ...more });
    expect(await refusalOf(make({ message: long }))).toBe('INVALID error.message.tooLong');
    expect(await refusalOf(make({ reply_message_id: first?.id ?? '' }))).toBe('CONFLICT error.channel.textOnly');
    const { id, version } = (await make({})).newScheduledMessage;
    const change = { id, version, message: long, send_at: form.send_at };
    expect(await refusalOf(world.call(bruno(), updateScheduledMessage, change))).toBe('INVALID error.message.tooLong');
    await world.rows("update scheduled_message set body = $1, send_at = now() - interval '1 second' where id = $2", [
      long,
      id,
    ]);
    await sendDueScheduled(world.server.services);
    const stored = await world.rows('select state, reason from scheduled_message where id = $1', [id]);
    expect(stored).toEqual([{ state: 'refused', reason: 'other' }]);
    const own = (await world.call(bruno(), myScheduledMessages, {})).myScheduledMessages.items;
    expect(own.find((each) => each.id === id)?.instance.channel).toBe('sms');
  });

  test('no window; but nothing besides short texts', async () => {
    const ticket = await written('Oi');
    await world.rows("update chat_ticket set last_received_at = now() - interval '3 days' where id = $1", [ticket.id]);
    await world.send(bruno(), ticket, 'Três dias depois');
    await expectEventually(async () => (await world.emulator.received(phone)).length).toBe(1);
    const [first] = await world.chat(bruno(), ticket);
    const target = { to_number: phone, instance_id: instanceId };
    const refusals = [
      world.send(bruno(), ticket, 'x'.repeat(SMS_MAX_LENGTH + 1)),
      world.send(bruno(), ticket, 'Sobre isso', { reply_message_id: first?.id ?? '' }),
      world.call(bruno(), sendReaction, { message_id: first?.id ?? '', emoji: '👍' }),
      world.call(bruno(), shareContent, {
        ...target,
        location: { latitude: -23.5, longitude: -46.6, name: null, address: null },
      }),
    ];
    expect(await Promise.all(refusals.map(refusalOf))).toEqual([
      'INVALID error.message.tooLong',
      'CONFLICT error.channel.textOnly',
      'CONFLICT error.channel.textOnly',
      'CONFLICT error.channel.textOnly',
    ]);
  });
});
