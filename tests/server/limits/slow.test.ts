import { Readable } from 'node:stream';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_RATES } from '../../../server/config-rates.ts';
import { cutSlowReader } from '../../../server/http/limits/slow-readers.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { drip, rawConnection } from '../../support/raw-connection.ts';

const MEGABYTE = 1_000_000;

describe('senders', () => {
  let world: World;
  beforeAll(async () => {
    const slow = { ...DEFAULT_RATES.slow, headersMs: 200, requestMs: 400 };
    world = await startAttendance({ config: { rates: { ...DEFAULT_RATES, slow } } });
  });
  afterAll(() => world.stop());

  test('one that says nothing is cut off', async () => {
    expect(await rawConnection(world.url).closed).toContain('408 Request Timeout');
  });

  test.each([
    ['headers', ['GET /api/ip HTTP/1.1', 'host: x']],
    ['headers of a socket', ['GET /ws HTTP/1.1', 'host: x', 'connection: upgrade', 'upgrade: websocket']],
    [
      'a body',
      ['POST /api/auth/login HTTP/1.1', 'host: x', 'content-type: application/json', 'content-length: 900', ''],
    ],
    [
      'a webhook',
      [
        'POST /webhooks/whatsapp HTTP/1.1',
        'host: x',
        `x-hub-signature-256: sha256=${'0'.repeat(64)}`,
        'content-length: 900',
        '',
      ],
    ],
  ])('one that drips %s is cut off', async (_what, head) => {
    expect(await drip(rawConnection(world.url, head))).toContain('408 Request Timeout');
  });

  test('others go on meanwhile', async () => {
    const slow = rawConnection(world.url);
    expect((await fetch(`${world.url}/api/ip`)).status).toBe(200);
    await slow.closed;
  });
});

describe('readers', () => {
  const PERIOD_MS = 100;
  let app: FastifyInstance;
  let url: string;
  let cuts: string[];
  let ends: string[];
  beforeAll(async () => {
    cuts = [];
    ends = [];
    app = Fastify();
    app.get<{ Params: { who: string; pieces: string } }>('/:who/:pieces', async (request, reply) => {
      const { who, pieces } = request.params;
      const body = Readable.from(
        (function* () {
          for (let piece = 0; piece < Number(pieces); piece += 1) yield Buffer.alloc(64 * 1024, 'x');
        })(),
      );
      reply.raw.once('close', () => {
        body.destroy();
        ends.push(who);
      });
      cutSlowReader(reply, PERIOD_MS, () => cuts.push(who));
      return reply.send(body);
    });
    url = await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => app.close());

  test('one that takes nothing is cut off; what it held is given back', async () => {
    const reader = rawConnection(url, ['GET /nothing/10000 HTTP/1.1', 'host: x', '']);
    await reader.answered('200 OK');
    reader.socket.pause();
    await expect.poll(() => ends, { timeout: 20_000 }).toContain('nothing');
    expect(cuts).toContain('nothing');
    reader.socket.destroy();
  });

  test('one that takes what comes has it all, however long that takes', async () => {
    const response = await fetch(`${url}/everything/400`);
    let bytes = 0;
    for await (const piece of response.body ?? []) bytes += piece.length;
    expect(bytes).toBe(400 * 64 * 1024);
    expect(cuts).not.toContain('everything');
  });
});

describe('bodies that nobody may send', () => {
  let world: World;
  beforeAll(async () => {
    world = await startAttendance();
  });
  afterAll(() => world.stop());
  const large = (call: string, ...more: string[]) =>
    rawConnection(world.url, [
      `${call} HTTP/1.1`,
      'host: x',
      'content-type: application/json',
      ...more,
      `content-length: ${MEGABYTE}`,
      '',
    ]);

  test.each([
    ['a login', 'POST /api/auth/login', 413],
    ['a call that needs a login', 'PATCH /api/profile', 401],
    ['GraphQL', 'POST /aurora/graphql', 401],
    ['nothing that there is', 'POST /nothing', 413],
  ])('without a login, to %s: refused before they come', async (_what, call, status) => {
    const answer = await large(call).answered('HTTP/1.1');
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test('a webhook without a signature: refused before it comes', async () => {
    expect(await large('POST /webhooks/whatsapp').answered('HTTP/1.1')).toMatch(/^HTTP\/1.1 401 /);
  });

  test('a user has some uploads under way, not all: 429; a colleague goes on', async () => {
    const { bruno, carla } = world.people;
    const upload = ({ token }: { token: string }) => large('PATCH /api/profile', `authorization: Bearer ${token}`);
    const underWay = async () => {
      const metrics = await (await fetch(`${world.url}/metrics`)).text();
      return /limits_slots_in_use\{limit="uploads"\} (\d+)/.exec(metrics)?.[1];
    };
    const begun = [1, 2, 3, 4].map(() => upload(bruno));
    await expect.poll(underWay).toBe('4');
    expect(await upload(bruno).answered('error.tooMany')).toMatch(/^HTTP\/1.1 429 [\s\S]*retry-after: 10/i);
    const other = upload(carla);
    await expect.poll(underWay).toBe('5');
    for (const { socket } of [...begun, other]) socket.destroy();
    // Given up, they are over.
    await expect.poll(underWay).toBe('0');
  });
});
