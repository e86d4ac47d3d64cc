import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import en from '../../src/i18n/catalogues/en/areas/login.json' with { type: 'json' };
import pt from '../../src/i18n/catalogues/pt/areas/login.json' with { type: 'json' };
import ptBr from '../../src/i18n/catalogues/pt-BR/areas/login.json' with { type: 'json' };
import { selectLoginFailure, selectPhase } from '../../src/machines/auth/auth.selectors.ts';
import { readConfig } from '../../server/config.ts';
import { createBrowser, startClient } from '../support/client.ts';
import type { Client } from '../support/client.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { startWorld } from '../server/account/world.ts';
import type { TwoFactor, World } from '../server/account/world.ts';
import { startBench } from './harness.ts';

/* What the login screen submits, by whole clients at a server that tells pages of no back-office address. */

const BRUNO = 'bruno@aurora.example';
const BIA = 'bia@brisa.example';

let world: World;
let bia: TwoFactor;
beforeAll(async () => {
  const { bases } = readConfig('demo', { BACKOFFICE_URL: 'none', BALCAO_SECRET: 's'.repeat(32), DATA_DIR: '/nowhere' });
  world = await startWorld({ config: { bases } });
  bia = await world.addTwoFactor(BIA);
});
afterAll(async () => {
  // A killed page leaves connections that never bore a request, and node waits a minute for each.
  const sweep = setInterval(() => world.server.app.server.closeAllConnections(), 20);
  await world.server.stop();
  clearInterval(sweep);
});

/** A page, and the addresses that it asked. */
function open(tenant: string): { client: Client; asked: string[] } {
  const browser = createBrowser();
  const asked: string[] = [];
  const fetch: typeof browser.jar.fetch = (...request) => {
    const [input] = request;
    asked.push(new URL(input instanceof Request ? input.url : input).pathname);
    return browser.jar.fetch(...request);
  };
  const client = startClient({ url: world.url, tenant, browser: { ...browser, jar: { ...browser.jar, fetch } } });
  onTestFinished(() => client.kill());
  return { client, asked };
}
const phaseOf = ({ directory }: Client): string => selectPhase(directory.auth.getSnapshot());

test.each([
  ['aurora', BRUNO, 'wrong'],
  ['aurora', 'ninguem@aurora.example', DEMO_PASSWORD],
  ['brisa', BRUNO, DEMO_PASSWORD],
])('at %s as %s with %s -> the tenant’s words', async (tenant, email, password) => {
  const { client } = open(tenant);
  await client.tryLogIn(email, password, 'rest');
  const key = selectLoginFailure(client.directory.auth.getSnapshot())?.key;
  expect([phaseOf(client), key]).toEqual(['anonymous', 'error.login.noToken']);
  const texts = [ptBr, pt, en].map((each) => JSON.stringify(each['error.login.noToken']));
  expect(texts.every((text) => text.includes('Wrong Email or Password'))).toBe(true);
});

test('at a company that doesn’t exist -> said so, whoever it is', async () => {
  const { client } = open('nenhuma');
  await client.tryLogIn(BRUNO, DEMO_PASSWORD, 'rest');
  const { auth } = client.directory;
  expect([phaseOf(client), selectLoginFailure(auth.getSnapshot())?.key]).toEqual([
    'anonymous',
    'error.company.unknown',
  ]);
});

test('right -> live, remembered, without a login over REST; logged out -> the session has ended', async () => {
  const { client, asked } = open('aurora');
  await client.logIn(BRUNO, DEMO_PASSWORD, 'rest');
  expect(client.location()).toBe('/');
  expect(asked).toContain('/aurora/graphql');
  expect(asked).not.toContain('/api/auth/login');
  const session = () =>
    world.rows(`select s.remember, s.revoked_at is null as is_on from session s join app_user u on u.tenant_id = s.tenant_id
      and u.id = s.user_id where u.email = '${BRUNO}' order by s.id desc limit 1`);
  expect(await session()).toEqual([{ remember: true, is_on: true }]);
  client.append({ type: 'logout.requested' });
  await client.waitFor(({ auth }) => selectPhase(auth.getSnapshot()) === 'anonymous');
  expect(await session()).toEqual([{ remember: true, is_on: false }]);
  expect(client.replaysEqual()).toBe(true);
});

test('a second factor -> wrong code -> right code -> live, all at the tenant', async () => {
  const { client, asked } = open('brisa');
  await client.tryLogIn(BIA, DEMO_PASSWORD, 'rest');
  expect(phaseOf(client)).toBe('secondFactor');
  for (const code of ['000000', bia.codeOf()]) {
    client.append({ type: 'login.codeSubmitted', code: client.adapters.vault.keep(code) });
    await client.waitFor(({ auth }) => selectPhase(auth.getSnapshot()) !== 'confirming');
  }
  await client.live();
  expect(asked.filter((path) => /login|second-factor/.test(path))).toEqual([]);
});

describe('the look-up of the company’s identity provider, where nothing serves REST', () => {
  const query = { page: 1, limit: 1, search: '', sort: { by: 'id', descending: false }, filters: {} };
  const fetch = { type: 'list.fetch', list: 'identityLogin', request: 1, query } as const;

  test('of a page without a back-office -> none', async () => {
    const bench = await startBench({ backoffice: null });
    bench.adapters.run(fetch);
    const { page } = await bench.next('list.answered');
    expect(page).toEqual({ list: 'identityLogin', rows: [], total: 0 });
  });

  test('of a page with one -> it failed', async () => {
    const bench = await startBench();
    bench.adapters.run(fetch);
    expect(await bench.next('list.failed')).toMatchObject({ list: 'identityLogin', request: 1 });
  });
});
