import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { eraseCustomer } from '../../../contract/graphql/erase-customer.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { forwardMessage } from '../../../contract/graphql/forward-message.ts';
import { sendFile } from '../../../contract/graphql/send-file.ts';
import { numberConversation, startConversation } from '../../../contract/graphql/start-conversation.ts';
import { GATEWAY_HOOK_HEADER, gatewayHookSecret } from '../../../server/channels/gateway/secret.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { EMULATOR_NUMBERS } from '../../support/emulator.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { breakInserts, mendInserts } from '../../support/faults-database.ts';
import {
  addGatewayInstance,
  GATEWAY_KEY,
  GATEWAY_PHONE,
  gatewayHook,
  NUMBERS_WITH_GATEWAY,
  seenInstance,
} from '../../support/gateway.ts';
import { newId, upload } from '../media/sending.ts';

const quick = { pollMs: 30, leaseMs: 2_000, uncertainMs: 200, retryMs: 10, maxRetryMs: 40 };

let world: World;
let instanceId: string;
let phone: string;
let count = 31_000_000;
beforeAll(async () => {
  world = await startAttendance({
    emulator: { numbers: NUMBERS_WITH_GATEWAY },
    attendance: {
      outbox: quick,
      media: { pollMs: 20, retryMs: 20 },
      replay: { pollMs: 30, retryMs: 20, maxRetryMs: 40 },
    },
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
const HOUR_MS = 3_600_000;
async function tell(event: string, data: object): Promise<void> {
  const { url, address } = await gatewayHook(world, instanceId);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [GATEWAY_HOOK_HEADER]: gatewayHookSecret(address, GATEWAY_KEY) },
    body: JSON.stringify({ event, data }),
  });
  expect(response.status).toBe(200);
}
/** The gateway tells of a message as it is in the chat, sent `agoMs` ago; answers its id. */
async function told(text: string, { fromMe, agoMs = 0 }: { fromMe: boolean; agoMs?: number }): Promise<string> {
  const id = randomUUID();
  await tell('messages.upsert', {
    key: { id, remoteJid: `${phone}@s.whatsapp.net`, fromMe },
    message: { conversation: text },
    messageTimestamp: Math.floor((Date.now() - agoMs) / 1000),
  });
  return id;
}
const newest = async (ticket: ChatTicket) => (await world.chat(bruno(), ticket)).at(-1);

test('a file that Meta’s API refuses goes as a document, and isn’t forwarded there', async () => {
  await written('Manda tudo');
  const zip = Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`);
  const clientId = newId();
  expect(await upload(world.url, bruno().token, clientId, 'tudo.zip', zip)).toMatchObject({ tag_type: 'doc' });
  const target = { to_number: phone, instance_id: instanceId };
  const sent = await world.call(bruno(), sendFile, { ...target, client_id: clientId, caption: 'Segue' });
  await expectEventually(async () => (await world.emulator.received(phone)).length).toBe(1);
  const [file] = await world.emulator.received(phone);
  expect(file).toMatchObject({ type: 'document', text: 'Segue', media: { filename: 'tudo.zip' } });
  const stored = await fetch(`${world.url}${file?.media?.url ?? ''}`);
  expect(Buffer.from(await stored.arrayBuffer()).equals(zip)).toBe(true);

  const other = await world.open({ from: phone });
  const forward = { message_id: sent.sendFile.id, to_number: phone, instance_id: other.instance.id };
  const refusal = refusalOf(world.call(bruno(), forwardMessage, { ...forward, client_id: newId() }));
  expect(await refusal).toBe('INVALID error.file.notTaken');
});

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

  test('says what a send said whose answer was lost, hours later -> a line of its own; at its time -> it', async () => {
    const ticket = await written('Oi');
    await world.emulator.patchPolicy({ sends: { mode: 'cut', times: 1 }, webhooks: { hold: 'all' } });
    await world.send(bruno(), ticket, 'Olá!');
    await expectEventually(async () => (await newest(ticket))?.error_code).toBe('uncertain');
    const [sent] = await world.emulator.received(phone);
    const { id } = (await newest(ticket)) ?? {};
    const back = `= now() - interval '5 hours'`;
    await world.rows(`update message set created_at ${back} where id = $1`, [id]);
    await world.rows(`update outbox set updated_at ${back} where message_id = $1`, [id]);
    await told(sent?.text ?? '', { fromMe: true, agoMs: 2 * HOUR_MS });
    const own = ['Olá!', 'Bruno Carvalho'];
    const wrote = [sent?.text, null];
    expect(await lines(ticket)).toEqual([['Oi', null], own, wrote]);
    await told(sent?.text ?? '', { fromMe: true, agoMs: 5 * HOUR_MS });
    expect(await lines(ticket)).toEqual([['Oi', null], own, wrote]);
    expect((await world.chat(bruno(), ticket))[1]).toMatchObject({ error_code: null, ack: 1 });
  });

  test('written in it while the customer’s message is queued after a failure -> behind that one', async () => {
    const ticket = await written('Oi');
    await breakInserts(world.rows, 'message', `new.body = 'Abrem hoje?'`);
    try {
      await told('Abrem hoje?', { fromMe: false });
      await told('Abrimos às 9h', { fromMe: true });
      expect(await lines(ticket)).toEqual([['Oi', null]]);
    } finally {
      await mendInserts(world.rows, 'message');
    }
    await expectEventually(() => lines(ticket)).toEqual([
      ['Oi', null],
      ['Abrem hoje?', null],
      ['Abrimos às 9h', null],
    ]);
  });

  test('told late -> answers what was asked before it alone', async () => {
    await told('Abrem hoje?', { fromMe: false, agoMs: 180_000 });
    const ticket = () => world.ticketOf(bruno(), phone);
    const asked = (await ticket())?.waiting_since;
    await told('Bom dia!', { fromMe: true, agoMs: 600_000 });
    expect(await ticket()).toMatchObject({ isNotResponded: true, waiting_since: asked });
    await told('E amanhã?', { fromMe: false });
    await told('Abrimos às 9h', { fromMe: true, agoMs: 60_000 });
    const waits = await ticket();
    expect(waits).toMatchObject({ isNotResponded: true });
    const [later] = await world.rows<{ at: Date }>('select created_at as at from message where body = $1', [
      'E amanhã?',
    ]);
    expect(waits?.waiting_since).toBe(later?.at.toISOString());
    await told('Também', { fromMe: true });
    expect(await ticket()).toMatchObject({ isNotResponded: false, waiting_since: null });
  });

  test('written in WhatsApp’s app with a number of Meta’s, as an unanswered send says -> a line of its own', async () => {
    const [number] = EMULATOR_NUMBERS;
    const phoneNumberId = number?.phoneNumberId ?? '';
    const ticket = await written('Oi', phoneNumberId);
    await world.emulator.patchPolicy({ sends: { mode: 'cut', times: 1 }, webhooks: { hold: 'statuses' } });
    await world.send(bruno(), ticket, 'Olá!');
    await expectEventually(async () => (await newest(ticket))?.error_code).toBe('uncertain');
    const [sent] = await world.emulator.received(phone);
    await world.emulator.writeFromPhone(phoneNumberId, phone, sent?.text ?? '');
    await expectEventually(() => lines(ticket)).toEqual([
      ['Oi', null],
      ['Olá!', 'Bruno Carvalho'],
      [sent?.text, null],
    ]);
  });

  const changes = async (ticket: ChatTicket) =>
    (await world.chat(bruno(), ticket)).flatMap(({ type, tag_type: tag, message, parentCustomerChat: of, user }) =>
      !of ? [] : [[type, tag, message, of.message, user]],
    );

  test('edited and deleted on it, however it is told -> lines that quote what was sent, and answer nothing', async () => {
    const ticket = await written('Abrem hoje?');
    const first = await told('Abrimos às 9h', { fromMe: true });
    await world.send(bruno(), ticket, 'Até já!');
    await expectEventually(async () => (await newest(ticket))?.ack).toBe(3);
    const own = (await newest(ticket))?.whatsapp_message_id ?? '';
    await told('E amanhã?', { fromMe: false });
    await tell('messages.edited', { key: { id: first }, type: 14, editedMessage: { conversation: 'Abrimos às 10h' } });
    const key = { remoteJid: `${phone}@s.whatsapp.net`, fromMe: true };
    await tell('messages.upsert', {
      key: { ...key, id: randomUUID() },
      message: { protocolMessage: { key: { ...key, id: own }, type: 'REVOKE' } },
      messageTimestamp: Math.floor(Date.now() / 1000),
    });
    // A deletion is told twice; of what isn't here, nothing is kept.
    await tell('messages.delete', { ...key, id: own });
    await tell('messages.delete', { ...key, id: randomUUID() });
    expect(await changes(ticket)).toEqual([
      [0, 'edited', 'Abrimos às 10h', 'Abrimos às 9h', null],
      [0, 'revoked', null, expect.stringContaining('Até já!'), null],
    ]);
    expect(await world.ticketOf(bruno(), phone)).toMatchObject({ isNotResponded: true });
  });

  test.each(['before its id is known', 'of which nothing comes'])(
    'our send is edited and deleted on it %s -> once it is settled; of others nothing is kept',
    async (when) => {
      const ticket = await written('Oi');
      await world.emulator.patchPolicy({ sends: { mode: 'hang', times: 1 }, webhooks: { hold: 'all' } });
      await world.send(bruno(), ticket, 'Olá!');
      await expectEventually(async () => (await world.emulator.received(phone)).length).toBe(1);
      const [sent] = await world.emulator.received(phone);
      const isOurs = when === 'before its id is known';
      const id = isOurs ? (sent?.id ?? '') : randomUUID();
      await tell('messages.edited', { key: { id }, type: 14, editedMessage: { conversation: 'Olá, bom dia!' } });
      const key = { remoteJid: `${phone}@s.whatsapp.net`, fromMe: true };
      await tell('messages.upsert', {
        key: { ...key, id: randomUUID() },
        message: { protocolMessage: { key: { ...key, id }, type: 'REVOKE' } },
        messageTimestamp: Math.floor(Date.now() / 1000),
      });
      const waiting = () => world.rows('select 1 from inbound_waiting');
      expect(await waiting()).toHaveLength(2);
      await world.emulator.release();
      await expectEventually(waiting).toEqual([]);
      const kept = (await changes(ticket)).map((change) => JSON.stringify([change[1], change[3]]));
      expect(kept.toSorted()).toEqual(isOurs ? [`["edited","Olá!"]`, `["revoked","Olá!"]`] : []);
    },
  );

  test('edited in WhatsApp’s app with a number of Meta’s -> a line that quotes it', async () => {
    const [number] = EMULATOR_NUMBERS;
    const phoneNumberId = number?.phoneNumberId ?? '';
    const ticket = await written('Abrem hoje?', phoneNumberId);
    const sent = await world.emulator.writeFromPhone(phoneNumberId, phone, 'Abrimos às 9h');
    await expectEventually(() => newest(ticket)).toMatchObject({ message: 'Abrimos às 9h' });
    const edit = { original_message_id: sent.id, message: { type: 'text', text: { body: 'Abrimos às 10h' } } };
    const from = { from: '551140000001', to: phone, timestamp: String(Math.floor(Date.now() / 1000)) };
    const value = {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '551140000001', phone_number_id: phoneNumberId },
      message_echoes: [{ ...from, id: `wamid.${randomUUID()}`, type: 'edit', edit }],
    };
    const entry = [{ id: '900000000000001', changes: [{ field: 'smb_message_echoes', value }] }];
    expect(await world.webhook({ object: 'whatsapp_business_account', entry })).toBe(200);
    expect(await changes(ticket)).toEqual([[0, 'edited', 'Abrimos às 10h', 'Abrimos às 9h', null]]);
  });

  test('written in WhatsApp’s app with a number of Meta’s -> the same; told twice, once', async () => {
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

describe('while the customer’s messages are queued after a failure', () => {
  const queued = () => world.rows<{ body: string }>('select body from inbound_waiting order by id');
  beforeEach(() => breakInserts(world.rows, 'message', 'true'));
  afterEach(() => mendInserts(world.rows, 'message'));

  test('they edit one and delete another, which names no sender -> both follow them', async () => {
    const street = await told('Rua A, 10', { fromMe: false });
    const slip = await told('Ops', { fromMe: false });
    await tell('messages.edited', { key: { id: street }, type: 14, editedMessage: { conversation: 'Rua B, 20' } });
    await tell('messages.delete', { id: slip, remoteJid: `${phone}@s.whatsapp.net`, fromMe: false });
    expect(await queued()).toHaveLength(4);
    await mendInserts(world.rows, 'message');
    const seen = async () => {
      const ticket = await world.ticketOf(bruno(), phone);
      const chats = ticket === undefined ? [] : await world.chat(bruno(), ticket);
      return chats.map(({ tag_type: tag, message, parentCustomerChat: of }) => [tag, message, of?.message]);
    };
    await expectEventually(seen).toEqual([
      ['text', 'Rua A, 10', undefined],
      ['text', 'Ops', undefined],
      ['edited', 'Rua B, 20', 'Rua A, 10'],
      ['revoked', null, 'Ops'],
    ]);
  });

  test('the phone edits what it wrote, which is queued itself -> follows it', async () => {
    await mendInserts(world.rows, 'message');
    const ticket = await written('Oi');
    await breakInserts(world.rows, 'message', `new.body = 'Abrimos às 9h'`);
    const sent = await told('Abrimos às 9h', { fromMe: true });
    await tell('messages.edited', { key: { id: sent }, type: 14, editedMessage: { conversation: 'Abrimos às 10h' } });
    expect(await queued()).toHaveLength(2);
    await mendInserts(world.rows, 'message');
    const seen = async () =>
      (await world.chat(bruno(), ticket)).map(({ message, parentCustomerChat: of }) => [message, of?.message]);
    await expectEventually(seen).toEqual([
      ['Oi', undefined],
      ['Abrimos às 9h', undefined],
      ['Abrimos às 10h', 'Abrimos às 9h'],
    ]);
  });

  test('the customer is erased -> nothing of them is left there, somebody else’s is', async () => {
    await mendInserts(world.rows, 'message');
    const { id, customer } = await written('Oi');
    await world.call(bruno(), finishChatTicket, { id });
    await breakInserts(world.rows, 'message', 'true');
    const theirs = await told('De novo', { fromMe: false });
    await tell('messages.edited', { key: { id: theirs }, type: 14, editedMessage: { conversation: 'Outra vez' } });
    await told('Do telefone', { fromMe: true });
    const status = { phoneNumberId: GATEWAY_PHONE, providerMessageId: 'x', status: 'read', recipient: phone };
    await world.rows(
      `insert into inbound_waiting (tenant_id, instance_id, kind, provider_key, conversation, body, next_attempt_at)
      select tenant_id, id, 'status', 'x read', 'status x read', $2, now() + interval '1 hour' from instance where id = $1`,
      [instanceId, JSON.stringify({ ...status, timestamp: new Date(), errors: [] })],
    );
    const [erased, other] = [phone, phone.replace(/^5511/, '5521')];
    phone = other;
    await told(`Falo com o ${erased}`, { fromMe: false });
    expect(await queued()).toHaveLength(5);
    await world.call(world.people.ana, eraseCustomer, { id: customer.id, phone_number: erased });
    expect(await queued()).toEqual([{ body: expect.stringContaining(`"from":"${other}"`) }]);
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
