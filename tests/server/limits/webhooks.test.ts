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
import { rawConnection } from '../../support/raw-connection.ts';
import { bytesOf, change, signed, textMessage, webhookBody } from '../../support/webhook-bodies.ts';
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
    // Good ones are not refused for them, wherever they come from.
    expect((await post(forger, EMULATOR_APP_SECRET)).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + WINDOW_MS + 1 });
    expect((await post(forger, 'forged')).status).toBe(401);
  });
});

test('many that announce much and send next to nothing keep no other out, and count as forged', async () => {
  const world = await startAttendance({ config: { rates: { ...DEFAULT_RATES, windowMs: WINDOW_MS, forged: 25 } } });
  try {
    const head = [
      'POST /webhooks/whatsapp HTTP/1.1',
      'host: x',
      `x-hub-signature-256: sha256=${'0'.repeat(64)}`,
      'content-length: 3000000',
      '',
      '{',
    ];
    const slow = Array.from({ length: 30 }, () => rawConnection(world.url, head));
    expect(await world.webhook(writtenBody({ from: '5511955550002', text: 'x'.repeat(4_000) }).body)).toBe(200);
    for (const { socket } of slow) socket.destroy();
    let tries = 0;
    const bad = async () => {
      tries += 1;
      return (await fetch(`${world.url}/webhooks/whatsapp`, { method: 'POST' })).status;
    };
    await expectEventually(bad).toBe(429);
    // By themselves so few are not refused.
    expect(tries).toBeLessThanOrEqual(25);
  } finally {
    await world.stop();
  }
});

test('given up before its body is begun: nothing of it is kept', async () => {
  const limits = new Limits(DEFAULT_RATES, new Registry());
  const received = vi.spyOn(limits, 'receive');
  const { preParsing } = webhookGuards(limits, async () => undefined);
  const app = Fastify();
  const [come, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.addHook('onRequest', async (_request, { raw }) => {
    come.resolve();
    await new Promise<void>((resolve) => raw.once('close', resolve));
  });
  app.addHook('preParsing', preParsing);
  app.addHook('preParsing', async () => begun.resolve());
  app.post('/', async () => '');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const given = rawConnection(url, ['POST / HTTP/1.1', 'host: x', 'content-length: 9', '']);
  await come.promise;
  given.socket.destroy();
  await begun.promise;
  // What is over takes nothing.
  expect(received.mock.results.map(({ value }) => value.take(1))).toEqual([false]);
  await app.close();
});

describe('under way at a time', () => {
  const sink = new RecordingSink();
  let app: FastifyInstance;
  let url: string;
  beforeAll(async () => {
    const atOnce = { ...DEFAULT_RATES.atOnce, webhooks: 2 };
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
    const guards = webhookGuards(limits, async (number) => number.slice(0, 1));
    await app.register(webhookRoutes, { channel, sink, verifyToken: 'token', guards });
    url = await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => app.close());

  const post = async (text: string, phoneNumberId = '100000000000001') => {
    const bytes = bytesOf(webhookBody(change({ phoneNumberId, messages: [textMessage(text)] })));
    const response = await fetch(`${url}/webhooks/whatsapp`, {
      method: 'POST',
      headers: { 'x-hub-signature-256': signed(bytes, EMULATOR_APP_SECRET) },
      body: Buffer.from(bytes),
    });
    return response.status;
  };

  test('one more than a company may have is refused, whatever its number; another company goes on; taken when it comes again', async () => {
    const held = sink.holdAnswer();
    const first = post('one');
    await held.taken;
    expect([await post('two'), await post('two', '100000000000002')]).toEqual([429, 429]);
    expect(await post('other', '200000000000001')).toBe(200);
    held.answer();
    expect(await first).toBe(200);
    await expectEventually(() => post('two')).toBe(200);
    expect(sink.messages.map(({ text }) => text)).toEqual(['one', 'other', 'two']);
  });
});

test('a company’s row is locked and both of its numbers have webhooks: another company’s are taken', async () => {
  const atOnce = { ...DEFAULT_RATES.atOnce, webhooks: 10 };
  const world = await startAttendance({ config: { rates: { ...DEFAULT_RATES, atOnce } } });
  const holder = await world.server.owner.connect();
  try {
    await holder.query("begin; select from tenant where slug = 'aurora' for update");
    const numbers = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? ('vendas' as const) : ('suporte' as const)));
    const stuck = numbers.map((number, at) =>
      world.webhook(writtenBody({ from: `55119555510${10 + at}`, number }).body),
    );
    // Its half is taken, the rest is refused.
    const answered: number[] = [];
    for (const status of stuck) void status.then((each) => answered.push(each));
    await expect.poll(() => answered).toEqual(Array.from({ length: 7 }, () => 429));
    expect(await world.webhook(writtenBody({ from: '5511955552000', number: 'brisa' }).body)).toBe(200);
    await holder.query('rollback');
    const statuses = await Promise.all(stuck);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  } finally {
    await holder.query('rollback');
    holder.release();
    await world.stop();
  }
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
