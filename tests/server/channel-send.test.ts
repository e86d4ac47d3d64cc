import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OutboundMessage } from '../../server/channels/channel.ts';
import { WhatsAppChannel } from '../../server/channels/whatsapp/whatsapp-channel.ts';
import { startEmulator } from '../support/emulator.ts';
import type { RunningEmulator } from '../support/emulator.ts';
import { CUSTOMER_WA_ID, PHONE_NUMBER_ID } from '../support/webhook-bodies.ts';
import { startCompany } from './webhook-company.ts';
import type { Company } from './webhook-company.ts';

let company: Company;
let emulator: RunningEmulator;
/** A channel that does not wait for long. */
let hasty: WhatsAppChannel;

beforeAll(async () => {
  company = await startCompany();
  emulator = await startEmulator({ webhookUrl: company.webhookUrl });
  const { graphUrl } = emulator.client;
  company.useGraph(graphUrl);
  hasty = new WhatsAppChannel({ graphUrl: () => graphUrl, appSecret: 'x', accessToken: () => 't', timeoutMs: 500 });
});

beforeEach(async () => {
  await emulator.client.reset();
  await emulator.client.patchPolicy({ statuses: { send: false } });
  await emulator.client.saveCustomer(CUSTOMER_WA_ID, 'Luciana Moraes');
});

afterAll(async () => {
  await emulator.close();
  await company.close();
});

let close: (() => Promise<void>) | undefined;

afterEach(async () => {
  await close?.();
  close = undefined;
});

async function channelTo(listener: RequestListener): Promise<WhatsAppChannel> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  };
  const graphUrl = `http://127.0.0.1:${address.port}/v23.0`;
  return new WhatsAppChannel({ graphUrl: () => graphUrl, appSecret: 'x', accessToken: () => 't', timeoutMs: 2_000 });
}

const head = {
  phoneNumberId: PHONE_NUMBER_ID,
  accessToken: 't',
  to: CUSTOMER_WA_ID,
  replyToProviderId: undefined,
  callbackData: 'message-1',
};
const text = (body: string, more: Partial<OutboundMessage> = {}) =>
  ({ ...head, kind: 'text', text: body, ...more }) as OutboundMessage;

describe('accepted', () => {
  test('a text is on the phone, with our id', async () => {
    const result = await company.channel.send(text('Olá, Luciana! 😀\nTudo bem?'));
    const [message] = await emulator.client.received(CUSTOMER_WA_ID);
    expect(result).toEqual({
      outcome: 'accepted',
      providerMessageId: message?.id,
      recipient: CUSTOMER_WA_ID,
    });
    expect(message).toMatchObject({ type: 'text', text: 'Olá, Luciana! 😀\nTudo bem?', callbackData: 'message-1' });
  });

  test('a reply quotes the customer', async () => {
    const question = await emulator.client.write(PHONE_NUMBER_ID, CUSTOMER_WA_ID, 'Tem no 38?');
    await company.channel.send(text('Tem sim', { replyToProviderId: question.id }));
    const [message] = await emulator.client.received(CUSTOMER_WA_ID);
    expect(message?.quoted).toEqual({ id: question.id, text: 'Tem no 38?', mine: true });
  });

  test('a number in any writing finds the same phone', async () => {
    const result = await company.channel.send(text('Oi', { to: '+55 (11) 91234-5678' }));
    expect(result).toMatchObject({ outcome: 'accepted', recipient: CUSTOMER_WA_ID });
  });

  test('a user id is written to as such', async () => {
    const result = await company.channel.send(text('Oi', { to: 'BR.1502576394655843' }));
    expect(result).toMatchObject({ outcome: 'accepted', recipient: 'BR.1502576394655843' });
  });

  test('a reaction is at its message, until it is taken back', async () => {
    const question = await emulator.client.write(PHONE_NUMBER_ID, CUSTOMER_WA_ID, 'Tem no 38?');
    const reaction = { ...head, kind: 'reaction', targetProviderId: question.id } as const;
    const shown = async () => (await emulator.client.chat(PHONE_NUMBER_ID, CUSTOMER_WA_ID))[0]?.reactions;
    await company.channel.send({ ...reaction, emoji: '👍' });
    expect(await shown()).toEqual([{ emoji: '👍', mine: false }]);
    await company.channel.send({ ...reaction, emoji: '' });
    expect(await shown()).toEqual([]);
  });

  test('a file by its address, and a template', async () => {
    await company.channel.send({
      ...head,
      kind: 'document',
      source: { link: 'https://aurora.example/nota.pdf' },
      caption: 'Sua nota',
      filename: 'nota.pdf',
    });
    await company.channel.send({
      ...head,
      kind: 'template',
      name: 'retomar_atendimento',
      language: 'pt_BR',
      header: [],
      body: [{ text: 'Ana' }, { text: 'Bruno' }],
      buttons: [],
    });
    expect(await emulator.client.received()).toMatchObject([
      {
        type: 'document',
        content: { link: 'https://aurora.example/nota.pdf', caption: 'Sua nota', filename: 'nota.pdf' },
      },
      {
        type: 'template',
        content: {
          name: 'retomar_atendimento',
          language: { code: 'pt_BR' },
          components: [{ type: 'body', parameters: [{ type: 'text', text: 'Ana' }, { text: 'Bruno' }] }],
        },
      },
    ]);
  });

  test('the same send twice is two messages: the provider does not know better', async () => {
    await company.channel.send(text('Oi'));
    await company.channel.send(text('Oi'));
    expect(await emulator.client.received()).toHaveLength(2);
  });

  test('reading a message shows on the phone', async () => {
    const ours = { phoneNumberId: PHONE_NUMBER_ID, accessToken: 't' };
    const written = await emulator.client.write(PHONE_NUMBER_ID, CUSTOMER_WA_ID, 'Oi');
    expect(await company.channel.markRead(ours, written.id)).toEqual({ outcome: 'done' });
    expect(await emulator.client.chat(PHONE_NUMBER_ID, CUSTOMER_WA_ID)).toMatchObject([{ status: 'read' }]);
    expect(await company.channel.markRead(ours, 'wamid.none')).toMatchObject({
      outcome: 'refused',
      code: 131009,
    });
  });
});

describe('refused', () => {
  test.each([
    [131047, 'channel.error.window'],
    [131026, 'channel.error.undeliverable'],
    [190, 'channel.error.token'],
    [368, 'channel.error.blockedForPolicy'],
  ])('by code %i', async (code, key) => {
    await emulator.client.patchPolicy({ sends: { mode: 'refuse', code, times: 1 } });
    expect(await company.channel.send(text('Oi'))).toMatchObject({ outcome: 'refused', code, key, retryable: false });
    expect(await emulator.client.received()).toEqual([]);
    expect(await company.channel.send(text('Oi'))).toMatchObject({ outcome: 'accepted' });
  });

  test('a text that is too long, an unknown number of ours, a reply to nothing', async () => {
    expect(await company.channel.send(text('x'.repeat(4097)))).toMatchObject({ outcome: 'refused', code: 100 });
    expect(await company.channel.send(text('x'.repeat(4096)))).toMatchObject({ outcome: 'accepted' });
    expect(await company.channel.send(text('Oi', { phoneNumberId: '999' }))).toMatchObject({
      outcome: 'refused',
      code: 100,
    });
    expect(await company.channel.send(text('Oi', { replyToProviderId: '17' }))).toMatchObject({ code: 131009 });
  });

  test('an image without an address, or with too many words', async () => {
    const image = (link: string, caption: string) =>
      company.channel.send({ ...head, kind: 'image', source: { link }, caption });
    expect(await image('vestido.png', 'O azul')).toMatchObject({ outcome: 'refused', code: 100 });
    expect(await image('https://imagens.example/a.png', 'a'.repeat(1_025))).toMatchObject({ outcome: 'refused' });
    expect(await emulator.client.received()).toEqual([]);
  });

  test('what is no number never leaves', async () => {
    expect(await company.channel.send(text('Oi', { to: 'Luciana' }))).toMatchObject({
      outcome: 'refused',
      key: 'channel.error.undeliverable',
    });
  });

  test('a number without a token never leaves', async () => {
    const channel = new WhatsAppChannel({
      graphUrl: () => emulator.client.graphUrl,
      appSecret: 'x',
      accessToken: () => undefined,
    });
    expect(await channel.send(text('Oi', { accessToken: undefined }))).toMatchObject({
      outcome: 'refused',
      key: 'channel.error.token',
    });
  });
});

describe('retryable', () => {
  test.each([130429, 131056, 131016, 131000, 2])('by code %i', async (code) => {
    await emulator.client.patchPolicy({ sends: { mode: 'refuse', code, times: 1 } });
    expect(await company.channel.send(text('Oi'))).toMatchObject({ outcome: 'retryable', code });
    expect(await emulator.client.received()).toEqual([]);
  });

  test('nobody listens there', async () => {
    const channel = await channelTo(() => undefined);
    await close?.();
    close = undefined;
    expect(await channel.send(text('Oi'))).toMatchObject({ outcome: 'retryable', key: 'channel.error.unavailable' });
  });

  test('given up before it began', async () => {
    expect(await company.channel.send(text('Oi'), AbortSignal.abort())).toMatchObject({ outcome: 'retryable' });
    expect(await emulator.client.received()).toEqual([]);
  });
});

describe('unknown: it may have gone out', () => {
  test.each([
    ['hang', 'timeout', 1],
    ['cut', 'connection', 1],
    ['drop', 'connection', 0],
  ] as const)('%s', async (mode, reason, received) => {
    await emulator.client.patchPolicy({ sends: { mode, times: 1 } });
    const channel = mode === 'hang' ? hasty : company.channel;
    expect(await channel.send(text('Oi'))).toEqual({ outcome: 'unknown', reason });
    expect(await emulator.client.received()).toHaveLength(received);
  });

  test('an answer that is too slow', async () => {
    await emulator.client.patchPolicy({ sends: { delayMs: 60_000 } });
    expect(await hasty.send(text('Oi'))).toEqual({ outcome: 'unknown', reason: 'timeout' });
    expect(await emulator.client.received()).toHaveLength(1);
  });

  test('given up on the way', async () => {
    await emulator.client.patchPolicy({ sends: { mode: 'hang', times: 1 } });
    const abort = new AbortController();
    const sending = company.channel.send(text('Oi'), abort.signal);
    await expect.poll(() => emulator.client.received()).toHaveLength(1);
    abort.abort();
    expect(await sending).toEqual({ outcome: 'unknown', reason: 'aborted' });
  });
});

describe('answers that Meta does not document', () => {
  test.each([
    ['a gateway that gave up', 502, '<html>Bad Gateway</html>', { outcome: 'unknown', reason: 'answer' }],
    ['yes to nothing', 200, '{}', { outcome: 'unknown', reason: 'answer' }],
    ['yes in no JSON', 200, 'ok', { outcome: 'unknown', reason: 'answer' }],
    ['too many, without a body', 429, '', { outcome: 'retryable', code: 429, retryAfterMs: 7000 }],
    ['not here', 404, 'nope', { outcome: 'refused', code: 404 }],
    ['elsewhere', 302, '', { outcome: 'refused', code: 302 }],
  ])('%s', async (_name, code, body, expected) => {
    const channel = await channelTo((_request, response) => {
      response.writeHead(code, { 'retry-after': '7', location: 'http://127.0.0.1:1/' }).end(body);
    });
    expect(await channel.send(text('Oi'))).toMatchObject(expected);
  });

  test('an answer broken in the middle', async () => {
    const channel = await channelTo((_request, response) => {
      response.writeHead(200, { 'content-length': '500' });
      response.write('{"messages":', () => response.destroy());
    });
    expect(await channel.send(text('Oi'))).toEqual({ outcome: 'unknown', reason: 'connection' });
  });

  test('a file at an address that is not Meta\u2019s is not asked for, and the token stays here', async () => {
    const paths: string[] = [];
    const channel = await channelTo((request, response) => {
      paths.push(request.url ?? '');
      response.end(JSON.stringify({ url: 'http://localhost:1/file', mime_type: 'image/png' }));
    });
    const media = { id: '77', mimeType: 'image/png', filename: undefined, sha256: undefined };
    expect(await channel.fetchMedia(PHONE_NUMBER_ID, media)).toMatchObject({ outcome: 'refused' });
    expect(paths).toEqual([`/v23.0/77?phone_number_id=${PHONE_NUMBER_ID}`]);
  });
});

describe('how many conversations a number’s account may start in a day', () => {
  test('asked by the name that the API’s version has for it', async () => {
    const { graphUrl } = emulator.client;
    const limit = async (version: string) => {
      const url = graphUrl.replace('v23.0', version);
      const channel = new WhatsAppChannel({ graphUrl: () => url, appSecret: 'x', accessToken: () => 't' });
      return channel.checkNumber(PHONE_NUMBER_ID, 't');
    };
    await emulator.client.patchPolicy({ dailyLimit: 250 });
    for (const version of ['v23.0', 'v24.0']) {
      expect(await limit(version)).toMatchObject({ outcome: 'found', dailyLimit: 250 });
    }
    await emulator.client.patchPolicy({ dailyLimit: null });
    expect(await limit('v23.0')).toMatchObject({ dailyLimit: null });
  });

  test('the API knows the field no more -> the number is found without it', async () => {
    const asked: (string | null)[] = [];
    const channel = await channelTo((request, response) => {
      const fields = new URL(request.url ?? '', 'http://x').searchParams.get('fields');
      asked.push(fields);
      const isKnown = fields?.includes('messaging_limit') === false;
      response.writeHead(isKnown ? 200 : 400, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(isKnown ? { id: PHONE_NUMBER_ID } : { error: { code: 100, message: 'nonexisting field' } }),
      );
    });
    expect(await channel.checkNumber(PHONE_NUMBER_ID, 't')).toMatchObject({ outcome: 'found', dailyLimit: undefined });
    expect(asked).toHaveLength(2);
  });
});

describe('files', () => {
  test('a customer\u2019s file is fetched, as long as announced', async () => {
    await emulator.client.write(PHONE_NUMBER_ID, CUSTOMER_WA_ID, { type: 'document', caption: 'Segue' });
    await expect.poll(() => company.sink.messages.at(-1)?.text).toBe('Segue');
    const received = company.sink.messages.at(-1);
    if (received?.kind !== 'document') throw new Error('no document');
    const result = await company.channel.fetchMedia(PHONE_NUMBER_ID, received.media);
    expect(result).toMatchObject({ outcome: 'found', mimeType: 'application/pdf' });
    const bytes = result.outcome === 'found' ? await buffer(result.bytes) : undefined;
    expect(bytes?.subarray(0, 5).toString()).toBe('%PDF-');
    expect(result).toMatchObject({ maxBytes: bytes?.byteLength });
  });

  test('a file that is gone', async () => {
    const media = { id: '1', mimeType: 'image/png', filename: undefined, sha256: undefined };
    expect(await company.channel.fetchMedia(PHONE_NUMBER_ID, media)).toMatchObject({ outcome: 'refused', code: 100 });
  });
});
