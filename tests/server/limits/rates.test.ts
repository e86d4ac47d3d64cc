import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { graphqlErrorsSchema, restErrorSchema } from '../../../contract/errors.ts';
import { createSocketTicket } from '../../../contract/graphql/create-socket-ticket.ts';
import { userInfos } from '../../../contract/graphql/user-infos.ts';
import { ordersSheet } from '../../../contract/rest/sheets.ts';
import { CALL_LIMITS } from '../../../server/config-limits.ts';
import { DEFAULT_RATES } from '../../../server/config-rates.ts';
import type { Rates } from '../../../server/config-rates.ts';
import { callGraphql, refusalOf, startAttendance, writtenBody } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { startTestServer } from '../../support/server.ts';
import type { TestServer } from '../../support/server.ts';

/** So long that no machine is too slow for it, and shorter than a token lasts. */
const WINDOW_MS = 300_000;
const UNBOUNDED = { address: 1_000_000, user: 1_000_000, company: 1_000_000 };
const METRICS = 'token-of-the-metrics';

function config(rates: Partial<Rates>) {
  return {
    trustProxy: 'loopback',
    metricsToken: METRICS,
    rates: { ...DEFAULT_RATES, windowMs: WINDOW_MS, calls: UNBOUNDED, ...rates },
  };
}

type From = { address?: string; token?: string };

function ask(url: string, { address = '203.0.113.1', token }: From, path = '/api/ip'): Promise<Response> {
  return fetch(url + path, {
    headers: { 'x-forwarded-for': address, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  });
}

async function statuses(url: string, from: From, times: number): Promise<number[]> {
  const found: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const response = await ask(url, from);
    await response.arrayBuffer();
    found.push(response.status);
  }
  return found;
}

/** The time of the limits moves on; every other timer stays what it is. */
function later(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
}
afterEach(() => void vi.useRealTimers());

async function refusedIn(url: string): Promise<string[]> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS}` } });
  return (await response.text()).split('\n').filter((line) => line.startsWith('limits_refused_total{'));
}

describe('calls', () => {
  let server: TestServer;
  let ana: string;
  let bruno: string;
  let bia: string;
  beforeAll(async () => {
    server = await startTestServer({
      config: config({ calls: { address: 5, user: 4, company: 6 } }),
      attendance: null,
    });
    [ana, bruno, bia] = await Promise.all([
      server.tokenOf('ana@aurora.example'),
      server.tokenOf('bruno@aurora.example'),
      server.tokenOf('bia@brisa.example'),
    ]);
  });
  afterAll(() => server.stop());

  test('an address without a login: 429, when to come again, in words; another address goes; later it goes, too', async () => {
    expect(await statuses(server.url, {}, 5)).toEqual([200, 200, 200, 200, 200]);
    const refused = await ask(server.url, {});
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(300);
    const body = restErrorSchema.parse(await refused.json());
    expect(body).toMatchObject({
      status: 'Too Many Requests',
      error: { code: 'TOO_MANY', key: 'error.tooMany', params: { seconds: wait } },
    });
    expect(body.request_id).toBe(refused.headers.get('x-request-id'));
    expect(await statuses(server.url, { address: '203.0.113.2' }, 1)).toEqual([200]);
    expect(await statuses(server.url, { token: ana }, 1)).toEqual([200]);
    later(WINDOW_MS + 1);
    expect(await statuses(server.url, {}, 1)).toEqual([200]);
  });

  test('IPv6: a /64 is one address, its neighbour another; an IPv4 one in IPv6 is itself', async () => {
    const hosts = [1, 2, 3, 4, 5, 6].map((host) => `2001:db8:7:1::${host}`);
    const found = await Promise.all(hosts.map((address) => statuses(server.url, { address }, 1)));
    expect(found.flat().toSorted((one, other) => one - other)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await statuses(server.url, { address: '2001:db8:7:2::1' }, 1)).toEqual([200]);
    await statuses(server.url, { address: '203.0.113.9' }, 5);
    expect(await statuses(server.url, { address: '::ffff:203.0.113.9' }, 1)).toEqual([429]);
  });

  test('a user: 429; colleagues go until the company has enough, another company goes on', async () => {
    later(WINDOW_MS + 1);
    expect(await statuses(server.url, { token: bruno }, 6)).toEqual([200, 200, 200, 200, 429, 429]);
    // What bruno was refused took nothing from the company.
    expect(await statuses(server.url, { token: ana }, 3)).toEqual([200, 200, 429]);
    expect(await statuses(server.url, { token: bia }, 1)).toEqual([200]);
    expect(await refusedIn(server.url)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('{limit="user",company="aurora"} 2'),
        expect.stringContaining('{limit="company",company="aurora"} 1'),
        expect.stringMatching(/\{limit="address",company=""\} \d/),
      ]),
    );
    later(WINDOW_MS + 1);
    expect(await statuses(server.url, { token: bruno }, 1)).toEqual([200]);
  });

  test('a forged token is nobody: its address is counted', async () => {
    const address = '203.0.113.77';
    expect(await statuses(server.url, { address, token: 'forged' }, 6)).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

test('who is refused is answered later, and others are answered meanwhile', async () => {
  const limits = config({ calls: { ...UNBOUNDED, address: 1 } });
  const calls = { ...CALL_LIMITS, refusalMs: 600_000 };
  const server = await startTestServer({ config: { ...limits, calls }, attendance: null });
  const given = new AbortController();
  try {
    await statuses(server.url, {}, 1);
    let isAnswered = false;
    const refused = fetch(`${server.url}/api/ip`, {
      headers: { 'x-forwarded-for': '203.0.113.1' },
      signal: given.signal,
    }).then(() => (isAnswered = true));
    const ended = Promise.allSettled([refused]);
    await expectEventually(() => refusedIn(server.url)).toEqual(['limits_refused_total{limit="address",company=""} 1']);
    expect(await statuses(server.url, { address: '203.0.113.2' }, 1)).toEqual([200]);
    expect(isAnswered).toBe(false);
    given.abort();
    await ended;
  } finally {
    await server.stop();
  }
});

describe('GraphQL, socket tickets and downloads', () => {
  let world: World;
  beforeAll(async () => {
    const calls = { ...UNBOUNDED, user: 10 };
    world = await startAttendance({ config: config({ calls, tickets: 2, downloads: 2 }) });
  });
  afterAll(() => world.stop());

  test('tickets: 429 in GraphQL’s shape and when to come again; another user gets theirs', async () => {
    const { ana, bruno } = world.people;
    await world.call(ana, createSocketTicket, {});
    await world.call(ana, createSocketTicket, {});
    const refused = await fetch(`${world.url}/aurora/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}` },
      body: JSON.stringify({ query: createSocketTicket.document }),
    });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(graphqlErrorsSchema.parse(await refused.json()).errors[0]?.extensions).toMatchObject({
      code: 'TOO_MANY',
      key: 'error.tooMany',
    });
    await world.call(bruno, createSocketTicket, {});
    later(WINDOW_MS + 1);
    await world.call(ana, createSocketTicket, {});
  });

  test('downloads: 429 and when to come again; another user begins theirs', async () => {
    const { bruno, bia } = world.people;
    const begin = ({ token }: { token: string }) => ask(world.url, { token }, ordersSheet.path);
    const found = [await begin(bruno), await begin(bruno), await begin(bruno), await begin(bia)];
    expect(found.map(({ status }) => status)).toEqual([400, 400, 429, 400]);
    expect(Number(found[2]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  test('calls: refused before they run, in GraphQL’s shape', async () => {
    const { carla } = world.people;
    for (let time = 0; time < 10; time += 1) await callGraphql(world.url, carla, userInfos, {});
    expect(await refusalOf(callGraphql(world.url, carla, userInfos, {}))).toBe('TOO_MANY error.tooMany');
  });
});

describe('an honest burst under the usual limits', () => {
  let world: World;
  beforeAll(async () => {
    world = await startAttendance({ config: config({ calls: DEFAULT_RATES.calls, windowMs: DEFAULT_RATES.windowMs }) });
  });
  afterAll(() => world.stop());

  test('an office of 200 behind one address opens its pages at once', async () => {
    const paths = ['/', '/config.json', '/api/ip', '/api/maintenance', '/api/ip'];
    for (let page = 0; page < 200; page += 20) {
      const asked = Array.from({ length: 20 }, () => paths).flat();
      const found = await Promise.all(
        asked.map(async (path) => {
          const response = await ask(world.url, {}, path);
          await response.arrayBuffer();
          return response.status;
        }),
      );
      expect(found).not.toContain(429);
    }
  });

  test('20 tabs of one user come back at once', async () => {
    const { bruno } = world.people;
    const tab = async () => {
      const socket = await world.socket(bruno);
      await Promise.all(Array.from({ length: 9 }, () => world.call(bruno, userInfos, {})));
      return socket;
    };
    const sockets = await Promise.all(Array.from({ length: 20 }, tab));
    for (const socket of sockets) expect(socket.ws.readyState).toBe(socket.ws.OPEN);
  });

  test('300 signed webhooks at once from one address', async () => {
    const phones = Array.from({ length: 300 }, (_, at) => `55119${String(10_000_000 + at)}`);
    const found = await Promise.all(phones.map((from) => world.webhook(writtenBody({ from }).body)));
    // A slow machine may answer some with 503, which the provider repeats; none is over a limit.
    expect(found).not.toContain(429);
    expect(found).toContain(200);
  });
});
