import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import type { UploadRequest } from '../../src/adapters/environment.ts';
import type { StoredMessage } from '../../src/machines/log/events-send.ts';
import { fillingDisk } from '../support/filling-disk.ts';
import { manualClock } from '../support/node-environment.ts';
import { data, graphqlError, ok } from '../support/scripted-server.ts';
import type { Reply } from '../support/scripted-server.ts';
import { wireChat } from '../support/wire.ts';
import { startBench } from './harness.ts';
import type { Bench } from './harness.ts';

const clientId = '0b8f7c1e-6f0f-4f39-9d2c-1f6f0e6f6a10';
const file = { name: 'orçamento 1.pdf', mimeType: 'application/pdf', bytes: 9, tag: 'pdf' } as const;
const message: StoredMessage = {
  clientId,
  tempId: '1-temp',
  ticketId: '20',
  customerId: '40',
  instanceId: '5',
  toNumber: '5511987654321',
  text: 'Segue o orçamento',
  file,
  replyTo: '899',
  userId: '7',
  submittedAt: 1_000,
  failure: null,
};
const PUT = `PUT /api/outgoing-files/${clientId}`;
const answer = { client_id: clientId, tag_type: 'pdf', mime_type: 'application/pdf', size_bytes: 9 };
const uploaded = ok(answer);

function bytes(): Blob {
  return new Blob(['%PDF-1.7\n'], { type: 'application/pdf' });
}

async function upload(reply: Reply): Promise<Bench> {
  const bench = await startBench();
  bench.server.on(PUT, reply);
  bench.adopt('token', 1);
  bench.adapters.files.keep(clientId, bytes());
  bench.adapters.run({ type: 'message.upload', message });
  return bench;
}

describe('message.upload', () => {
  test('the file itself goes, with its name and the session’s token -> message.uploaded', async () => {
    const bench = await upload(uploaded);
    expect(await bench.next('message.uploaded')).toEqual({ type: 'message.uploaded', clientId });
    const [request] = bench.server.requests.items;
    expect([request?.token, request?.query.get('name'), request?.body]).toEqual(['token', file.name, { bytes: 9 }]);
  });

  test.each<[string, Reply]>([
    ['no answer comes', 'drop'],
    ['the answer breaks off', 'cut'],
    [
      'the server lost its database',
      { status: 503, json: { status: 'x', error: { code: 'UNAVAILABLE', key: 'error.unavailable' } } },
    ],
  ])('%s -> message.uploadLost: it certainly wasn’t sent', async (_what, reply) => {
    const bench = await upload(reply);
    expect(await bench.next('message.uploadLost')).toEqual({ type: 'message.uploadLost', clientId });
    expect([...bench.had('message.refused'), ...bench.had('message.answerLost')]).toEqual([]);
  });

  test('refused -> message.refused, by its field', async () => {
    const error = { code: 'INVALID', key: 'error.form', fields: { file: 'error.file.content' } };
    const bench = await upload({ status: 400, json: { status: 'INVALID', error } });
    expect((await bench.next('message.refused')).failure.fields).toEqual({ file: 'error.file.content' });
  });

  test('an expired token -> renewed, then uploaded', async () => {
    const bench = await startBench();
    let times = 0;
    bench.server.on(PUT, () => {
      times += 1;
      return times > 1 ? uploaded : { status: 401, json: { status: 'Token is Expired' } };
    });
    bench.adopt('token', 1);
    bench.react((event) =>
      event.type === 'call.expired' ? [{ type: 'call.retry', call: event.call, generation: event.generation }] : [],
    );
    bench.adapters.files.keep(clientId, bytes());
    bench.adapters.run({ type: 'message.upload', message });
    await bench.next('message.uploaded');
    expect(times).toBe(2);
  });

  test('discarded on its way -> aborted, and nothing more is told', async () => {
    const begun = Promise.withResolvers<UploadRequest>();
    const bench = await startBench({
      upload: (request) =>
        new Promise((_, reject) => {
          request.signal.addEventListener('abort', () => reject(new Error('aborted')));
          begun.resolve(request);
        }),
    });
    bench.adopt('token', 1);
    bench.adapters.files.keep(clientId, bytes());
    bench.adapters.run({ type: 'message.upload', message });
    const { signal } = await begun.promise;
    bench.adapters.run({ type: 'outbox.remove', clientId });
    expect(signal.aborted).toBe(true);
    const told = bench.events.items.filter(({ type }) => type.startsWith('message.') || type === 'api.responseFailed');
    expect(told).toEqual([]);
  });

  test('progress is told, five times a second at most, and never beyond the file’s size', async () => {
    let time = 1_000_000;
    const bench = await startBench({
      now: () => time,
      upload: async ({ onSent }) => {
        for (let sent = 1; sent <= 12; sent += 1) {
          time += 100;
          onSent(sent);
        }
        return { status: 200, text: JSON.stringify(answer) };
      },
    });
    bench.adopt('token', 1);
    bench.adapters.files.keep(clientId, bytes());
    bench.adapters.run({ type: 'message.upload', message });
    await bench.next('message.uploaded');
    expect(bench.had('message.progressed').map(({ sent, total }) => `${sent}/${total}`)).toEqual([
      '2/9',
      '4/9',
      '6/9',
      '8/9',
      '9/9',
      '9/9',
    ]);
  });

  test('nothing goes on for a minute -> given up; what goes on isn’t, however long it takes', async () => {
    const clock = manualClock();
    const begun = Promise.withResolvers<UploadRequest>();
    const bench = await startBench({
      ...clock,
      upload: (request) =>
        new Promise((_, reject) => {
          request.signal.addEventListener('abort', () => reject(new Error('aborted')));
          begun.resolve(request);
        }),
    });
    bench.adopt('token', 1);
    bench.adapters.files.keep(clientId, bytes());
    bench.adapters.run({ type: 'message.upload', message });
    const { signal, onSent } = await begun.promise;
    for (let sent = 1; sent <= 3; sent += 1) {
      clock.advance(59_999);
      onSent(sent);
    }
    expect(signal.aborted).toBe(false);
    clock.advance(60_000);
    expect(signal.aborted).toBe(true);
    await bench.next('message.uploadLost');
  });

  test('a file that is nowhere -> message.refused, and the server isn’t asked', async () => {
    const bench = await startBench();
    bench.adopt('token', 1);
    bench.adapters.run({ type: 'message.upload', message });
    expect((await bench.next('message.refused')).failure).toMatchObject({ code: 'NOT_FOUND', key: 'error.file.gone' });
    expect(bench.server.requests.items).toEqual([]);
  });
});

describe('message.send', () => {
  test('with a file -> sendFile with its caption; refused -> message.refused', async () => {
    const bench = await startBench();
    bench.server.on('sendFile', data({ sendFile: wireChat({ id: '901', client_id: clientId }) }));
    bench.adopt('token', 1);
    bench.adapters.run({ type: 'message.send', message });
    await bench.next('message.accepted');
    expect(bench.server.requests.items[0]?.body).toEqual({
      user_id: '7',
      to_number: '5511987654321',
      instance_id: '5',
      caption: 'Segue o orçamento',
      reply_message_id: '899',
      client_id: clientId,
    });
    bench.server.on('sendFile', graphqlError('no', { code: 'NOT_FOUND', key: 'error.file.notUploaded' }));
    bench.adapters.run({ type: 'message.send', message });
    expect((await bench.next('message.refused')).failure.key).toBe('error.file.notUploaded');
  });

  test('with an address -> sendImageSelenium, under the client id', async () => {
    const bench = await startBench();
    bench.server.on('sendImageSelenium', data({ sendImageSelenium: wireChat({ id: '902', client_id: clientId }) }));
    bench.adopt('token', 1);
    const { file: _, ...rest } = message;
    bench.adapters.run({ type: 'message.send', message: { ...rest, text: '', imageUrl: 'https://x.example/a.png' } });
    await bench.next('message.accepted');
    expect(bench.server.requests.items[0]?.body).toMatchObject({
      image_url: 'https://x.example/a.png',
      image_caption: null,
      client_id: clientId,
    });
  });
});

describe('the outbox', () => {
  test('a file is stored with its message -> the next page has both; removed -> neither', async () => {
    const indexedDB = new IDBFactory();
    const bench = await startBench({ indexedDB });
    bench.adapters.files.keep(clientId, bytes());
    bench.adapters.run({ type: 'outbox.put', message });
    await bench.next('outbox.stored');
    bench.adapters.stop();

    const second = await startBench({ indexedDB });
    second.adapters.run({ type: 'outbox.load', userId: '7' });
    expect((await second.next('outbox.restored')).messages).toEqual([message]);
    expect(await (await second.adapters.files.read(clientId))?.text()).toBe('%PDF-1.7\n');
    second.adapters.run({ type: 'outbox.remove', clientId });
    second.adapters.run({ type: 'outbox.put', message: { ...message, clientId: 'other' } });
    await second.next('outbox.stored');

    const third = await startBench({ indexedDB });
    third.adapters.run({ type: 'outbox.load', userId: '7' });
    expect((await third.next('outbox.restored')).messages.map((each) => each.clientId)).toEqual(['other']);
    expect(await third.adapters.files.read(clientId)).toBeNull();
  });

  test('refused by the server -> the next page has still its file', async () => {
    const indexedDB = new IDBFactory();
    const bench = await startBench({ indexedDB });
    bench.adapters.files.keep(clientId, bytes());
    const failure = { code: 'INVALID', key: 'error.window.closed', params: {}, fields: {}, requestId: null } as const;
    bench.adapters.run({ type: 'outbox.put', message });
    bench.adapters.run({ type: 'outbox.put', message: { ...message, failure } });
    await bench.all('outbox.stored', 2);
    const second = await startBench({ indexedDB });
    second.adapters.run({ type: 'outbox.load', userId: '7' });
    await second.next('outbox.restored');
    expect((await second.adapters.files.read(clientId))?.size).toBe(9);
  });

  test('a full disk -> outbox.storeFailed, and it can be uploaded from this page', async () => {
    const bench = await startBench({ indexedDB: fillingDisk(() => true) });
    bench.server.on(PUT, uploaded);
    bench.adopt('token', 1);
    bench.adapters.files.keep(clientId, bytes());
    bench.adapters.run({ type: 'outbox.put', message });
    expect((await bench.next('outbox.storeFailed')).reason).toBe('QuotaExceededError');
    bench.adapters.run({ type: 'message.upload', message });
    await bench.next('message.uploaded');
  });
});
