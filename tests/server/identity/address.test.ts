import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as calls from '../../../contract/rest/identity.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { seedPeople } from '../../../server/demo/people.ts';
import { createLog } from '../../../server/log.ts';
import { createTestDatabase } from '../../support/database.ts';
import { CLIENT, startProvider } from '../../support/identity-provider.ts';
import { askRest, refusedRest } from '../../support/rest-calls.ts';
import { spawnServer, startTestServer, TEST_PASSWORD, testConfig, tokenOf } from '../../support/server.ts';
import { startWorld } from '../account/world.ts';
import type { World } from '../account/world.ts';

const ANA = 'ana@aurora.example';
const FORGED = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
const LOGIN = `${calls.identityLogin.path}?tenantName=aurora`;
const START = `${calls.IDENTITY_START}?tenantName=aurora`;

let world: World;
let provider: Awaited<ReturnType<typeof startProvider>>;
let ana: string;
beforeAll(async () => {
  // Behind a proxy that is trusted, whose headers say what it was asked for.
  world = await startWorld();
  provider = await startProvider(new Map(), []);
  ana = await world.server.tokenOf(ANA);
  await askRest(world.url, ana, calls.updateIdentityProvider, form());
});
afterAll(async () => {
  await provider.stop();
  await world.server.stop();
});

const form = () => ({
  tenantName: 'aurora',
  enabled: true,
  label: 'Aurora SSO',
  issuer: provider.url,
  client_id: CLIENT.id,
  client_secret: CLIENT.secret,
  email_domain: 'aurora.example',
  creates_users: false,
});

type Answer = { location: string; body: string };

/** A GET with headers that a browser doesn't let a page write. */
function get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => void (body += text));
      response.on('end', () => resolve({ location: response.headers.location ?? '', body }));
    })
      .on('error', reject)
      .end();
  });
}

const redirectOf = ({ location }: Answer) => new URL(location).searchParams.get('redirect_uri');
const startOf = ({ body }: Answer) => calls.identityLogin.answer.parse(JSON.parse(body)).offered?.start;

test('a forged Host and X-Forwarded-Host -> the start, the return and what an administrator registers stay the server’s own', async () => {
  expect(startOf(await get(`${world.url}${LOGIN}`, FORGED))).toBe(`${world.url}${START}`);
  const begun = await get(`${world.url}${START}`, FORGED);
  expect(redirectOf(begun)).toBe(`${world.url}${calls.IDENTITY_CALLBACK}`);
  const bearer = { ...FORGED, authorization: `Bearer ${ana}` };
  const held = await get(`${world.url}${calls.identityProvider.path}?tenantName=aurora`, bearer);
  expect(JSON.parse(held.body)).toMatchObject({ callback_url: `${world.url}${calls.IDENTITY_CALLBACK}` });
});

test('with PUBLIC_URL: all of it is there, however the server was asked', async () => {
  const publicUrl = 'https://balcao.aurora.example';
  const { mail } = testConfig();
  const other = await startTestServer({
    databaseUrl: world.server.databaseUrl,
    config: { mail: { ...mail, publicUrl }, trustProxy: 'loopback' },
  });
  try {
    for (const headers of [{}, FORGED]) {
      expect(startOf(await get(`${other.url}${LOGIN}`, headers))).toBe(`${publicUrl}${START}`);
      expect(redirectOf(await get(`${other.url}${START}`, headers))).toBe(`${publicUrl}${calls.IDENTITY_CALLBACK}`);
    }
  } finally {
    await other.stop();
  }
});

test('production without PUBLIC_URL: not offered, not started, not configurable; the log and the administrator get the reason', async () => {
  const { url: databaseUrl, ownerUrl, drop } = await createTestDatabase('empty');
  const db = openDatabase({ url: ownerUrl, log: createLog({ level: 'silent' }) });
  await seedPeople(db, TEST_PASSWORD);
  const server = await spawnServer({ env: { DATABASE_URL: databaseUrl } });
  try {
    const token = await tokenOf(server.url, ANA, TEST_PASSWORD);
    const read = () => askRest(server.url, token, calls.identityProvider, { tenantName: 'aurora' });
    expect(await refusedRest(server.url, token, calls.updateIdentityProvider, form())).toMatchObject({
      status: 409,
      key: 'error.identity.publicUrl',
    });
    expect(await read()).toMatchObject({ label: '', callback_url: null });
    // Prepared, it is kept; and one of before the address was gone is not offered.
    await askRest(server.url, token, calls.updateIdentityProvider, { ...form(), enabled: false });
    await db.pool.query('update identity_provider set enabled = true');
    expect(startOf(await get(`${server.url}${LOGIN}`))).toBeUndefined();
    expect((await get(`${server.url}${START}`, FORGED)).location).toBe(
      '/aurora/login#identity_error=error.identity.noAddress',
    );
    await expect.poll(() => server.output()).toContain('identity providers are off: set PUBLIC_URL');
  } finally {
    await server.end();
    await db.close();
    await drop();
  }
});
