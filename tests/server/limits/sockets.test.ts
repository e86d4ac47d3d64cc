import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLOSE } from '../../../contract/facts/close-codes.ts';
import { DEFAULT_RATES } from '../../../server/config-rates.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { rawConnection } from '../../support/raw-connection.ts';
import { startTestServer } from '../../support/server.ts';
import { openSocket } from '../../support/socket.ts';

describe('sockets', () => {
  let world: World;
  beforeAll(async () => {
    world = await startAttendance({
      config: { rates: { ...DEFAULT_RATES, windowMs: 300_000, sockets: { user: 2, company: 3 }, forged: 3 } },
    });
  });
  afterAll(() => world.stop());

  test('one more of a user -> their oldest is closed for good; of a company -> the new one; another company goes', async () => {
    const { ana, bruno, bia } = world.people;
    const first = await world.socket(bruno);
    const second = await world.socket(bruno);
    const third = await world.socket(bruno);
    expect(await first.closed).toMatchObject({ code: CLOSE.tooMany });
    await world.socket(ana);
    await expect(world.socket(ana)).rejects.toThrow(`closed with ${CLOSE.tooMany}`);
    await world.socket(bia);
    for (const open of [second, third]) expect(open.ws.readyState).toBe(open.ws.OPEN);
    // One closed makes room.
    await second.end();
    await expectEventually(() => world.socket(ana).then(() => 'open', String)).toBe('open');
  });

  test('tickets that are not good: closed, then refused before they are looked at', async () => {
    const { ana } = world.people;
    const forge = () => openSocket(world.url, { tenantName: ana.tenant, userId: ana.id, ticket: 'forged' }).closed;
    for (let time = 0; time < 3; time += 1) expect((await forge()).code).toBe(CLOSE.unauthorized);
    await expectEventually(async () => (await forge()).code).toBe(429);
  });
});

describe('connections', () => {
  const rates = { ...DEFAULT_RATES, connections: 3 };

  test('one more of an address: 429 and when to come again; when one is closed the next goes', async () => {
    const server = await startTestServer({ config: { rates }, attendance: null });
    try {
      const open = [1, 2, 3].map(() => rawConnection(server.url));
      await Promise.all(open.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))));
      const refused = await rawConnection(server.url).closed;
      expect(refused).toMatch(/^HTTP\/1.1 429 [\s\S]*retry-after: 10\r\n[\s\S]*error\.tooMany/);
      expect(refused).toContain('x-content-type-options: nosniff');
      expect(refused).toContain('cache-control: no-store');
      open[0]?.socket.destroy();
      await expectEventually(() => fetch(`${server.url}/api/ip`).then(({ status }) => status, String)).toBe(200);
      for (const { socket } of open) socket.destroy();
    } finally {
      await server.stop();
    }
  });

  test('a trusted proxy’s are not counted', async () => {
    const server = await startTestServer({ config: { rates, trustProxy: 'loopback' }, attendance: null });
    try {
      const open = [1, 2, 3, 4].map(() => rawConnection(server.url));
      expect((await fetch(`${server.url}/api/ip`)).status).toBe(200);
      for (const { socket } of open) socket.destroy();
    } finally {
      await server.stop();
    }
  });
});
