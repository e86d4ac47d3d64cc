import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { selectLoginFailure, selectPhase, selectRoutes } from '../../src/machines/auth/auth.selectors.ts';
import { startClient } from '../support/client.ts';
import type { Client } from '../support/client.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { codesOf, startWorld } from '../server/account/world.ts';
import type { TwoFactor, World } from '../server/account/world.ts';
import { prepareTwoFactor } from '../../contract/rest/user-settings.ts';

/* The login with a code, by a whole client at the real server. */

const BIA = 'bia@brisa.example';
const ANA = 'ana@aurora.example';
const CARLA = 'carla@aurora.example';

let world: World;
let bia: TwoFactor;
beforeAll(async () => {
  world = await startWorld();
  bia = await world.addTwoFactor(BIA);
});
afterAll(async () => {
  // A killed page leaves connections that never bore a request, and node waits a minute for each.
  const sweep = setInterval(() => world.server.app.server.closeAllConnections(), 20);
  await world.server.stop();
  clearInterval(sweep);
});

function open(tenant: string): Client {
  const client = startClient({ url: world.url, tenant });
  onTestFinished(() => client.kill());
  return client;
}

const phaseOf = ({ directory }: Client): string => selectPhase(directory.auth.getSnapshot());
const failureOf = ({ directory }: Client) => selectLoginFailure(directory.auth.getSnapshot())?.key;

async function giveCode(client: Client, code: string): Promise<void> {
  client.append({ type: 'login.codeSubmitted', code: client.adapters.vault.keep(code) });
  await client.waitFor(({ auth }) => selectPhase(auth.getSnapshot()) !== 'confirming');
}

test.each(['rest', 'graphql'] as const)('over %s: password -> wrong code -> right code -> live', async (path) => {
  const client = open('brisa');
  await client.tryLogIn(BIA, DEMO_PASSWORD, path);
  expect(phaseOf(client)).toBe('secondFactor');
  await giveCode(client, '000000');
  expect([phaseOf(client), failureOf(client)]).toEqual(['secondFactor', 'error.login.code']);
  const code = bia.codeOf();
  await giveCode(client, code);
  expect(phaseOf(client)).toBe('authenticated');
  await client.live();
  expect(client.location()).toBe('/');
  expect(selectRoutes(client.directory.auth.getSnapshot())).toContain('users');
  expect(JSON.stringify(client.events.items)).not.toContain(code);
  expect(client.replaysEqual()).toBe(true);
  world.clock.advance(30_000);
});

test.each(['rest', 'graphql'] as const)('over %s: after five minutes the password is asked for again', async (path) => {
  const client = open('brisa');
  await client.tryLogIn(BIA, DEMO_PASSWORD, path);
  world.clock.advance(301_000);
  await giveCode(client, bia.codeOf());
  expect([phaseOf(client), failureOf(client)]).toEqual(['anonymous', 'error.login.challengeExpired']);
});

test('who owes a second factor is led to set one up; once they have, the page may do what they may', async () => {
  const { token } = await world.addTwoFactor(ANA);
  const change = { two_factor_required: true };
  expect((await world.call('PATCH', '/api/security-settings', change, { token })).status).toBe(200);
  const client = open('aurora');
  await client.logIn(CARLA, DEMO_PASSWORD, 'rest');
  expect(client.location()).toBe('/two-factor');
  expect(selectRoutes(client.directory.auth.getSnapshot())).toEqual([]);

  const id = await world.idOf(CARLA);
  const carla = { token: await world.server.tokenOf(CARLA) };
  const prepared = await world.call('POST', `/api/user-settings/${id}/two-factor`, {}, carla);
  const { secret } = prepareTwoFactor.answer.parse(prepared.body);
  const on = { two_factor: true, code: codesOf(secret, world.clock.now)() };
  expect((await world.call('PATCH', `/api/user-settings/${id}`, on, carla)).status).toBe(200);
  await client.waitFor(({ auth }) => selectRoutes(auth.getSnapshot()).includes('chat'));
});
