import Fastify from 'fastify';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { messageMedia } from '../../../contract/graphql/message-media.ts';
import { sendFile } from '../../../contract/graphql/send-file.ts';
import { ordersSheet } from '../../../contract/rest/sheets.ts';
import { DEFAULT_RATES } from '../../../server/config-rates.ts';
import { Limits } from '../../../server/http/limits/limits.ts';
import { addBodyGuard } from '../../../server/http/limits/plugin.ts';
import { cutSlowReader } from '../../../server/http/limits/slow-readers.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { drip, rawConnection } from '../../support/raw-connection.ts';
import { newId, upload } from '../media/sending.ts';

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
  const PERIOD_MS = 30_000;
  afterEach(() => void vi.useRealTimers());

  /** An answer whose reader takes so many bytes a period, of which so many wait each time; how many periods it lives, 10 at most. */
  function periodsOf(taken: number, waiting: number): number {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const socket = { bytesWritten: 0, writableLength: waiting };
    let isCut = false;
    cutSlowReader(
      { raw: { socket, destroy: () => (isCut = true), once: () => undefined } },
      PERIOD_MS,
      () => undefined,
    );
    for (let period = 1; period <= 10; period += 1) {
      vi.advanceTimersByTime(PERIOD_MS);
      if (isCut) return period;
      socket.bytesWritten += taken;
    }
    return 10;
  }

  test.each([
    ['nothing', 0, 1, 2],
    ['a byte a second', 30, 1, 2],
    ['5 kB a second', 30 * 5_000, 1, 2],
    ['just less than 32 KB a second', 30 * 32_768 - 1, 1, 2],
    ['32 KB a second', 30 * 32_768, 1, 10],
    ['nothing, as nothing is there yet', 0, 0, 10],
  ])('one that takes %s', (_what, taken, waiting, periods) => {
    expect(periodsOf(taken, waiting)).toBe(periods);
  });
});

describe('a download', () => {
  let world: World;
  beforeAll(async () => {
    const slow = { ...DEFAULT_RATES.slow, readerMs: 200 };
    world = await startAttendance({ config: { rates: { ...DEFAULT_RATES, slow } } });
    // More than the network holds for a reader that takes nothing.
    await world.rows(
      `with c as (insert into customer (tenant_id, name, phone_number) select id, repeat('x', 9000), (5511930000000 + n)::text
        from tenant, generate_series(1, 3000) n where slug = 'aurora' returning tenant_id, id)
      insert into chat_ticket (tenant_id, protocol, customer_id, instance_id, started_at, finished_at)
      select c.tenant_id, 'S-' || c.id, c.id, $1, '2026-03-11T12:00:00Z', '2026-03-11T13:00:00Z' from c`,
      [world.instances.vendas],
    );
  });
  afterAll(() => world.stop());

  const begin = async () => {
    const token = await world.server.tokenOf('suporte@balcao.example');
    const path = `${ordersSheet.path}?startAt=2026-03-11&finishAt=2026-03-11&tenantName=aurora`;
    return rawConnection(world.url, [`GET ${path} HTTP/1.1`, 'host: x', `authorization: Bearer ${token}`, '']);
  };
  const metrics = async () => (await fetch(`${world.url}/metrics`)).text();
  const expectGivenBack = async () => {
    await expectEventually(metrics).toContain('limits_slots_in_use{limit="downloads"} 0');
    const { pool } = world.server.db;
    await expectEventually(() => pool.idleCount === pool.totalCount).toBe(true);
  };

  test('whose reader takes nothing is cut off: its slot and its connection are given back', async () => {
    const reader = await begin();
    await reader.answered('200 OK');
    reader.socket.pause();
    await expectEventually(metrics).toContain('limits_refused_total{limit="slow_readers",company=');
    await expectGivenBack();
    reader.socket.destroy();
  });

  test('of a message’s file, too', async () => {
    const { bruno } = world.people;
    const from = '5511940000077';
    const { instance } = await world.open({ from });
    const id = newId();
    await upload(world.url, bruno.token, id, 'grande.txt', Buffer.alloc(24 * 1024 * 1024, 'a'));
    const target = { to_number: from, instance_id: instance.id, client_id: id };
    const { sendFile: message } = await world.call(bruno, sendFile, target);
    const { url } = (await world.call(bruno, messageMedia, { id: message.id })).messageMedia;
    const cut = async () =>
      Number(/limit="slow_readers",company="Aurora Móveis"\} (\d+)/u.exec(await metrics())?.[1] ?? 0);
    const before = await cut();
    const reader = rawConnection(world.url, [`GET ${url} HTTP/1.1`, 'host: x', '']);
    await reader.answered('200 OK');
    reader.socket.pause();
    await expectEventually(cut).toBe(before + 1);
    reader.socket.destroy();
  });

  test('given up before its first row is there: its slot and its connection are given back', async () => {
    const holder = await world.server.owner.connect();
    const open = () =>
      new Promise<number>((resolve) => world.server.app.server.getConnections((_error, count) => resolve(count)));
    try {
      await holder.query('begin; lock table chat_ticket in access exclusive mode');
      const reader = await begin();
      const locked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expectEventually(async () => (await world.rows(locked)).length).toBe(1);
      const before = await open();
      reader.socket.destroy();
      await expectEventually(open).toBe(before - 1);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await expectGivenBack();
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
    await expectEventually(underWay).toBe('4');
    expect(await upload(bruno).answered('error.tooMany')).toMatch(/^HTTP\/1.1 429 [\s\S]*retry-after: 10/i);
    const other = upload(carla);
    await expectEventually(underWay).toBe('5');
    for (const { socket } of [...begun, other]) socket.destroy();
    // Given up, they are over.
    await expectEventually(underWay).toBe('0');
  });

  test('given up before its slot was taken: the slot is free again', async () => {
    const metrics = new Registry();
    const app = Fastify();
    const [come, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    app.addHook('onRequest', async (_request, { raw }) => {
      come.resolve();
      await new Promise<void>((resolve) => raw.once('close', resolve));
    });
    addBodyGuard(app, world.server.services, new Limits(DEFAULT_RATES, metrics));
    app.addHook('onRequest', async () => looked.resolve());
    app.post('/', async () => '');
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const authorization = `authorization: Bearer ${world.people.bruno.token}`;
    const given = rawConnection(url, ['POST / HTTP/1.1', 'host: x', authorization, `content-length: ${MEGABYTE}`, '']);
    await come.promise;
    given.socket.destroy();
    await looked.promise;
    expect(await metrics.metrics()).toContain('limits_slots_in_use{limit="uploads"} 0');
    await app.close();
  });
});
