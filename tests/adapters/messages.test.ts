import { describe, expect, test } from 'vitest';
import type { OutgoingMessage } from '../../src/machines/log/events-send.ts';
import { data, graphqlError } from '../support/scripted-server.ts';
import type { Reply } from '../support/scripted-server.ts';
import { AT, wireChat } from '../support/wire.ts';
import { startBench } from './harness.ts';

const CLIENT_ID = '0b8f7c1e-6f0f-4f39-9d2c-1f6f0e6f6a10';
const OUTGOING: OutgoingMessage = {
  clientId: CLIENT_ID,
  tempId: '1-temp',
  ticketId: '20',
  customerId: '40',
  instanceId: '5',
  toNumber: '5511987654321',
  text: 'Já vou ver',
  replyTo: '899',
  userId: '7',
  submittedAt: Date.parse(AT),
};
const SENT = wireChat({
  id: '901',
  type: 0,
  client_id: CLIENT_ID,
  message: 'Já vou ver',
  tag_type: 'stop_flow',
  ack: 1,
  user: { id: '7', name: 'Ana Souza' },
  parent_id: '899',
  parentCustomerChat: {
    id: '899',
    type: 1,
    message: 'Oi?',
    tag_type: 'text',
    document_name: null,
    is_bot_message: false,
    user: null,
  },
});

async function send(reply: Reply) {
  const bench = await startBench();
  bench.server.on('sendMessage', reply);
  bench.adopt('token', 1);
  bench.adapters.run({ type: 'message.send', message: OUTGOING });
  return bench;
}

describe('message.send', () => {
  test('answered -> message.accepted, with everything the server needs in the request', async () => {
    const bench = await send(data({ sendMessage: SENT }));
    expect(await bench.next('message.accepted')).toMatchObject({
      clientId: CLIENT_ID,
      message: {
        id: '901',
        clientId: CLIENT_ID,
        received: false,
        text: 'Já vou ver',
        tag: 'stop_flow',
        ack: 1,
        at: Date.parse(AT),
        author: { id: '7', name: 'Ana Souza' },
        quoted: { id: '899', received: true, text: 'Oi?' },
      },
    });
    expect(bench.server.requests.items).toMatchObject([
      {
        token: 'token',
        body: {
          user_id: '7',
          to_number: '5511987654321',
          message: 'Já vou ver',
          instance_id: '5',
          reply_message_id: '899',
          from_chat: true,
          client_id: CLIENT_ID,
        },
      },
    ]);
  });

  test.each([
    ['sendReaction', { reactsTo: '899', text: '👍' }, { user_id: '7', message_id: '899', emoji: '👍' }],
    ['sendReaction', { reactsTo: '899', text: '' }, { user_id: '7', message_id: '899', emoji: '' }],
    [
      'forwardMessage',
      { forwards: { id: '70', tag: 'pdf', documentName: 'nota.pdf' } },
      { user_id: '7', message_id: '70', to_number: '5511987654321', instance_id: '5' },
    ],
    [
      'shareContent',
      { shares: { place: { latitude: -23.5, longitude: -46.6, name: 'Loja', address: null } } },
      {
        user_id: '7',
        to_number: '5511987654321',
        instance_id: '5',
        reply_message_id: '899',
        location: { latitude: -23.5, longitude: -46.6, name: 'Loja', address: null },
      },
    ],
    [
      'shareContent',
      { shares: { contact: { name: 'Rui', organization: null, phones: ['+55 11 98765-0000'], emails: [] } } },
      {
        user_id: '7',
        to_number: '5511987654321',
        instance_id: '5',
        reply_message_id: '899',
        contact: { name: 'Rui', organization: null, phones: ['+55 11 98765-0000'], emails: [] },
      },
    ],
    [
      'shareContent',
      { text: 'Qual?', shares: { choices: { button: 'Ver', options: [{ title: 'Azul', description: null }] } } },
      {
        user_id: '7',
        to_number: '5511987654321',
        instance_id: '5',
        reply_message_id: '899',
        choices: { text: 'Qual?', button: 'Ver', options: [{ title: 'Azul', description: null }] },
      },
    ],
  ] as const)('%s -> message.accepted, or refused', async (call, changes, wanted) => {
    const bench = await startBench();
    bench.server.on(call, data({ [call]: { ...SENT, is_forwarded: true, is_template: true } }));
    bench.adopt('token', 1);
    const message: OutgoingMessage = { ...OUTGOING, ...changes };
    bench.adapters.run({ type: 'message.send', message });
    const accepted = { forwarded: true, isTemplate: true };
    expect(await bench.next('message.accepted')).toMatchObject({ clientId: CLIENT_ID, message: accepted });
    expect(bench.server.requests.items[0]?.body).toEqual({ ...wanted, client_id: CLIENT_ID });
    bench.server.on(call, graphqlError('no', { code: 'CONFLICT', key: 'error.window.closed' }));
    bench.adapters.run({ type: 'message.send', message });
    expect(await bench.next('message.refused')).toMatchObject({ failure: { key: 'error.window.closed' } });
  });

  test.each<[string, Reply]>([
    ['no answer comes', 'drop'],
    ['the answer breaks off', 'cut'],
    ['a proxy answers', { status: 504, text: 'gateway timeout' }],
    ['the server lost its database', graphqlError('no', { code: 'UNAVAILABLE', key: 'error.unavailable' }, 503)],
    ['the answer doesn’t parse', data({ sendMessage: { id: 'x' } })],
  ])('%s -> message.answerLost, never refused', async (_what, reply) => {
    const bench = await send(reply);
    expect(await bench.next('message.answerLost')).toEqual({ type: 'message.answerLost', clientId: CLIENT_ID });
    expect(bench.had('api.responseFailed')).toHaveLength(1);
    expect(bench.had('message.refused')).toEqual([]);
  });

  test('the server says no -> message.refused', async () => {
    const bench = await send(graphqlError('closed', { code: 'INVALID', key: 'error.window.closed' }));
    expect(await bench.next('message.refused')).toMatchObject({
      clientId: CLIENT_ID,
      failure: { code: 'INVALID', key: 'error.window.closed' },
    });
    expect(bench.had('message.answerLost')).toEqual([]);
  });

  test('too many calls -> message.refused, with the seconds to wait: the server took nothing', async () => {
    const extensions = { code: 'TOO_MANY', key: 'error.tooMany', params: { seconds: 7, minutes: 0 } };
    const bench = await send(graphqlError('too many', extensions, 429));
    expect(await bench.next('message.refused')).toMatchObject({ clientId: CLIENT_ID, failure: extensions });
    expect(bench.had('message.answerLost')).toEqual([]);
  });

  test('logged out while it is on its way -> message.answerLost', async () => {
    const bench = await startBench();
    bench.server.on('sendMessage', () => new Promise<Reply>(() => undefined));
    bench.adopt('token', 1);
    bench.adapters.run({ type: 'message.send', message: OUTGOING });
    await bench.server.requests.count(1);
    bench.adapters.run({ type: 'token.clear' });
    expect(bench.had('message.answerLost')).toHaveLength(1);
  });

  test('logged out while it waited over an expired token -> message.refused', async () => {
    const bench = await send(graphqlError('Token has expired', undefined, 401));
    await bench.next('call.expired');
    bench.adapters.run({ type: 'token.clear' });
    expect(bench.had('message.refused')).toMatchObject([{ failure: { code: 'ABANDONED' } }]);
  });
});

describe('message.resolve', () => {
  test.each<[string, Reply, unknown]>([
    ['the server has it', data({ sentMessage: SENT }), { id: '901' }],
    ['the server never got it', data({ sentMessage: null }), null],
  ])('%s -> message.resolved', async (_what, reply, message) => {
    const bench = await startBench();
    bench.server.on('sentMessage', reply);
    bench.adopt('token', 1);
    bench.adapters.run({ type: 'message.resolve', clientId: CLIENT_ID });
    expect(await bench.next('message.resolved')).toMatchObject({ clientId: CLIENT_ID, message });
    expect(bench.server.requests.items).toMatchObject([{ body: { client_id: CLIENT_ID } }]);
  });

  test('no answer -> message.resolveFailed', async () => {
    const bench = await startBench();
    bench.server.on('sentMessage', 'drop');
    bench.adopt('token', 1);
    bench.adapters.run({ type: 'message.resolve', clientId: CLIENT_ID });
    expect(await bench.next('message.resolveFailed')).toEqual({ type: 'message.resolveFailed', clientId: CLIENT_ID });
  });
});
