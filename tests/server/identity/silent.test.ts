import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { refreshToken } from '../../../contract/graphql/refresh-token.ts';
import * as calls from '../../../contract/rest/identity.ts';
import { MAX_CONCURRENT_CALLS } from '../../../server/identity/provider.ts';
import { startWorld } from '../account/world.ts';
import type { World } from '../account/world.ts';
import { Browser, CLIENT, startForger } from '../../support/identity-provider.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { askRest, refusedRest } from '../../support/rest-calls.ts';

const CONFIGURATION = '/.well-known/openid-configuration';
/** Who logs in with the provider, from several addresses at once: more than there are turns without a login. */
const PEOPLE = Array.from({ length: 16 }, (_, index) => `203.0.113.${(index % 4) + 1}`);

let world: World;
let provider: Awaited<ReturnType<typeof startForger>>;
/** What was asked of the provider and has no answer yet. */
let asked: { path: string; answer: (body: unknown) => void }[];
let isSilentAbout: (path: string) => boolean;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.server.stop());

beforeEach(async () => {
  [asked, isSilentAbout] = [[], () => false];
  provider = await startForger(async (path) => {
    if (isSilentAbout(path)) return new Promise((answer) => asked.push({ path, answer }));
    return path === CONFIGURATION ? metadata() : undefined;
  });
  return () => provider.stop();
});

const metadata = () => ({
  issuer: provider.url,
  authorization_endpoint: `${provider.url}/auth`,
  token_endpoint: `${provider.url}/token`,
  jwks_uri: `${provider.url}/jwks`,
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

async function offerProvider(): Promise<void> {
  const ana = await world.server.tokenOf('ana@aurora.example');
  await askRest(world.url, ana, calls.updateIdentityProvider, form());
}

/** The same where nobody asks it whether it is there. */
async function offerUnasked(): Promise<void> {
  await world.rows('delete from identity_provider');
  await world.rows(
    `insert into identity_provider (tenant_id, enabled, label, issuer, client_id, email_domain, creates_users)
      select id, true, 'Aurora SSO', $1, $2, 'aurora.example', false from tenant where slug = 'aurora'`,
    [provider.url, CLIENT.id],
  );
}

/** What a page of the login is told. */
const told = (address: string) => new URLSearchParams(new URL(address, world.url).hash.slice(1)).get('identity_error');

async function startFrom(address: string, browser = new Browser()): Promise<string> {
  const response = await browser.fetch(`${world.url}${calls.IDENTITY_START}?tenantName=aurora`, {
    headers: { 'x-forwarded-for': address },
  });
  return response.headers.get('location') ?? '';
}

/** Somebody of another company logs in and has their token renewed. */
async function otherCompanyWorks(): Promise<void> {
  const entered = await world.logIn('bia@brisa.example');
  expect(entered.status).toBe(200);
  const renewed = await fetch(`${world.url}/brisa/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: entered.cookie?.split(';')[0] ?? '' },
    body: JSON.stringify({ query: refreshToken.document }),
  });
  expect([renewed.status, await renewed.text()]).toEqual([200, expect.stringContaining('"token":"')]);
}

test('an issuer that accepts and never answers -> others log in; a few calls wait, the rest fail at once; then it isn’t called for a while', async () => {
  await offerUnasked();
  isSilentAbout = () => true;
  const answers: (string | null)[] = [];
  const starts = PEOPLE.map((address) => startFrom(address).then((to) => void answers.push(told(to))));
  await expectEventually(() => answers.length).toBe(PEOPLE.length - MAX_CONCURRENT_CALLS);
  await otherCompanyWorks();
  expect(answers).toEqual(Array.from(answers, () => 'error.identity.busy'));
  expect(answers).toHaveLength(PEOPLE.length - MAX_CONCURRENT_CALLS);
  // They ask once, together.
  expect(asked.map(({ path }) => path)).toEqual([CONFIGURATION]);

  asked[0]?.answer(undefined);
  await Promise.all(starts);
  expect(answers.slice(-MAX_CONCURRENT_CALLS)).toEqual(
    Array.from({ length: MAX_CONCURRENT_CALLS }, () => 'error.identity.unreachable'),
  );
  expect(told(await startFrom('203.0.113.9'))).toBe('error.identity.unreachable');
  expect(asked).toHaveLength(1);

  // Whoever mends it in the settings asks anew, and is believed.
  isSilentAbout = () => false;
  await offerProvider();
  expect(await startFrom('203.0.113.9')).toMatch(`${provider.url}/auth?`);
});

test('one that never gives its tokens -> others log in; later calls fail at once', async () => {
  await offerProvider();
  isSilentAbout = (path) => path === '/token';
  const browsers = await Promise.all(
    PEOPLE.slice(0, MAX_CONCURRENT_CALLS).map(async (address) => {
      const browser = new Browser();
      const state = new URL(await startFrom(address, browser)).searchParams.get('state') ?? '';
      return { browser, address, state };
    }),
  );
  const returns = browsers.map(async ({ browser, address, state }) => {
    const query = new URLSearchParams({ state, code: 'x' }).toString();
    const response = await browser.fetch(`${world.url}${calls.IDENTITY_CALLBACK}?${query}`, {
      headers: { 'x-forwarded-for': address },
    });
    return told(response.headers.get('location') ?? '');
  });
  await expectEventually(() => asked.length).toBe(MAX_CONCURRENT_CALLS);
  await otherCompanyWorks();
  expect(asked.map(({ path }) => path)).toEqual(Array.from({ length: MAX_CONCURRENT_CALLS }, () => '/token'));
  provider.cut();
  expect(new Set(await Promise.all(returns))).toEqual(new Set(['error.identity.unreachable']));
  expect(told(await startFrom('203.0.113.9'))).toBe('error.identity.unreachable');
});

test('an administrator who saves an issuer that never answers holds up none of the company', async () => {
  isSilentAbout = () => true;
  const ana = await world.server.tokenOf('ana@aurora.example');
  const save = (path: string) =>
    refusedRest(world.url, ana, calls.updateIdentityProvider, { ...form(), issuer: provider.url + path });
  const saves = Array.from({ length: MAX_CONCURRENT_CALLS }, (_, index) => save(`/${index}`));
  await expectEventually(() => asked.length).toBe(MAX_CONCURRENT_CALLS);
  expect(await save('')).toMatchObject({ status: 429, key: 'error.tooMany' });
  expect(await askRest(world.url, ana, calls.identityProvider, { tenantName: 'aurora' })).toMatchObject({
    label: 'Aurora SSO',
  });
  for (const { answer } of asked) answer(undefined);
  for (const { fields } of await Promise.all(saves)) expect(fields).toEqual({ issuer: 'error.identity.notAnIssuer' });
});

test('too many starts of an address -> words that need no values', async () => {
  await offerProvider();
  const address = '203.0.113.77';
  await world.rows('delete from login_limit');
  expect(await startFrom(address)).toMatch(`${provider.url}/auth?`);
  await world.rows('update login_limit set failures = 1000');
  expect(told(await startFrom(address))).toBe('error.identity.busy');
  await world.rows('delete from login_limit');
});
