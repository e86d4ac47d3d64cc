import { expect, test } from 'vitest';
import { data, graphqlError } from '../support/scripted-server.ts';
import type { Reply } from '../support/scripted-server.ts';
import { AT } from '../support/wire.ts';
import { startBench } from './harness.ts';

const ready = {
  id: '901',
  state: 'ready',
  mime_type: 'image/jpeg',
  size_bytes: 120_000,
  width: 1600,
  height: 1200,
  url: '/aurora/media/1',
  preview_url: '/aurora/media/1/preview',
  expires_at: AT,
};

async function ask(name: 'messageMedia' | 'retryMessageMedia', reply: Reply) {
  const bench = await startBench();
  bench.server.on(name, reply);
  bench.adopt('token', 1);
  bench.adapters.run({ type: 'media.fetch', messageId: '901', request: 7, retry: name === 'retryMessageMedia' });
  return bench;
}

test.each(['messageMedia', 'retryMessageMedia'] as const)('%s -> media.loaded', async (name) => {
  const bench = await ask(name, data({ [name]: ready }));
  expect(await bench.next('media.loaded')).toEqual({
    type: 'media.loaded',
    messageId: '901',
    request: 7,
    media: {
      state: 'ready',
      mimeType: 'image/jpeg',
      bytes: 120_000,
      width: 1600,
      height: 1200,
      url: '/aurora/media/1',
      previewUrl: '/aurora/media/1/preview',
      expiresAt: Date.parse(AT),
    },
  });
  expect(bench.server.requests.items).toMatchObject([{ name, body: { id: '901' } }]);
});

test('a message without a file -> media.loadFailed, not found', async () => {
  const bench = await ask('messageMedia', graphqlError('no', { code: 'NOT_FOUND', key: 'error.notFound' }));
  expect(await bench.next('media.loadFailed')).toMatchObject({
    messageId: '901',
    request: 7,
    failure: { code: 'NOT_FOUND' },
  });
});

test('an answer that doesn’t parse -> input.rejected, and media.loadFailed', async () => {
  const bench = await ask('messageMedia', data({ messageMedia: { ...ready, state: 'lost' } }));
  expect(await bench.next('input.rejected')).toMatchObject({ source: expect.any(String) });
  expect(await bench.next('media.loadFailed')).toMatchObject({ request: 7, failure: { code: 'REJECTED_INPUT' } });
});
