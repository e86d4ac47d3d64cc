import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedPeople } from '../../../server/demo/people.ts';
import { Bodies } from '../../../server/http/limits/bodies.ts';
import { postWebhook, writtenBody } from '../../support/attendance.ts';
import { openTestDatabase } from '../../support/database.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { rawConnection } from '../../support/raw-connection.ts';
import type { RawConnection } from '../../support/raw-connection.ts';
import { spawnServer, TEST_PASSWORD } from '../../support/server.ts';
import type { SpawnedServer } from '../../support/server.ts';

const METRICS_TOKEN = 'token-of-the-metrics';

describe('in a process of its own', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let server: SpawnedServer;
  beforeAll(async () => {
    database = await openTestDatabase();
    await seedPeople(database.db, TEST_PASSWORD);
    const env = { DATABASE_URL: database.url, TRUST_PROXY: 'loopback', METRICS_TOKEN };
    server = await spawnServer({ env });
  });
  afterAll(async () => {
    await server.end();
    await database.close();
  });

  /** Begins a webhook of an address, signed in form only. */
  function begin(address: string, headers: readonly string[], body: string | Buffer): RawConnection {
    const connection = rawConnection(server.url, [
      'POST /webhooks/whatsapp HTTP/1.1',
      'host: x',
      `x-forwarded-for: ${address}`,
      `x-hub-signature-256: sha256=${'0'.repeat(64)}`,
      ...headers,
      '',
    ]);
    connection.socket.write(body);
    return connection;
  }
  const chunk = (bytes: number): string => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;
  const bytesHeld = async (): Promise<number> => {
    const asked = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    const metrics = await asked.text();
    const found = [...metrics.matchAll(/^limits_webhook_bytes\{.*\} (\d+)$/gmu)];
    expect(found).toHaveLength(2);
    return found.reduce((sum, [, bytes]) => sum + Number(bytes), 0);
  };

  test.each([
    ['is too long by its own word', '198.51.100.1', ['content-length: 4000000'], 'x'.repeat(50_000)],
    ['is of no type', '198.51.100.2', ['content-type: ;', 'transfer-encoding: chunked'], chunk(50_000)],
  ])('an address has all its room, and one more comes that %s: the server lives', async (_, address, headers, body) => {
    const announced = ['content-length: 3145000'];
    const stalled = [1, 2, 3, 4].map(() => begin(address, announced, Buffer.alloc(3_144_999)));
    stalled.push(begin(address, announced, Buffer.alloc(2_000)));
    await expectEventually(bytesHeld).toBe(4 * 3_144_999 + 2_000);
    const last = begin(address, headers, body);
    expect(await last.answered('HTTP/1.1')).toMatch(/^HTTP\/1.1 4\d\d /);
    for (const { socket } of [...stalled, last]) socket.destroy();
    await expectEventually(bytesHeld).toBe(0);
    expect((await fetch(`${server.url}/api/ip`)).status).toBe(200);
    expect(server.child.exitCode).toBeNull();
  });

  test.each([
    ['by its own word', ['content-length: 4000000'], 'x'.repeat(100_000)],
    ['as it comes', ['transfer-encoding: chunked'], chunk(400_000).repeat(9)],
  ])('too long %s: 413, and nothing of it is held', async (_, headers, body) => {
    const long = [1, 2, 3].map(() => begin('198.51.100.3', headers, body));
    for (const connection of long) {
      expect(await connection.answered('HTTP/1.1')).toMatch(/^HTTP\/1.1 413 /);
      // It goes on sending.
      connection.socket.write(body);
    }
    await Promise.all(long.map(({ closed }) => closed));
    await expectEventually(bytesHeld).toBe(0);
  });

  test('four addresses fill the room and stall: cut off as soon as others need it', async () => {
    const stalled = [1, 2, 3, 4].flatMap((address) =>
      Array.from({ length: 64 }, () => begin(`203.0.113.${address}`, ['content-length: 65536'], Buffer.alloc(65_535))),
    );
    await expectEventually(bytesHeld).toBe(256 * 65_535);
    const { body } = writtenBody({ from: '5511955550003' });
    // Long before the stalled ones are slow by the usual measure, or this would give up.
    await expectEventually(() => postWebhook(server.url, body)).toBe(200);
    const answer = await Promise.race(stalled.map(({ closed }) => closed));
    expect(answer).toMatch(/^HTTP\/1.1 429 /);
    for (const { socket } of stalled) socket.destroy();
    await expectEventually(bytesHeld).toBe(0);
  });
});

describe('room for bodies', () => {
  function room() {
    let now = 0;
    const cut: string[] = [];
    const bodies = new Bodies({ node: 100, address: 60 }, () => now);
    return {
      bodies,
      cut,
      begin: (name: string, address: string) => bodies.begin(address, () => cut.push(name)),
      pass: (ms: number) => (now += ms),
    };
  }

  test('short, and nobody is slow yet -> refused; the others stay', () => {
    const { bodies, cut, begin, pass } = room();
    expect(begin('a', 'one').take(60)).toBe(true);
    expect(begin('b', 'two').take(40)).toBe(true);
    pass(1_999);
    const late = begin('c', 'three');
    expect([late.take(1), cut, bodies.held]).toEqual([false, [], 100]);
  });

  test('short -> the slowest of all is cut off, and no more than are needed', () => {
    const { bodies, cut, begin, pass } = room();
    const brisk = begin('brisk', 'one');
    const stalled = begin('stalled', 'two');
    brisk.take(50);
    stalled.take(10);
    begin('slow', 'three').take(40);
    pass(3_000);
    expect([begin('new', 'four').take(10), cut, bodies.held]).toEqual([true, ['stalled'], 100]);
    // It is over: it takes nothing more, and gives nothing back twice.
    expect(stalled.take(1)).toBe(false);
    stalled.end();
    expect(bodies.held).toBe(100);
  });

  test('an address over its share -> its own slowest is cut off, not another’s', () => {
    const { cut, begin, pass } = room();
    begin('other', 'two').take(1);
    begin('mine', 'one').take(60);
    pass(3_000);
    expect([begin('next', 'one').take(60), cut]).toEqual([true, ['mine']]);
  });

  test('itself the slowest -> refused', () => {
    const { bodies, cut, begin, pass } = room();
    const slow = begin('slow', 'one');
    slow.take(1);
    begin('brisk', 'two').take(60);
    begin('brisk', 'three').take(39);
    pass(3_000);
    expect([slow.take(1), cut, bodies.held]).toEqual([false, [], 100]);
  });
});
