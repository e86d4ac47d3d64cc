import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator } from '../support/emulator.ts';
import type { RunningEmulator } from '../support/emulator.ts';

let emulator: RunningEmulator;
beforeAll(async () => {
  emulator = await startEmulator({ webhookUrl: 'http://127.0.0.1:9/webhooks/whatsapp' });
});
afterAll(() => emulator.close());

test.each([
  ['broken JSON', '{"waId', 400],
  ['none at all', '', 400],
  ['no object', '"x"', 400],
  ['a wrong field', '{"waId":"x","name":"Luciana"}', 400],
  ['a key that would reach every object', '{"__proto__":{"x":1}}', 400],
  ['too much', `"${'x'.repeat(1_100_000)}"`, 413],
])('a body that is %s: refused with a sentence', async (_what, body, status) => {
  const response = await fetch(`${emulator.client.url}/emulator/api/customers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const answer: { error?: unknown } = await response.json();
  expect([response.status, typeof answer.error]).toEqual([status, 'string']);
  expect(String(answer.error).length).toBeGreaterThan(10);
});
