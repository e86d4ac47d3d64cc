import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { webhookRoutes } from '../../../server/channels/webhook-routes.ts';
import { WhatsAppChannel } from '../../../server/channels/whatsapp/whatsapp-channel.ts';
import { DEFAULT_RATES } from '../../../server/config-rates.ts';
import { Limits } from '../../../server/http/limits/limits.ts';
import { Slots } from '../../../server/http/limits/slots.ts';
import { webhookGuards } from '../../../server/http/limits/webhooks.ts';
import { startAttendance, writtenBody } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { EMULATOR_APP_SECRET } from '../../support/emulator.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { bytesOf, messagesBody, signed, textMessage } from '../../support/webhook-bodies.ts';
import { RecordingSink } from '../webhook-company.ts';

const WINDOW_MS = 300_000;
afterEach(() => void vi.useRealTimers());

describe('from an address', () => {
  let world: World;
  beforeAll(async () => {
    const config = { trustProxy: 'loopback', rates: { ...DEFAULT_RATES, windowMs: WINDOW_MS, forged: 3 } };
    world = await startAttendance({ config });
  });
  afterAll(() => world.stop());

  const post = (address: string, secret: string) => {
    const bytes = bytesOf(writtenBody({ from: '5511955550001' }).body);
    return fetch(`${world.url}/webhooks/whatsapp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': signed(bytes, secret),
        'x-forwarded-for': address,
      },
      body: Buffer.from(bytes),
    });
  };

  test('forged ones: a few are answered, then 429 until later; the provider’s own go on', async () => {
    const forger = '198.51.100.7';
    for (let time = 0; time < 3; time += 1) expect((await post(forger, 'forged')).status).toBe(401);
    const refused = await post(forger, 'forged');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await refused.json()).toMatchObject({ error: { code: 'TOO_MANY', key: 'error.tooMany' } });
    for (let time = 0; time < 10; time += 1) {
      expect((await post('198.51.100.8', EMULATOR_APP_SECRET)).status).toBe(200);
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + WINDOW_MS + 1 });
    expect((await post(forger, EMULATOR_APP_SECRET)).status).toBe(200);
  });
});

describe('under way at a time', () => {
  const sink = new RecordingSink();
  let app: FastifyInstance;
  let url: string;
  beforeAll(async () => {
    const atOnce = { ...DEFAULT_RATES.atOnce, webhooks: 1 };
    const limits = new Limits({ ...DEFAULT_RATES, atOnce }, new Registry());
    const channel = new WhatsAppChannel({
      graphUrl: () => 'http://127.0.0.1:1',
      appSecret: EMULATOR_APP_SECRET,
      accessToken: () => 'EAAtoken',
    });
    app = Fastify();
    app.setErrorHandler((error, _request, reply) =>
      reply.code(error instanceof Error && 'code' in error && error.code === 'TOO_MANY' ? 429 : 500).send(),
    );
    const guards = webhookGuards(limits, 1_000_000);
    await app.register(webhookRoutes, { channel, sink, verifyToken: 'token', guards });
    url = await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => app.close());

  const post = async (text: string) => {
    const bytes = bytesOf(messagesBody(textMessage(text)));
    const response = await fetch(`${url}/webhooks/whatsapp`, {
      method: 'POST',
      headers: { 'x-hub-signature-256': signed(bytes, EMULATOR_APP_SECRET) },
      body: Buffer.from(bytes),
    });
    return response.status;
  };

  test('one more than the node takes is refused, and taken when it comes again', async () => {
    const held = sink.holdAnswer();
    const first = post('one');
    await held.taken;
    expect(await post('two')).toBe(429);
    held.answer();
    expect(await first).toBe(200);
    await expectEventually(() => post('two')).toBe(200);
    expect(sink.messages.map(({ text }) => text)).toEqual(['one', 'two']);
  });
});

describe('slots', () => {
  test('in all and of each holder; given back once', () => {
    const slots = new Slots(3);
    const mine = { key: 'mine', max: 2 };
    const first = slots.take([mine]);
    expect(slots.take([mine])).toBeDefined();
    expect(slots.take([mine])).toBeUndefined();
    expect(slots.take([{ key: 'another', max: 2 }])).toBeDefined();
    expect(slots.take([])).toBeUndefined();
    first?.();
    first?.();
    expect(slots.used).toBe(2);
    expect(slots.take([mine], 2)).toBeUndefined();
    expect(slots.take([mine])).toBeDefined();
  });
});
