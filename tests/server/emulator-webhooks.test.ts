import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WrittenMessage } from '../../server/emulator/written-message.ts';
import { startEmulator, startEmulatorProcess } from '../support/emulator.ts';
import type { EmulatorClient, RunningEmulator } from '../support/emulator.ts';
import {
  CUSTOMER_NAME,
  CUSTOMER_WA_ID,
  messagesBody,
  PHONE_NUMBER_ID,
  textMessage,
} from '../support/webhook-bodies.ts';
import { startCompany } from './webhook-company.ts';
import type { Company } from './webhook-company.ts';

let company: Company;
let emulator: RunningEmulator;
let client: EmulatorClient;

beforeEach(async () => {
  company = await startCompany();
  emulator = await startEmulator({ webhookUrl: company.webhookUrl });
  ({ client } = emulator);
  company.useGraph(client.graphUrl);
  await client.saveCustomer(CUSTOMER_WA_ID, CUSTOMER_NAME);
});

afterEach(async () => {
  await emulator.close();
  await company.close();
});

async function send(text: string, callbackData = text): Promise<string> {
  const result = await company.channel.send({
    kind: 'text',
    text,
    phoneNumberId: PHONE_NUMBER_ID,
    accessToken: 't',
    to: CUSTOMER_WA_ID,
    replyToProviderId: undefined,
    callbackData,
  });
  if (result.outcome !== 'accepted') throw new Error(result.outcome);
  return result.providerMessageId;
}

const told = () => company.sink.statuses.map(({ status }) => status);
const texts = () => company.sink.messages.map(({ text }) => text);
const write = (body: string) => client.write(PHONE_NUMBER_ID, CUSTOMER_WA_ID, body);

describe('a customer writes', () => {
  test('text -> signed webhook -> second tick', async () => {
    await write('Olá, bom dia! 😀');
    await expect.poll(texts).toEqual(['Olá, bom dia! 😀']);
    expect(company.sink.messages[0]).toMatchObject({
      phoneNumberId: PHONE_NUMBER_ID,
      from: CUSTOMER_WA_ID,
      profileName: CUSTOMER_NAME,
    });
    await expect.poll(async () => (await client.chat(PHONE_NUMBER_ID, CUSTOMER_WA_ID))[0]?.status).toBe('delivered');
  });

  test('each kind arrives as what it is', async () => {
    const out = await send('Escolha');
    const written: readonly WrittenMessage[] = [
      { type: 'image', caption: 'A caixa' },
      { type: 'document' },
      { type: 'audio' },
      { type: 'video' },
      { type: 'sticker' },
      { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja' },
      { type: 'contacts', contacts: [{ name: 'Rui', phone: '+55 11 98765-4321' }] },
      { type: 'interactive', reply: 'list_reply', id: 'a', title: 'Opção A', replyTo: out },
      { type: 'button', text: 'Sim', payload: 'sim', replyTo: out },
      { type: 'reaction', messageId: out, emoji: '❤️' },
      { type: 'unsupported', originalType: 'poll_creation' },
    ];
    for (const each of written) await client.write(PHONE_NUMBER_ID, CUSTOMER_WA_ID, each);
    await expect.poll(() => company.sink.messages.map(({ kind }) => kind)).toEqual(written.map(({ type }) => type));
    expect(company.sink.rejected).toEqual([]);
    expect(company.sink.messages[8]).toMatchObject({ replyToProviderId: out, text: 'Sim' });
    expect((await client.chat(PHONE_NUMBER_ID, CUSTOMER_WA_ID))[0]?.reactions).toEqual([{ emoji: '❤️', mine: true }]);
  });

  test('bytes of one\u2019s own come back whole', async () => {
    const base64 = Buffer.from('nome;valor\n').toString('base64');
    const media = { base64, mimeType: 'text/csv', filename: 'vendas.csv' };
    await client.write(PHONE_NUMBER_ID, CUSTOMER_WA_ID, { type: 'document', media });
    await expect.poll(() => company.sink.messages[0]?.tagType).toBe('doc');
    const [received] = company.sink.messages;
    if (received?.kind !== 'document') throw new Error('no document');
    const file = await company.channel.fetchMedia(PHONE_NUMBER_ID, received.media);
    expect(file.outcome === 'found' && (await text(file.bytes))).toBe('nome;valor\n');
  });

  test('offline -> waiting; online -> delivered, in order', async () => {
    await client.setOnline(CUSTOMER_WA_ID, false);
    await write('um');
    await write('dois');
    expect((await client.chat(PHONE_NUMBER_ID, CUSTOMER_WA_ID)).map(({ status }) => status)).toEqual([
      'waiting',
      'waiting',
    ]);
    expect(texts()).toEqual([]);
    await client.setOnline(CUSTOMER_WA_ID, true);
    await expect.poll(texts).toEqual(['um', 'dois']);
  });
});

describe('statuses', () => {
  test('sent -> delivered -> read, with our id', async () => {
    const id = await send('Oi', 'message-9');
    await expect.poll(told).toEqual(['sent', 'delivered', 'read']);
    expect(company.sink.statuses[0]).toMatchObject({ providerMessageId: id, callbackData: 'message-9' });
  });

  test('reversed: read, delivered, sent', async () => {
    await client.patchPolicy({ statuses: { order: 'reversed' } });
    await send('Oi');
    await expect.poll(told).toEqual(['read', 'delivered', 'sent']);
  });

  test('each twice', async () => {
    await client.patchPolicy({ statuses: { copies: 2 } });
    await send('Oi');
    await expect.poll(told).toEqual(['sent', 'sent', 'delivered', 'delivered', 'read', 'read']);
  });

  test('off: no statuses are sent, though the phone reads', async () => {
    await client.patchPolicy({ statuses: { send: false } });
    await send('Oi');
    await expect.poll(async () => (await client.received())[0]?.status).toBe('read');
    expect(told()).toEqual([]);
  });

  test('accepted -> failed with a code', async () => {
    await client.patchPolicy({ statuses: { failWith: 131026 } });
    await send('Oi');
    await expect.poll(told).toEqual(['failed']);
    expect(company.sink.statuses[0]?.errors).toMatchObject([{ code: 131026, key: 'channel.error.undeliverable' }]);
  });

  test('the window of 24 hours: closed until the customer writes', async () => {
    await client.patchPolicy({ statuses: { enforceWindow: true } });
    await send('Oi');
    await expect.poll(told).toEqual(['failed']);
    expect(company.sink.statuses[0]?.errors).toMatchObject([{ code: 131047 }]);
    await write('Oi');
    await send('Agora sim');
    await expect.poll(told).toEqual(['failed', 'sent', 'delivered', 'read']);
  });

  test('offline: sent; online: delivered, read', async () => {
    await client.setOnline(CUSTOMER_WA_ID, false);
    await send('Oi');
    await expect.poll(told).toEqual(['sent']);
    await client.setOnline(CUSTOMER_WA_ID, true);
    await expect.poll(told).toEqual(['sent', 'delivered', 'read']);
  });

  test('read only once the chat is open', async () => {
    await client.patchPolicy({ statuses: { read: 'open' } });
    await send('Oi');
    await expect.poll(told).toEqual(['sent', 'delivered']);
    expect((await client.chats(PHONE_NUMBER_ID))[0]).toMatchObject({ unread: 1 });
    await client.open(PHONE_NUMBER_ID, CUSTOMER_WA_ID);
    await expect.poll(told).toEqual(['sent', 'delivered', 'read']);
  });

  test('any status on demand, also for a send whose answer was lost', async () => {
    await client.patchPolicy({ statuses: { send: false }, sends: { mode: 'cut', times: 1 } });
    await expect(send('Oi', 'lost-1')).rejects.toThrow('unknown');
    const [message] = await client.received();
    await client.tellStatus(message?.id ?? '', 'played');
    await expect.poll(() => company.sink.statuses).toMatchObject([{ status: 'played', callbackData: 'lost-1' }]);
  });
});

describe('delivery', () => {
  test('again and again until 200, and nothing is lost or out of order', async () => {
    company.sink.broken = true;
    await write('um');
    await write('dois');
    await expect.poll(async () => (await client.webhooks()).deliveries.length).toBeGreaterThan(2);
    expect((await client.webhooks()).deliveries.every(({ status }) => status === 503)).toBe(true);
    company.sink.broken = false;
    await expect.poll(texts).toEqual(['um', 'dois']);
    await expect.poll(async () => (await client.state()).pendingWebhooks).toBe(0);
  });

  test('twice', async () => {
    await client.patchPolicy({ webhooks: { copies: 2 } });
    const { id } = await write('eco');
    await expect.poll(texts).toEqual(['eco', 'eco']);
    expect(company.sink.messages.map(({ providerMessageId }) => providerMessageId)).toEqual([id, id]);
  });

  test('once more, later', async () => {
    const { id } = await write('eco');
    await expect.poll(texts).toEqual(['eco']);
    await expect.poll(async () => (await client.state()).pendingWebhooks).toBe(0);
    await client.again(id);
    expect(texts()).toEqual(['eco', 'eco']);
  });

  test('held -> released out of order', async () => {
    await client.patchPolicy({ webhooks: { hold: 'all' } });
    for (const body of ['um', 'dois', 'três']) await write(body);
    expect(await client.release({ order: 'reversed' })).toEqual({ delivered: 3 });
    expect(texts()).toEqual(['três', 'dois', 'um']);
  });

  test('held -> released in one call, twice', async () => {
    await client.patchPolicy({ webhooks: { hold: 'all' } });
    for (const body of ['um', 'dois', 'três']) await write(body);
    await client.release({ together: true, copies: 2 });
    expect(company.sink.messageBatches).toEqual([3, 3]);
    expect((await client.state()).pendingWebhooks).toBe(0);
  });

  test('statuses held: the message goes on, its statuses wait', async () => {
    await client.patchPolicy({ webhooks: { hold: 'statuses' } });
    await send('Oi');
    await write('Oi');
    await expect.poll(texts).toEqual(['Oi']);
    await expect.poll(async () => (await client.state()).pendingWebhooks).toBe(3);
    expect(told()).toEqual([]);
    await client.patchPolicy({ webhooks: { hold: 'none' } });
    await expect.poll(told).toEqual(['sent', 'delivered', 'read']);
  });

  test('raw: forged, unsigned, malformed', async () => {
    const body = messagesBody(textMessage('forjada'));
    expect(await client.raw(body, 'bad')).toMatchObject({ status: 401 });
    expect(await client.raw(body, 'none')).toMatchObject({ status: 401 });
    expect(texts()).toEqual([]);
    expect(await client.raw(body, 'good')).toMatchObject({ status: 200 });
    expect(await client.raw('{', 'good')).toMatchObject({ status: 200 });
    expect(texts()).toEqual(['forjada']);
    expect(company.sink.rejected).toHaveLength(1);
  });
});

describe('restart', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'balcao-emulator-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  test('the phones keep their chats, and what was on its way goes on', async () => {
    const dataFile = join(folder, 'emulator.jsonl');
    await emulator.close();
    emulator = await startEmulator({ webhookUrl: company.webhookUrl, dataFile });
    company.useGraph(emulator.client.graphUrl);
    await emulator.client.saveCustomer(CUSTOMER_WA_ID, CUSTOMER_NAME);
    company.sink.broken = true;
    await emulator.client.write(PHONE_NUMBER_ID, CUSTOMER_WA_ID, { type: 'image', caption: 'antes' });
    await emulator.client.setOnline(CUSTOMER_WA_ID, false);
    await send('Oi');
    await emulator.close();
    expect(told()).toEqual([]);

    company.sink.broken = false;
    emulator = await startEmulator({ webhookUrl: company.webhookUrl, dataFile });
    ({ client } = emulator);
    await expect.poll(texts).toEqual(['antes']);
    await client.setOnline(CUSTOMER_WA_ID, true);
    await expect.poll(told).toEqual(['sent', 'delivered', 'read']);
    expect((await client.chat(PHONE_NUMBER_ID, CUSTOMER_WA_ID)).map(({ text }) => text)).toEqual(['antes', 'Oi']);
  });

  test('closed while the company receives a message -> waits for its answer -> not delivered again', async () => {
    const dataFile = join(folder, 'emulator.jsonl');
    await emulator.close();
    emulator = await startEmulator({ webhookUrl: company.webhookUrl, dataFile });
    ({ client } = emulator);
    await client.saveCustomer(CUSTOMER_WA_ID, CUSTOMER_NAME);
    const batch = company.sink.holdAnswer();
    await write('antes');
    await batch.taken;
    const closing = emulator.close();
    await expect
      .poll(() =>
        client.state().then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed');
    batch.answer();
    await closing;

    emulator = await startEmulator({ webhookUrl: company.webhookUrl, dataFile });
    ({ client } = emulator);
    expect((await client.state()).pendingWebhooks).toBe(0);
    await write('depois');
    await expect.poll(texts).toEqual(['antes', 'depois']);
  });

  test('a process of its own, killed at once, has lost nothing that it accepted', async () => {
    const dataFile = join(folder, 'emulator.jsonl');
    await emulator.close();
    const killed = await startEmulatorProcess({ webhookUrl: company.webhookUrl, dataFile });
    company.useGraph(killed.client.graphUrl);
    const ids = [await send('um'), await send('dois')];
    await killed.kill();
    emulator = await startEmulatorProcess({ webhookUrl: company.webhookUrl, dataFile });
    expect((await emulator.client.received()).map(({ id }) => id)).toEqual(ids);
  });
});

describe('closing', () => {
  test('neither who listens for changes nor who waits for an answer holds it up', async () => {
    const events = await fetch(`${client.url}/emulator/api/events`);
    await client.patchPolicy({ sends: { mode: 'hang', times: 1 } });
    const refused = send('Oi').catch((error: unknown) => error);
    await expect.poll(() => client.received()).toHaveLength(1);
    await emulator.close();
    expect(await events.text()).toContain('data: ');
    expect(await refused).toEqual(new Error('unknown'));
  });
});
