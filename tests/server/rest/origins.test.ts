import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSocketTicket } from '../../../contract/graphql/create-socket-ticket.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { testConfig } from '../../support/server.ts';
import { openSocket } from '../../support/socket.ts';
import type { SocketOptions } from '../../support/socket.ts';

const PAGE = 'https://app.balcao.example';
const PUBLIC = 'https://balcao.example';
const STRANGER = 'https://evil.example';
let world: World;
beforeAll(async () => {
  world = await startAttendance({
    config: { allowedOrigins: [PAGE], mail: { ...testConfig().mail, publicUrl: PUBLIC } },
  });
});
afterAll(() => world.stop());

const preflight = (origin: string, path: string) =>
  fetch(world.url + path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
async function opens(on: World, who: Person, options: SocketOptions): Promise<'open' | 'refused'> {
  const { ticket } = (await on.call(who, createSocketTicket, {})).createSocketTicket;
  const socket = openSocket(on.url, { tenantName: 'aurora', userId: who.id, ticket }, options);
  const outcome = await Promise.race([
    socket.hello().then(
      () => 'open' as const,
      () => 'refused' as const,
    ),
    socket.closed.then(() => 'refused' as const),
  ]);
  await socket.end();
  return outcome;
}
const allowedBy = ({ headers }: Response) => [
  headers.get('access-control-allow-origin'),
  headers.get('access-control-allow-credentials'),
];

describe('a page served elsewhere', () => {
  test.each(['/api/auth/login', '/aurora/graphql', '/api/users'])('of a listed origin may call %s', async (path) => {
    const asked = await preflight(PAGE, path);
    expect(asked.status).toBe(204);
    expect(allowedBy(asked)).toEqual([PAGE, 'true']);
    expect(asked.headers.get('access-control-allow-headers')).toBe('authorization, content-type');
    const answer = await fetch(world.url + path, { method: 'POST', headers: { origin: PAGE } });
    expect(allowedBy(answer)).toEqual([PAGE, 'true']);
    expect(answer.headers.get('vary')?.toLowerCase()).toContain('origin');
  });

  test.each([STRANGER, 'https://app.balcao.example.evil.example', 'http://app.balcao.example', 'null'])(
    'of another origin is told nothing: %s',
    async (origin) => {
      expect((await preflight(origin, '/aurora/graphql')).headers.get('access-control-allow-origin')).toBeNull();
      const answer = await fetch(`${world.url}/api/ip`, { headers: { origin } });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  test('opens sockets from a listed origin and from PUBLIC_URL’s alone, whatever a proxy in front calls the server', async () => {
    const { bruno } = world.people;
    const open = (origin: string) => opens(world, bruno, { origin });
    expect(await open(PAGE)).toBe('open');
    expect(await open(PUBLIC)).toBe('open');
    expect(await open(STRANGER)).toBe('refused');
    // Nobody in front is trusted to say how the page called the server.
    const forged = { origin: STRANGER, headers: { 'x-forwarded-host': new URL(STRANGER).host } };
    expect(await opens(world, bruno, forged)).toBe('refused');
  });
});

test('with no origin listed, pages of other origins can’t read answers; sockets are for those of the host that a trusted proxy names', async () => {
  const alone = await startAttendance({ config: { trustProxy: '127.0.0.1' } });
  const answer = await fetch(`${alone.url}/api/ip`, { headers: { origin: PAGE } });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  const headers = { 'x-forwarded-host': new URL(PAGE).host };
  const { bruno } = alone.people;
  expect(await opens(alone, bruno, { origin: PAGE, headers })).toBe('open');
  expect(await opens(alone, bruno, { origin: alone.url, headers })).toBe('refused');
  expect(await opens(alone, bruno, { origin: alone.url })).toBe('open');
  await alone.stop();
});
