import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EMULATOR_APP_SECRET } from '../support/emulator.ts';
import { bytesOf, change, messagesBody, signed, status, textMessage, webhookBody } from '../support/webhook-bodies.ts';
import { startCompany, VERIFY_TOKEN } from './webhook-company.ts';
import type { Company } from './webhook-company.ts';

let company: Company;

beforeEach(async () => {
  company = await startCompany({ bodyLimit: 20_000 });
});

afterEach(() => company.close());

function post(body: string | Uint8Array, headers: Record<string, string>): Promise<Response> {
  return fetch(company.webhookUrl, { method: 'POST', headers, body: Buffer.from(body) });
}

function postSigned(body: unknown, contentType = 'application/json'): Promise<Response> {
  const bytes = bytesOf(body);
  return post(bytes, { 'content-type': contentType, 'x-hub-signature-256': signed(bytes, EMULATOR_APP_SECRET) });
}

function expectNothingTaken(): void {
  const { messages, statuses, rejected } = company.sink;
  expect({ messages, statuses, rejected }).toEqual({ messages: [], statuses: [], rejected: [] });
}

describe('GET', () => {
  const get = (query: Record<string, string>) => fetch(`${company.webhookUrl}?${new URLSearchParams(query)}`);

  test('the right token is answered with the challenge, as text', async () => {
    const response = await get({
      'hub.mode': 'subscribe',
      'hub.verify_token': VERIFY_TOKEN,
      'hub.challenge': '<b>1158201444</b>',
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await response.text()).toBe('<b>1158201444</b>');
  });

  test.each([
    ['a wrong token', { 'hub.mode': 'subscribe', 'hub.verify_token': 'errado', 'hub.challenge': '1' }],
    ['no token', { 'hub.mode': 'subscribe', 'hub.challenge': '1' }],
    ['another mode', { 'hub.mode': 'unsubscribe', 'hub.verify_token': VERIFY_TOKEN, 'hub.challenge': '1' }],
    ['nothing', {}],
  ])('%s is refused', async (_name, query) => {
    const response = await get(query);
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain('"1"');
  });
});

describe('POST', () => {
  test('what can not be kept in time -> 503, and nothing further of it is begun; repeated -> taken', async () => {
    const slow = await startCompany({ patienceMs: 50 });
    const bytes = bytesOf(
      webhookBody(change({ messages: [textMessage('Oi')] }), change({ statuses: [status('wamid.s', 'read')] })),
    );
    const headers = { 'x-hub-signature-256': signed(bytes, EMULATOR_APP_SECRET) };
    const send = () => fetch(slow.webhookUrl, { method: 'POST', headers, body: Buffer.from(bytes) });
    const batch = slow.sink.holdAnswer();
    expect((await send()).status).toBe(503);
    await batch.taken;
    batch.answer();
    expect((await send()).status).toBe(200);
    expect(slow.sink.messageBatches).toEqual([1, 1]);
    await slow.close();
  });

  test('a signed body reaches the sink, messages before statuses', async () => {
    const response = await postSigned(
      webhookBody(change({ statuses: [status('wamid.s', 'read')] }), change({ messages: [textMessage('Oi')] })),
    );
    expect(response.status).toBe(200);
    expect(company.sink.messages.map(({ text }) => text)).toEqual(['Oi']);
    expect(company.sink.statuses.map(({ providerMessageId }) => providerMessageId)).toEqual(['wamid.s']);
  });

  test('the signature is of the bytes: escapes and blanks stay as they came', async () => {
    const escaped = JSON.stringify(messagesBody(textMessage('PLACE')), null, 2).replace(
      'PLACE',
      String.raw`Ol\u00e1\/`,
    );
    expect((await postSigned(escaped)).status).toBe(200);
    expect(company.sink.messages[0]?.text).toBe('Olá/');
  });

  test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded'])(
    'a body of type %s is read as it is',
    async (contentType) => {
      expect((await postSigned(messagesBody(textMessage('Oi')), contentType)).status).toBe(200);
      expect(company.sink.messages).toHaveLength(1);
    },
  );

  test('no signature: 401, nothing changes', async () => {
    const response = await post(bytesOf(messagesBody(textMessage('Oi'))), { 'content-type': 'application/json' });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ status: 'Unauthorized', error: { key: 'error.webhook.signature' } });
    expectNothingTaken();
  });

  test('a wrong signature: 401, nothing changes', async () => {
    const body = bytesOf(messagesBody(textMessage('Oi')));
    for (const signature of [signed(body, 'outro segredo'), signed('outro corpo', EMULATOR_APP_SECRET), 'sha256=']) {
      const response = await post(body, { 'content-type': 'application/json', 'x-hub-signature-256': signature });
      expect(response.status).toBe(401);
    }
    expectNothingTaken();
  });

  test('a wrong signature on what is no JSON: still 401', async () => {
    const response = await post('{{{', { 'content-type': 'application/json', 'x-hub-signature-256': 'sha256=00' });
    expect(response.status).toBe(401);
    expectNothingTaken();
  });

  test.each([
    ['no JSON', '{"object":'],
    ['another object', '{"object":"page","entry":[]}'],
    ['empty', ''],
  ])('a signed body that is %s: 200, kept aside', async (_name, body) => {
    expect((await postSigned(body)).status).toBe(200);
    expect(company.sink.rejected.map(({ raw }) => raw)).toEqual([body]);
  });

  test('one broken message among good ones: 200, it alone is kept aside', async () => {
    const response = await postSigned(
      messagesBody(textMessage('antes'), { id: 'wamid.broken' }, textMessage('depois', { id: 'wamid.b' })),
    );
    expect(response.status).toBe(200);
    expect(company.sink.messages.map(({ text }) => text)).toEqual(['antes', 'depois']);
    expect(company.sink.rejected).toMatchObject([{ raw: '{"id":"wamid.broken"}' }]);
  });

  test('too much: 413, nothing changes', async () => {
    expect((await postSigned(messagesBody(textMessage('x'.repeat(30_000))))).status).toBe(413);
    expectNothingTaken();
  });

  test.each([
    ['messages', messagesBody(textMessage('Oi'))],
    ['statuses', webhookBody(change({ statuses: [status('wamid.s', 'read')] }))],
    ['what is kept aside', 'no JSON'],
  ])('a sink that cannot keep %s: 503, so that it comes again', async (_name, body) => {
    company.sink.broken = true;
    const response = await postSigned(body);
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain('database');
    company.sink.broken = false;
    expect((await postSigned(body)).status).toBe(200);
  });

  test('a caller who hangs up in the middle of the body leaves nothing behind', async () => {
    const { hostname, port } = new URL(company.webhookUrl);
    const socket = connect(Number(port), hostname);
    const lines = ['POST /webhooks/whatsapp HTTP/1.1', 'host: x', 'content-length: 500', '', '{"object"'];
    socket.write(lines.join('\r\n'));
    socket.end();
    await new Promise((resolve) => {
      socket.once('close', resolve);
      socket.resume();
    });
    expectNothingTaken();
    expect((await postSigned(messagesBody(textMessage('Oi')))).status).toBe(200);
  });
});
