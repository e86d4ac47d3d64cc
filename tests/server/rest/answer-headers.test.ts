import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { eventually } from '../../support/expect-eventually.ts';

const ORIGIN = 'https://page.example';
let world: World;
beforeAll(async () => {
  world = await startAttendance({ config: { allowedOrigins: [ORIGIN] } });
});
afterAll(() => world.stop());

type Answer = { status: number; headers: Headers; body: string };

async function open({ url }: { url: string } = world): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

/** What comes back on a connection until its end. */
async function answerOn(socket: Socket): Promise<Answer> {
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part);
  const [head = '', body = ''] = Buffer.concat(parts).toString().split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  );
  return { status: Number(first.split(' ')[1]), headers, body };
}

async function exchange(request: string): Promise<Answer> {
  const socket = await open();
  socket.write(request);
  return answerOn(socket);
}

/** A request as text. */
const http = (line: string, headers: readonly string[] = [], body = ''): string =>
  [`${line} HTTP/1.1`, 'Host: balcao.example', 'Connection: close', ...headers, '', body].join('\r\n');
const json = (line: string, body: string): string =>
  http(line, ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`], body);
const upgrade = (path: string, more: readonly string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: balcao.example', 'Connection: Upgrade', 'Upgrade: websocket', ...more, '', ''].join(
    '\r\n',
  );

/** Each is answered somewhere else: by the router, a hook, a route, Node's parser, or beside HTTP altogether. */
const ANSWERS: Readonly<Record<string, { request: string; status: number; caching?: string }>> = {
  'a path that is none': { request: http('GET /%'), status: 400 },
  'no HTTP at all': { request: 'HELLO\r\n\r\n', status: 400 },
  'a broken header': { request: http('GET /healthz', ['no colon']), status: 400 },
  'no host': { request: 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', status: 400 },
  'headers without end': { request: http('GET /healthz', [`x: ${'x'.repeat(20_000)}`]), status: 431 },
  'a method that nobody knows': { request: http('BREW /coffee'), status: 400 },
  'an expectation that nobody meets': { request: http('GET /healthz', ['Expect: a miracle']), status: 417 },
  'an unknown path': { request: http('GET /api/none'), status: 404 },
  'an unknown file': { request: http('GET /assets/none.js'), status: 404 },
  'a body that is too large': {
    request: http('POST /api/auth/login', ['Content-Type: application/json', 'Content-Length: 99999999']),
    status: 413,
  },
  'a body of no type that we take': {
    request: http('POST /api/auth/login', ['Content-Type: text/xml', 'Content-Length: 4'], '<a/>'),
    status: 415,
  },
  'broken JSON': { request: json('POST /api/auth/login', '{'), status: 400 },
  'no token': { request: http('GET /api/users'), status: 401 },
  'GraphQL that can not be read': { request: json('POST /aurora/graphql', '{'), status: 400 },
  'GraphQL without a token': { request: json('POST /aurora/graphql', '{"query":"{ userInfos { id } }"}'), status: 401 },
  'a webhook that nobody signed': { request: json('POST /webhooks/whatsapp', '{}'), status: 401 },
  'a preflight': {
    request: http('OPTIONS /api/users', [`Origin: ${ORIGIN}`, 'Access-Control-Request-Method: GET']),
    status: 204,
  },
  'metrics for anybody': { request: http('GET /metrics'), status: 403 },
  'the socket without an upgrade': { request: http('GET /ws'), status: 404 },
  'a socket somewhere else': { request: upgrade('/elsewhere', []), status: 404 },
  'a socket for a foreign page': { request: upgrade('/ws', ['Origin: https://evil.example']), status: 403 },
  'a socket without a key': { request: upgrade('/ws', []), status: 400 },
  health: { request: http('GET /healthz'), status: 200 },
  readiness: { request: http('GET /readyz'), status: 200 },
  configuration: { request: http('GET /config.json'), status: 200 },
  'a call': { request: http('GET /api/ip'), status: 200 },
  'the page': { request: http('GET /aurora/'), status: 200, caching: 'no-cache' },
  'the emulator': { request: http('GET /emulator/api/state'), status: 200 },
};

function expectHeaders({ status, headers, body }: Answer, expected: { status: number; caching?: string }): void {
  expect({ status, caching: headers.get('cache-control') }).toEqual({
    status: expected.status,
    caching: expected.caching ?? 'no-store',
  });
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'strict-transport-security': expect.stringContaining('max-age='),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  if (status >= 400) expect(body).toContain(`"request_id":"${headers.get('x-request-id')}"`);
}

for (const [what, { request, ...expected }] of Object.entries(ANSWERS)) {
  test(`${what}: ${expected.status}, with every header`, async () => {
    expectHeaders(await exchange(request), expected);
  });
}

test('a request that takes too long: 408, with every header', async () => {
  // Node looks every half minute; it says so like this.
  world.server.app.server.once('connection', (socket) => {
    const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    world.server.app.server.emit('clientError', error, socket);
  });
  expectHeaders(await answerOn(await open()), { status: 408 });
});

test('a page of another origin that is allowed reads the answer as before', async () => {
  const { headers } = await exchange(http('GET /api/ip', [`Origin: ${ORIGIN}`]));
  expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
});

test('asked while the server stops: 503, with every header', async () => {
  const { server: stopping } = await startAttendance();
  const socket = await open(stopping);
  // Half a request keeps its connection open.
  socket.write('GET /healthz HTTP/1.1\r\nHost: balcao.example\r\n');
  const stopped = stopping.stop();
  await eventually(() => expect(stopping.app.server.listening).toBe(false));
  socket.write('\r\n');
  expectHeaders(await answerOn(socket), { status: 503 });
  await stopped;
});
