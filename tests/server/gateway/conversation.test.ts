import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { newCampaign } from '../../../contract/graphql/campaigns.ts';
import { resetCustomerUnseenMsgs } from '../../../contract/graphql/reset-customer-unseen-msgs.ts';
import { sendFile } from '../../../contract/graphql/send-file.ts';
import { sendReaction } from '../../../contract/graphql/send-reaction.ts';
import { shareContent } from '../../../contract/graphql/share-content.ts';
import * as calls from '../../../contract/rest/instances.ts';
import { gatewayHookSecret, GATEWAY_HOOK_HEADER } from '../../../server/channels/gateway/secret.ts';
import { DEFAULT_RATES } from '../../../server/config-rates.ts';
import { changeTenant } from '../../../server/db/change.ts';
import { storeBotMessage } from '../../../server/domain/messages/bot-message.ts';
import { deliver } from '../../../server/domain/outbound/deliver.ts';
import { fieldsOf, startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import {
  addGatewayInstance,
  GATEWAY_KEY,
  GATEWAY_PHONE,
  gatewayHook,
  NUMBERS_WITH_GATEWAY,
  pairInstance,
  seenInstance,
} from '../../support/gateway.ts';
import { askRest } from '../../support/rest-calls.ts';
import { newId, upload } from '../media/sending.ts';

const quick = { pollMs: 30, leaseMs: 2_000, uncertainMs: 200, retryMs: 10, maxRetryMs: 40 };

let world: World;
let instanceId: string;
let phone: string;
let count = 30_000_000;
beforeAll(async () => {
  world = await startAttendance({
    emulator: { numbers: NUMBERS_WITH_GATEWAY },
    config: { trustProxy: 'loopback', rates: { ...DEFAULT_RATES, windowMs: 300_000, forged: 4 } },
    attendance: { outbox: quick, reads: { pollMs: 20, retryMs: 20 }, media: { pollMs: 20, retryMs: 20 } },
  });
  instanceId = (await addGatewayInstance(world)).id;
  await world.emulator.scan(GATEWAY_PHONE);
});
afterAll(() => world.stop());
beforeEach(async () => {
  await isConnected();
  count += 1;
  phone = `55119${count}`;
  await world.emulator.saveCustomer(phone, 'Dona Célia');
  await world.emulator.patchPolicy({ sends: { mode: 'accept', times: null }, webhooks: { hold: 'none' } });
});

const bruno = () => world.people.bruno;
const isConnected = () => expectEventually(async () => (await seenInstance(world, instanceId)).state).toBe('connected');
/** The customer writes, and Bruno sees it. */
async function written(text: string): Promise<ChatTicket> {
  await world.emulator.write(GATEWAY_PHONE, phone, text);
  const ticket = () => world.ticketOf(bruno(), phone);
  await expectEventually(async () => (await ticket())?.customerLastChat?.message).toBe(text);
  const found = await ticket();
  if (found === undefined) throw new Error('There is no ticket');
  return found;
}
const newest = async (ticket: ChatTicket) => (await world.chat(bruno(), ticket)).at(-1);
const shownAtPhone = () => world.emulator.chat(GATEWAY_PHONE, phone);

describe('a conversation', () => {
  test('a text comes, an answer that quotes it goes, and its ticks come back', async () => {
    const ticket = await written('Meu pedido chega hoje? 🙂');
    expect(ticket.instance).toMatchObject({ id: instanceId, channel: 'whatsapp', isOfficial: false, hasGateway: true });
    const [asked] = await world.chat(bruno(), ticket);
    const socket = await world.socket(bruno());
    const { id } = await world.send(bruno(), ticket, 'Chega à tarde, sim.', { reply_message_id: asked?.id ?? '' });
    await socket.frame('CustomerChatAckChanged', ({ data }) => data.id === id && data.ack === 3);
    const [, answer] = await shownAtPhone();
    expect(answer).toMatchObject({
      text: 'Chega à tarde, sim.',
      status: 'read',
      quoted: { text: 'Meu pedido chega hoje? 🙂' },
    });
  });

  test('a file that the gateway can’t give at first is asked for again', async () => {
    const ticket = await written('Segue a foto');
    await world.emulator.patchPolicy({ downloads: { mode: 'refuse', times: 1 } });
    await world.emulator.write(GATEWAY_PHONE, phone, { type: 'image', caption: 'A mesa' });
    await expectEventually(async () => (await newest(ticket))?.message).toBe('A mesa');
    const id = (await newest(ticket))?.id;
    const kept = () => world.rows('select state, attempts from message_media where message_id = $1', [id]);
    await expectEventually(async () => (await kept())[0]).toEqual({ state: 'ready', attempts: 2 });
  });

  test('a word that opts out is of WhatsApp alone, and is nothing in a sentence', async () => {
    const consent = () =>
      world.rows('select whatsapp_consent as whatsapp, sms_consent as sms from customer where phone_number = $1', [
        phone,
      ]);
    await written('Vou SAIR agora');
    expect(await consent()).toEqual([{ whatsapp: null, sms: null }]);
    await written('Sair');
    expect(await consent()).toEqual([{ whatsapp: 'revoked', sms: null }]);
  });

  test('received twice, nothing changes', async () => {
    const ticket = await written('Oi');
    const [message] = await world.chat(bruno(), ticket);
    await world.emulator.again(message?.whatsapp_message_id ?? '');
    await world.send(bruno(), ticket, 'Olá!');
    await expectEventually(async () => (await newest(ticket))?.ack).toBe(3);
    const [sent] = await world.emulator.received(phone);
    await world.emulator.again(sent?.id ?? '');
    expect((await world.chat(bruno(), ticket)).map(({ ack }) => ack)).toEqual([message?.ack, 3]);
  });

  test('what the owner has read is shown as read on the phone', async () => {
    const ticket = await written('Oi');
    await world.send(bruno(), ticket, 'Olá!');
    await world.emulator.write(GATEWAY_PHONE, phone, 'E o pedido?');
    await expectEventually(async () => (await newest(ticket))?.message).toBe('E o pedido?');
    await world.call(bruno(), resetCustomerUnseenMsgs, { id: ticket.customer.id, instance_id: instanceId });
    await expectEventually(async () => (await shownAtPhone()).at(-1)?.status).toBe('read');
  });

  test('a file comes and is kept; one goes with its caption; a place, a reaction; each as it was', async () => {
    const ticket = await written('Segue a foto');
    await world.emulator.write(GATEWAY_PHONE, phone, { type: 'image', caption: 'A mesa' });
    await expectEventually(async () => (await newest(ticket))?.message).toBe('A mesa');
    const kept = () =>
      world.rows<{ state: string }>('select state from message_media where message_id = $1', [photoId]);
    const photoId = (await newest(ticket))?.id;
    await expectEventually(async () => (await kept())[0]?.state).toBe('ready');
    expect(await newest(ticket)).toMatchObject({ message: 'A mesa', tag_type: 'image' });
    const file = await readFile(new URL('../../../server/emulator/samples/photo.jpg', import.meta.url));
    const clientId = newId();
    await upload(world.url, bruno().token, clientId, 'mesa.jpg', file);
    const target = { to_number: phone, instance_id: instanceId };
    await world.call(bruno(), sendFile, { ...target, client_id: clientId, caption: 'Como ela é' });
    await expectEventually(async () => (await world.emulator.received(phone)).length).toBe(1);
    const [photo] = await world.emulator.received(phone);
    expect(photo).toMatchObject({ type: 'image', text: 'Como ela é' });
    const stored = await fetch(`${world.url}${photo?.media?.url ?? ''}`);
    expect(Buffer.from(await stored.arrayBuffer()).equals(file)).toBe(true);

    const location = { latitude: -23.5, longitude: -46.6, name: 'Loja', address: null };
    await world.call(bruno(), shareContent, { ...target, location });
    const [first] = await world.chat(bruno(), ticket);
    await world.call(bruno(), sendReaction, { message_id: first?.id ?? '', emoji: '👍' });
    await expectEventually(async () => (await shownAtPhone())[0]?.reactions).toEqual([{ emoji: '👍', mine: false }]);
    expect((await world.emulator.received(phone)).at(-1)).toMatchObject({ type: 'location', text: 'Loja' });
  });

  test('changed, deleted -> a message that quotes the original, once; a deleted message awaits no answer', async () => {
    const ticket = await written('Rua A, 10');
    const [asked] = await shownAtPhone();
    const messageId = asked?.id ?? '';
    await world.emulator.write(GATEWAY_PHONE, phone, { type: 'edit', messageId, body: 'Rua B, 20' });
    const quoted = { message: 'Rua A, 10' };
    await expectEventually(() => newest(ticket)).toMatchObject({
      tag_type: 'edited',
      message: 'Rua B, 20',
      parentCustomerChat: quoted,
    });
    await world.send(bruno(), ticket, 'Anotado.');
    await world.emulator.write(GATEWAY_PHONE, phone, { type: 'revoke', messageId });
    await expectEventually(() => newest(ticket)).toMatchObject({ tag_type: 'revoked', parentCustomerChat: quoted });
    // The gateway tells a deletion twice.
    await expectEventually(async () => (await world.emulator.webhooks()).pending).toEqual([]);
    const lines = (await world.chat(bruno(), ticket)).map(({ tag_type: type }) => type);
    expect(lines).toEqual(['text', 'edited', 'stop_flow', 'revoked']);
    expect((await world.ticketOf(bruno(), phone))?.isNotResponded).toBe(false);
    expect((await shownAtPhone())[0]).toMatchObject({ type: 'revoked', text: '' });
  });

  test('no window, and no templates', async () => {
    const ticket = await written('Oi');
    await world.rows("update chat_ticket set last_received_at = now() - interval '3 days' where id = $1", [ticket.id]);
    await world.send(bruno(), ticket, 'Três dias depois');
    await expectEventually(async () => (await world.emulator.received(phone)).length).toBe(1);
  });
});

describe('a send', () => {
  test('to nobody at WhatsApp: refused, with the reason', async () => {
    const ticket = await written('Oi');
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 400 } });
    await world.send(bruno(), ticket, 'Olá?');
    await expectEventually(async () => (await newest(ticket))?.error_key).toBe('channel.error.gateway.noNumber');
  });

  test('without an answer: uncertain, and never sent again', async () => {
    const ticket = await written('Oi');
    await world.emulator.patchPolicy({ sends: { mode: 'cut', times: 1 }, webhooks: { hold: 'all' } });
    await world.send(bruno(), ticket, 'Chegou?');
    await expectEventually(async () => (await newest(ticket))?.error_code).toBe('uncertain');
    // The phone tells that it went, however late.
    await world.emulator.release();
    await expectEventually(async () => (await newest(ticket))?.error_code).toBe(null);
    await world.emulator.patchPolicy({ webhooks: { hold: 'none' } });
    await world.send(bruno(), ticket, 'E esta?');
    await expectEventually(async () => (await newest(ticket))?.ack).toBe(3);
    expect((await world.emulator.received(phone)).map(({ text }) => text)).toEqual(['Chegou?', 'E esta?']);
    expect(await world.chat(bruno(), ticket)).toHaveLength(3);
  });

  test('while the pairing is lost: it waits; paired again, it goes', async () => {
    const ticket = await written('Oi');
    await world.emulator.unpair(GATEWAY_PHONE);
    await expectEventually(async () => (await seenInstance(world, instanceId)).state).toBe('disconnected');
    await world.send(bruno(), ticket, 'Já volto');
    const waiting = () =>
      world.rows<{ last_error: string }>(
        'select o.last_error from outbox o join message m on m.id = o.message_id where m.body = $1 and o.state = $2',
        ['Já volto', 'gateway'],
      );
    await expectEventually(async () => (await waiting())[0]?.last_error).toMatch(/gateway\.notPaired/);
    await pairInstance(world, instanceId);
    await world.emulator.scan(GATEWAY_PHONE);
    await isConnected();
    await expectEventually(async () => (await world.emulator.received(phone)).map(({ text }) => text)).toEqual([
      'Já volto',
    ]);
  });
});

test('what waits behind another waits so that a version without gateways leaves it alone', async () => {
  const ticket = await written('Oi');
  // What a node that is sending leaves.
  const { id } = await world.send(bruno(), ticket, 'Antes');
  await expectEventually(async () => (await newest(ticket))?.ack).toBe(3);
  await world.rows(
    "update outbox set state = 'sending', locked_until = now() + interval '1 hour', next_attempt_at = now() + interval '1 hour' where message_id = $1",
    [id],
  );
  await world.send(bruno(), ticket, 'Texto');
  const [first] = await world.chat(bruno(), ticket);
  await world.call(bruno(), sendReaction, { message_id: first?.id ?? '', emoji: '👍' });
  const file = await readFile(new URL('../../../server/emulator/samples/photo.jpg', import.meta.url));
  const clientId = newId();
  await upload(world.url, bruno().token, clientId, 'mesa.jpg', file);
  await world.call(bruno(), sendFile, { to_number: phone, instance_id: instanceId, client_id: clientId });
  const choices = { text: 'Qual?', options: [{ title: 'A' }] };
  await world.call(bruno(), shareContent, { to_number: phone, instance_id: instanceId, choices });
  const [row] = await world.rows<{ tenant_id: string }>('select tenant_id from chat_ticket where id = $1', [ticket.id]);
  const access = { instanceId, ownerId: bruno().id, offeredTo: null };
  const bot = { ...access, ticketId: ticket.id, customerId: ticket.customer.id, text: 'Fechado', at: new Date() };
  await changeTenant(world.server.services.db, row?.tenant_id ?? '', (change) => storeBotMessage(change, bot));
  const states = await world.rows<{ state: string }>(
    'select o.state from outbox o join message m on m.id = o.message_id where m.ticket_id = $1 order by m.id',
    [ticket.id],
  );
  expect(states.map(({ state }) => state)).toEqual([
    'sending',
    'gateway',
    'gateway',
    'gateway_file',
    'gateway',
    'gateway',
  ]);
});

test('a file that is sent, though its copy can’t be discarded then: not sent again', async () => {
  const tools = {
    services: world.server.services,
    channel: {
      sendsFiles: () => true,
      uploadMedia: () => Promise.reject(new Error('not asked for')),
      send: async () => ({ outcome: 'accepted', providerMessageId: 'sent-1', recipient: phone }) as const,
    },
    files: {
      onDisk: async <T>(_path: string, work: (diskPath: string) => Promise<T>): Promise<T> => {
        await work('/copy');
        throw new Error('EIO');
      },
    },
    leaseMs: 2_000,
    signal: new AbortController().signal,
  };
  const nothing = {
    imageUrl: null,
    reactsTo: null,
    shared: null,
    template: null,
    quotedProviderId: null,
    signedAs: null,
  };
  const file = { sha256: '0'.repeat(64), mimeType: 'image/jpeg', sentAs: 'image', name: null, mediaId: 'x' } as const;
  const ids = { tenantId: '1', messageId: '1', instanceId, phoneNumberId: 'evolution:1-1:x', sealedToken: null };
  const claim = { ...nothing, ...ids, attempts: 1, text: '', file, address: phone };
  expect(await deliver(tools, claim)).toMatchObject({ outcome: 'accepted', providerMessageId: 'sent-1' });
});

describe('a callback', () => {
  let client = 0;
  /** Posts as somebody new, so that what is forged before doesn't count. */
  const post = async (url: string, secret: string | undefined, body: unknown, from = `10.0.0.${(client += 1)}`) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, ...(secret !== undefined && { [GATEWAY_HOOK_HEADER]: secret }) },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  const upsert = (text: string, key: Record<string, unknown> = {}) => ({
    event: 'messages.upsert',
    apikey: GATEWAY_KEY,
    data: {
      key: { id: `3EB0${text}`, remoteJid: `${phone}@s.whatsapp.net`, fromMe: false, ...key },
      pushName: 'Célia',
      message: { conversation: text },
      messageType: 'conversation',
      messageTimestamp: Math.floor(Date.now() / 1000),
    },
  });
  const stored = async (text: string) => (await world.rows('select from message where body = $1', [text])).length;

  test('with the instance’s secret alone: taken; forged, of another instance or of another company: refused', async () => {
    const { url, address } = await gatewayHook(world, instanceId);
    const secret = gatewayHookSecret(address, GATEWAY_KEY);
    expect((await post(url, secret, upsert('verdadeira'))).status).toBe(200);
    expect(await stored('verdadeira')).toBe(1);

    const { bia } = world.people;
    const made = await askRest(world.url, bia.token, calls.createInstance, {
      tenantName: 'brisa',
      name: 'Celular',
      provider: 'evolution',
    });
    const other = await gatewayHook(world, made.id);
    const keyless = await askRest(world.url, bia.token, calls.createInstance, {
      tenantName: 'brisa',
      name: 'Sem chave',
      provider: 'evolution',
    });
    const answers = [
      await post(url, undefined, upsert('forjada')),
      await post(url, 'nada', upsert('forjada')),
      await post(url, gatewayHookSecret(address, 'outra-chave'), upsert('forjada')),
      await post(url, gatewayHookSecret(other.address, GATEWAY_KEY), upsert('forjada')),
      // One of Brisa's has no key, the other one of its own.
      await post((await gatewayHook(world, keyless.id)).url, secret, upsert('forjada')),
    ];
    const credentials = { gateway_url: `${world.url}/emulator/gateway`, access_token: 'chave-da-brisa-1' };
    await askRest(world.url, bia.token, calls.updateInstance, { tenantName: 'brisa', id: made.id, ...credentials });
    answers.push(await post(other.url, secret, upsert('forjada')));
    answers.push(await post(url.replace(/[^/]+$/, 'outro-nome'), secret, upsert('forjada')));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401, 401]);
    // Whether there is such an instance isn't told.
    expect(new Set(answers.map(({ text }) => text.replace(/"request_id":"[^"]*"/, ''))).size).toBe(1);
    expect(await stored('forjada')).toBe(0);
    const theirs = gatewayHookSecret(other.address, 'chave-da-brisa-1');
    expect((await post(other.url, theirs, upsert('da brisa'))).status).toBe(200);
    const [row] = await world.rows<{ slug: string }>(
      "select t.slug from message m join tenant t on t.id = m.tenant_id where m.body = 'da brisa'",
    );
    expect(row?.slug).toBe('brisa');
  });

  test('forged again and again: counted, then 429; the gateway’s own go on', async () => {
    const { url, address } = await gatewayHook(world, instanceId);
    const statuses = [];
    for (let time = 0; time < 5; time += 1) statuses.push((await post(url, 'nada', upsert('x'), '10.9.9.9')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 429]);
    expect((await post(url, gatewayHookSecret(address, GATEWAY_KEY), upsert('depois'))).status).toBe(200);
  });

  test('groups, and the phone’s messages to non-customers -> nothing is stored; a hidden number is resolved', async () => {
    const { url, address } = await gatewayHook(world, instanceId);
    const secret = gatewayHookSecret(address, GATEWAY_KEY);
    const all = [
      upsert('a um estranho', { fromMe: true }),
      upsert('do grupo', { remoteJid: '120363000000000000@g.us', participant: `${phone}@s.whatsapp.net` }),
      upsert('escondida', { remoteJid: '99887766@lid', remoteJidAlt: `${phone}@s.whatsapp.net` }),
    ];
    for (const body of all) expect((await post(url, secret, body)).status).toBe(200);
    expect(await Promise.all(['a um estranho', 'do grupo', 'escondida'].map(stored))).toEqual([0, 0, 1]);
    expect((await world.ticketOf(bruno(), phone))?.customerLastChat?.message).toBe('escondida');
  });

  test('wrapped, as in a chat with disappearing messages -> the inner message is shown', async () => {
    const { url, address } = await gatewayHook(world, instanceId);
    const wrapped = (name: string, message: object) => {
      const { data, ...event } = upsert(name);
      return { ...event, data: { ...data, message: { [name]: { message } }, messageType: name } };
    };
    const all = [
      wrapped('ephemeralMessage', { extendedTextMessage: { text: 'some depois' } }),
      wrapped('viewOnceMessageV2', { viewOnceMessage: { message: { imageMessage: { caption: 'uma vez' } } } }),
      wrapped('documentWithCaptionMessage', { documentMessage: { caption: 'com legenda', fileName: 'a.pdf' } }),
      wrapped('viewOnceMessageV2Extension', { audioMessage: { ptt: true } }),
    ];
    for (const body of all) expect((await post(url, gatewayHookSecret(address, GATEWAY_KEY), body)).status).toBe(200);
    const ticket = await world.ticketOf(bruno(), phone);
    if (ticket === undefined) throw new Error('There is no ticket');
    const shown = (await world.chat(bruno(), ticket)).map(({ tag_type: type, message }) => [type, message]);
    expect(shown).toEqual([
      ['text', 'some depois'],
      ['image', 'uma vez'],
      ['pdf', 'com legenda'],
      ['audio', null],
    ]);
  });

  test('unreadable: kept aside without the key', async () => {
    const { url, address } = await gatewayHook(world, instanceId);
    const body = { event: 'messages.upsert', apikey: GATEWAY_KEY, data: { key: {} } };
    expect((await post(url, gatewayHookSecret(address, GATEWAY_KEY), body)).status).toBe(200);
    const [kept] = await world.rows<{ reason: string; body: string }>(
      'select reason, body from webhook_rejected order by id desc limit 1',
    );
    expect(kept?.reason).toBe('messages.upsert: unreadable');
    expect(kept?.body).not.toContain(GATEWAY_KEY);
  });
});

test('a campaign takes no instance of the gateway, and says which', async () => {
  const form = { name: 'Pelo gateway', instance_ids: [instanceId], message: 'Oi' };
  expect(await fieldsOf(world.call(world.people.ana, newCampaign, form))).toEqual({
    instance_ids: 'error.campaign.gateway',
  });
});
