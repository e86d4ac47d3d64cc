import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAINTENANCE_STATUS } from '../../../contract/facts/errors.ts';
import { connected } from '../../../contract/graphql/connected.ts';
import { createSocketTicket } from '../../../contract/graphql/create-socket-ticket.ts';
import { maintenance, maintenanceSchema } from '../../../contract/rest/maintenance.ts';
import { postWebhook, refusalOf, startAttendance, writtenBody } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { callRest } from '../../support/rest-wire.ts';
import { DEMO_PASSWORD } from '../../support/server.ts';
import { openSocket } from '../../support/socket.ts';

const TOKEN = 'a-token-of-the-tests';
let world: World;
let support: string;
beforeAll(async () => {
  world = await startAttendance({ config: { maintenanceToken: TOKEN } });
  support = await world.server.tokenOf('suporte@balcao.example');
});
afterAll(() => world.stop());

const state = async () => maintenanceSchema.parse((await callRest(world.url, 'GET', maintenance.path)).body);
const set = (body: unknown, token: string | undefined = support) =>
  callRest(world.url, 'PUT', maintenance.path, { token, body });

test('off -> on -> off: calls say why and until when, sockets are closed, the back-office goes on', async () => {
  const { ana, bruno } = world.people;
  const socket = await world.socket(bruno);
  expect(await state()).toMatchObject({ on: false, message: null, ends_at: null });
  const { version } = await state();
  const on = await set({ on: true, message: 'Trocando um servidor.', minutes: 30, version });
  const { ends_at: endsAt, since } = maintenanceSchema.parse(on.body);
  expect(Date.parse(endsAt ?? '') - Date.parse(since ?? '')).toBe(30 * 60_000);
  expect((await socket.closed).code).toBe(4503);

  const refused = await callRest(world.url, 'GET', '/api/users', { token: ana.token });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '15']);
  expect(refused.body).toMatchObject({
    status: MAINTENANCE_STATUS,
    error: { code: 'UNAVAILABLE', key: 'error.maintenance', params: { message: 'Trocando um servidor.', endsAt } },
  });
  for (const call of [() => world.call(bruno, createSocketTicket, {}), () => world.call(bruno, connected, {})])
    expect(await refusalOf(call())).toBe('UNAVAILABLE error.maintenance');
  // What lets the page and the provider go on.
  expect((await fetch(`${world.url}/config.json`)).status).toBe(200);
  expect(await postWebhook(world.url, writtenBody({ from: '5511987650002' }).body)).toBe(200);
  // Of those who log in only the company's are turned away, and who has the password wrong isn't told.
  const logIn = (email: string, password = DEMO_PASSWORD) =>
    callRest(world.url, 'POST', '/api/auth/login', { body: { email, password, ip: null } });
  expect(await logIn(bruno.email)).toMatchObject({
    status: 503,
    body: { status: MAINTENANCE_STATUS, error: { key: 'error.maintenance', params: { endsAt } } },
  });
  expect((await logIn(bruno.email, 'Nada#2026')).status).toBe(401);
  expect((await logIn('suporte@balcao.example')).status).toBe(200);
  expect((await callRest(world.url, 'GET', '/api/users', { token: support })).status).toBe(200);

  expect((await set({ on: false, version })).error?.key).toBe('error.form.conflict');
  expect((await set({ on: false, version: (await state()).version })).status).toBe(200);
  expect(await state()).toMatchObject({ on: false, message: null, ends_at: null, since: null });
  expect((await callRest(world.url, 'GET', '/api/users', { token: ana.token })).status).toBe(200);
  const { createSocketTicket: given } = await world.call(bruno, createSocketTicket, {});
  const again = openSocket(world.url, { tenantName: bruno.tenant, userId: bruno.id, ticket: given.ticket });
  expect((await again.hello()).event).toBe('hello');
  again.ws.close();
  const written = await world.rows<{ action: string }>(
    `select action from audit where action like 'maintenance.%' order by id`,
  );
  expect(written.map(({ action }) => action)).toEqual(['maintenance.on', 'maintenance.off']);
});

test('by the operator with the token, on the server’s own machine and nowhere else', async () => {
  const put = (headers: Record<string, string>) =>
    fetch(`${world.url}/healthz/maintenance`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ on: true }),
    });
  const authorization = `Bearer ${TOKEN}`;
  // A proxy on this machine may look like it.
  expect((await put({})).status).toBe(403);
  expect((await put({ authorization: `${authorization}x` })).status).toBe(403);
  expect((await put({ authorization, 'x-forwarded-for': '10.0.0.9' })).status).toBe(403);
  expect((await state()).on).toBe(false);
  expect((await put({ authorization })).status).toBe(200);
  expect((await state()).on).toBe(true);
  const [written] = await world.rows(
    `select action, user_id, address, details, request_id is not null as asked from audit order by id desc limit 1`,
  );
  expect(written).toMatchObject({ action: 'maintenance.on', user_id: null, address: '127.0.0.1', asked: true });
  expect(written).toMatchObject({ details: { on_machine: true } });
  await set({ on: false });
});

test.each([
  ['typed -> refused: a message too long', { on: true, message: 'x'.repeat(301) }, { message: 'error.field.tooLong' }],
  ['typed -> refused: no whole number of minutes', { on: true, minutes: 2.5 }, { minutes: 'error.field.number' }],
  ['typed -> refused: nothing', {}, { on: 'error.field.invalid' }],
])('%s', async (_name, body, fields) => {
  const answer = await set(body);
  expect([answer.status, answer.error?.fields]).toEqual([400, fields]);
  expect((await state()).on).toBe(false);
});

test('not for a company’s administrator', async () => {
  expect((await set({ on: true }, world.people.ana.token)).status).toBe(403);
  expect((await state()).on).toBe(false);
});
