import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { updateUserPassword } from '../../../contract/graphql/update-user-password.ts';
import * as calls from '../../../contract/rest/identity.ts';
import { maintenance, setMaintenance } from '../../../contract/rest/maintenance.ts';
import { startWorld } from '../account/world.ts';
import type { World } from '../account/world.ts';
import { callGraphql, refusalOf } from '../../support/attendance.ts';
import { Browser, CLIENT, startForger, startProvider } from '../../support/identity-provider.ts';
import type { Account } from '../../support/identity-provider.ts';
import { letIn } from '../../support/let-in.ts';
import { askRest, refusedRest } from '../../support/rest-calls.ts';

const ANA = 'ana@aurora.example';
const BRUNO = 'bruno@aurora.example';
const accounts = new Map<string, Account>();
let world: World;
let provider: Awaited<ReturnType<typeof startProvider>>;
let ana: string;
let support: string;
let attendants: string;

beforeAll(async () => {
  world = await startWorld();
  // The server's and the provider's clocks are one.
  world.clock.advance(Date.now() - world.clock.now().getTime());
  provider = await startProvider(accounts, [`${world.url}${calls.IDENTITY_CALLBACK}`]);
  const [role] = await world.rows<{ id: string }>(
    "select r.id from role r join tenant t on t.id = r.tenant_id where t.slug = 'aurora' and r.name = 'atendente'",
  );
  attendants = role?.id ?? '';
});
afterAll(async () => {
  await provider.stop();
  await world.server.stop();
});
beforeEach(async () => {
  // The clock goes on in some of the tests.
  [ana, support] = [await world.server.tokenOf(ANA), await world.server.tokenOf('suporte@balcao.example')];
  await world.rows('delete from identity_link');
  await set();
});

/** The company's provider, as its administrator sets it. */
const set = (change: Record<string, unknown> = {}, token = ana) =>
  askRest(world.url, token, calls.updateIdentityProvider, { ...form(), ...change });
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

const isPage = (address: string) => new URL(address).pathname.endsWith('/login') && address.startsWith(world.url);
const told = (address: string) => Object.fromEntries(new URLSearchParams(new URL(address).hash.slice(1)));
const startOf = async (tenantName = 'aurora') => {
  const { offered } = await askRest(world.url, '', calls.identityLogin, { tenantName });
  return offered?.start ?? '';
};

/** A person with an account there logs in over it; answers the browser and what it comes back with. */
async function come(login: string, account: Account = { email: login, email_verified: true }) {
  accounts.set(login, account);
  const browser = new Browser();
  const address = await browser.logInAt(await startOf(), login, isPage);
  return { browser, address, ...told(address) } as {
    browser: Browser;
    address: string;
    identity?: string;
    identity_error?: string;
  };
}

async function enter(
  browser: Browser,
  code: string | undefined,
  tenantName = 'aurora',
  headers: Record<string, string> = {},
  asked: { remember?: boolean } = {},
) {
  const response = await browser.fetch(`${world.url}${calls.enterByIdentity.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ tenantName, code, ...asked }),
  });
  const body: unknown = await response.json();
  const answer = calls.enterByIdentity.answer.safeParse(body).data;
  const key = JSON.stringify(body).match(/"key":"([^"]+)"/)?.[1];
  return { status: response.status, answer, key };
}

const confirmed = z.object({ second_factor_token: z.string() });

async function switchMaintenance(on: boolean): Promise<void> {
  const { version } = await askRest(world.url, support, maintenance, {});
  await askRest(world.url, support, setMaintenance, { on, version });
}

describe('logging in', () => {
  test('start -> provider -> callback -> page -> in: a session like any other; once, in that browser, within a minute', async () => {
    const start = `${await startOf()}&to=${encodeURIComponent('/users?page=2')}`;
    accounts.set(BRUNO, { email: BRUNO.toUpperCase(), email_verified: true });
    const browser = new Browser();
    const address = await browser.logInAt(start, BRUNO, isPage);
    expect(address).toMatch(`${world.url}/aurora/login?to=%2Fusers%3Fpage%3D2#identity=`);
    const { identity: code } = told(address);
    expect(await enter(new Browser(), code)).toMatchObject({ status: 400, key: 'error.identity.expired' });
    const stranger = await come('outra', { email: ANA, email_verified: true });
    expect(await enter(stranger.browser, code)).toMatchObject({ status: 400, key: 'error.identity.expired' });
    expect(await enter(browser, code, 'brisa')).toMatchObject({ status: 409, key: 'error.identity.off' });
    const cookie = `balcao_identity_grant=${browser.jarOf(world.url).value('balcao_identity_grant', calls.enterByIdentity.path)}`;
    const entered = await enter(browser, code);
    expect(entered).toMatchObject({ status: 200, answer: { tenantName: 'aurora', origin_backoffice: false } });
    const token = entered.answer?.access_token ?? '';
    expect((await world.call('POST', '/api/users/email', { email: BRUNO }, { token })).status).toBe(200);
    expect(browser.jarOf(world.url).value('balcao_refresh', '/aurora/graphql')).toBeDefined();
    expect(await enter(browser, code)).toMatchObject({ status: 400, key: 'error.identity.expired' });
    // Nor for who has kept the cookie.
    expect(await enter(new Browser(), code, 'aurora', { cookie })).toMatchObject({ key: 'error.identity.expired' });
    expect((await world.auditOf(BRUNO)).at(-1)).toBe('login');
    // The provider's word isn't the password: to choose another takes the present one, or a mail.
    const bruno = { tenant: 'aurora', token };
    expect(await refusalOf(callGraphql(world.url, bruno, updateUserPassword, { password: 'Bem#outra+senha7' }))).toBe(
      'FORBIDDEN error.password.unproven',
    );

    const late = await come(BRUNO);
    world.clock.advance(61_000);
    expect(await enter(late.browser, late.identity)).toMatchObject({ key: 'error.identity.expired' });
  });

  test('asked to stay logged in -> the page is told, and the session outlasts the browser; not asked -> it doesn’t', async () => {
    const lasts = async (asked: string) => {
      const browser = new Browser();
      const { identity, remember } = told(await browser.logInAt(`${await startOf()}${asked}`, BRUNO, isPage));
      await enter(browser, identity, 'aurora', {}, remember === 'true' ? { remember: true } : {});
      const [session] = await world.rows<{ remember: boolean }>(
        'select remember from session where user_id = (select id from app_user where email = $1) order by id desc limit 1',
        [BRUNO],
      );
      return { told: remember, session: session?.remember };
    };
    accounts.set(BRUNO, { email: BRUNO, email_verified: true });
    expect(await lasts('&remember=true')).toEqual({ told: 'true', session: true });
    expect(await lasts('')).toEqual({ told: undefined, session: false });
  });

  test('who was known once is known by the provider’s name for them, whatever their e-mail is there; another with it is not', async () => {
    expect((await come(BRUNO)).identity).toBeDefined();
    expect((await come(BRUNO, { email: 'casado@aurora.example', email_verified: true })).identity).toBeDefined();
    const other = await come('sucessor', { email: BRUNO, email_verified: true });
    expect(other.identity_error).toBe('error.identity.otherPerson');
  });

  test.each<[string, Account, string]>([
    ['an e-mail nobody has verified', { email: BRUNO, email_verified: false }, 'error.identity.unverified'],
    ['no e-mail', {}, 'error.identity.unverified'],
    ['an e-mail that is none', { email: 'x@y@aurora.example', email_verified: true }, 'error.identity.unverified'],
    ['another domain', { email: 'bruno@sub.aurora.example', email_verified: true }, 'error.identity.otherDomain'],
    ['nobody of the company', { email: 'ninguem@aurora.example', email_verified: true }, 'error.identity.noUser'],
  ])('refused, in words on the login page: %s', async (_name, account, key) => {
    const { identity, identity_error: error } = await come('alguem', account);
    expect([identity, error]).toEqual([undefined, key]);
    const [noted] = await world.rows<{ key: string }>(
      "select details->>'key' as key from audit where action = 'login.identityRefused' order by id desc limit 1",
    );
    expect(noted?.key).toBe(key);
  });

  test('another company’s user doesn’t get in, also where users are made; nor support at a company it helps', async () => {
    const bia = 'bia@brisa.example';
    await set({ email_domain: 'brisa.example', creates_users: true, role_id: attendants });
    expect((await come(bia)).identity_error).toBe('error.identity.noUser');
    const { identity: code, browser } = await (async () => {
      await set();
      return come(BRUNO);
    })();
    expect(await enter(browser, code, 'brisa')).toMatchObject({ status: 409 });
    await world.rows('update app_user set support_user_id = 1 where email = $1', [BRUNO]);
    await world.rows('delete from identity_link');
    expect((await come(BRUNO)).identity_error).toBe('error.identity.noUser');
    await world.rows('update app_user set support_user_id = null where email = $1', [BRUNO]);
  });

  test('blocked -> refused, before the provider and between it and the page', async () => {
    await come(BRUNO);
    await world.rows('update app_user set is_blocked = true where email = $1', [BRUNO]);
    expect((await come(BRUNO)).identity_error).toBe('error.login.blocked');
    await world.rows('update app_user set is_blocked = false where email = $1', [BRUNO]);
    const { browser, identity } = await come(BRUNO);
    await world.rows('update app_user set is_blocked = true where email = $1', [BRUNO]);
    expect(await enter(browser, identity)).toMatchObject({ status: 403, key: 'error.login.blocked' });
    await world.rows('update app_user set is_blocked = false where email = $1', [BRUNO]);
  });

  test('made by the first login, as the company’s role, while there are seats: two at once for the last one, one gets it', async () => {
    await set({ creates_users: true, role_id: attendants });
    const users = await world.rows<{ count: number }>(
      "select count(*)::integer count from app_user u join tenant t on t.id = u.tenant_id where t.slug = 'aurora' and u.deleted_at is null",
    );
    await world.rows("update tenant set user_limit = $1 where slug = 'aurora'", [(users[0]?.count ?? 0) + 1]);
    const both = await Promise.all([
      come('um', {
        email: 'bruno@aurora.example'.replace('bruno', 'nova.pessoa'),
        email_verified: true,
        name: 'Nova Pessoa',
      }),
      come('dois', { email: 'outra@aurora.example', email_verified: true, name: '\u0000<b>' }),
    ]);
    expect(both.map(({ identity_error }) => identity_error ?? 'in').toSorted()).toEqual(['error.identity.full', 'in']);
    await world.rows("update tenant set user_limit = null where slug = 'aurora'");
    const winner = both.find(({ identity }) => identity !== undefined);
    const entered = await enter(winner?.browser ?? new Browser(), winner?.identity);
    expect(entered.answer?.has_permission_routes).toEqual([{ route_name: 'chat' }]);
    // The other one too, now that there is room; whose login name is taken gets another.
    await come('dois', { email: 'outra@aurora.example', email_verified: true, name: 'Outra' });
    await come('um', { email: 'nova.pessoa@aurora.example', email_verified: true, name: 'Nova Pessoa' });
    await come('tres', { email: 'bru+no@aurora.example', email_verified: true });
    const made = await world.rows(
      "select name, username, is_blocked from app_user where email in ('outra@aurora.example', 'nova.pessoa@aurora.example', 'bru+no@aurora.example') order by email",
    );
    expect(made).toMatchObject([
      { name: 'bru+no', username: 'bruno2' },
      { name: 'Nova Pessoa', username: 'nova.pessoa' },
      { username: 'outra' },
    ]);
  });

  test('who has no password sets a second factor up within five minutes of the login', async () => {
    const { browser, identity } = await come(BRUNO);
    const token = (await enter(browser, identity)).answer?.access_token ?? '';
    const prepare = async () =>
      world.call('POST', `/api/user-settings/${await world.idOf(BRUNO)}/two-factor`, {}, { token });
    expect((await prepare()).status).toBe(200);
    await world.rows("update session set created_at = created_at - interval '6 minutes'");
    expect(await prepare()).toMatchObject({ status: 403, body: { error: { key: 'error.password.unproven' } } });
    await world.rows('delete from totp');
  });

  test('while the platform is worked on: 503, and in once it is over; nor does a code let in', async () => {
    const { browser, identity } = await come(BRUNO);
    const { codeOf } = await world.addTwoFactor(ANA);
    const challenged = await world.logIn(ANA);
    const confirm = () =>
      world.call('POST', '/api/auth/second-factor', {
        second_factor_token: confirmed.parse(challenged.body).second_factor_token,
        code: codeOf(),
      });
    await switchMaintenance(true);
    try {
      expect(await enter(browser, identity)).toMatchObject({ status: 503, key: 'error.maintenance' });
      expect(await confirm()).toMatchObject({ status: 503, body: { error: { key: 'error.maintenance' } } });
    } finally {
      await switchMaintenance(false);
    }
    expect(await enter(browser, identity)).toMatchObject({ status: 200 });
    expect(await confirm()).toMatchObject({ status: 200 });
    await world.rows('delete from totp');
  });

  test('a second factor is asked for all the same', async () => {
    const { codeOf } = await world.addTwoFactor(BRUNO);
    const { browser, identity } = await come(BRUNO);
    const { answer } = await enter(browser, identity);
    expect(answer).toMatchObject({ access_token: null, second_factor: true });
    const confirmed = await world.call('POST', '/api/auth/second-factor', {
      second_factor_token: answer?.second_factor_token,
      code: codeOf(),
    });
    expect(confirmed).toMatchObject({ status: 200, body: { tenantName: 'aurora' } });
    await world.rows('delete from totp');
  });
});

describe('what comes back', () => {
  /** A browser on its way to the provider: what the server keeps in it, and the answer that a provider would send it back with. */
  async function leave(browser = new Browser()) {
    const response = await browser.fetch(await startOf());
    const asked = new URL(response.headers.get('location') ?? '').searchParams;
    return { browser, state: asked.get('state') ?? '', nonce: asked.get('nonce') ?? '', asked };
  }
  const back = async (browser: Browser, query: Record<string, string>) => {
    const address = `${world.url}${calls.IDENTITY_CALLBACK}?${new URLSearchParams(query).toString()}`;
    const response = await browser.fetch(address);
    return new URL(response.headers.get('location') ?? 'none:', address).href;
  };

  test('asked with PKCE, state and nonce; no ticket, another browser’s or login’s, twice, too late, declined: refused', async () => {
    const { browser, state, asked } = await leave();
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: `${world.url}${calls.IDENTITY_CALLBACK}`,
    });
    const page = `${world.url}/aurora/login#identity_error=`;
    const answer = { code: 'x', state, iss: provider.url };
    expect(await back(new Browser(), answer)).toBe(`${page}error.identity.expired`);
    expect(await back(browser, { ...answer, state: `${state.slice(0, 20)}${'A'.repeat(23)}.aurora` })).toBe(
      `${page}error.identity.expired`,
    );
    expect(await back(browser, { ...answer, state: 'nonsense' })).toBe('none:');
    const declined = await leave();
    expect(await back(declined.browser, { error: 'access_denied', state: declined.state, iss: provider.url })).toBe(
      `${page}error.identity.denied`,
    );
    const late = await leave();
    world.clock.advance(11 * 60_000);
    expect(await back(late.browser, { ...answer, state: late.state })).toBe(`${page}error.identity.expired`);
  });

  test('ID tokens that are not right: another’s, old, of another login, unsigned, signed by somebody else', async () => {
    const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
    let forged: (claims: JWTPayload) => Promise<string> = async () => '';
    let nonce = '';
    const forger = await startForger(async (path) => {
      const issuer = forger.url;
      switch (path) {
        case '/.well-known/openid-configuration':
          return {
            issuer,
            authorization_endpoint: `${issuer}/auth`,
            token_endpoint: `${issuer}/token`,
            jwks_uri: `${issuer}/jwks`,
            response_types_supported: ['code'],
            subject_types_supported: ['public'],
            id_token_signing_alg_values_supported: ['RS256'],
          };
        case '/jwks':
          return { keys: [{ ...(await exportJWK(own.publicKey)), alg: 'RS256', use: 'sig', kid: 'own' }] };
        case '/token': {
          const seconds = Math.floor(Date.now() / 1000);
          const claims = {
            iss: issuer,
            aud: CLIENT.id,
            sub: 'forged',
            nonce,
            iat: seconds,
            exp: seconds + 60,
            email: BRUNO,
            email_verified: true,
          };
          return { access_token: 'x', token_type: 'bearer', id_token: await forged(claims) };
        }
        default:
          return undefined;
      }
    });
    await set({ issuer: forger.url });
    const sign = (claims: JWTPayload, key = own.privateKey) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(key);
    const unsigned = (claims: JWTPayload) =>
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
    const tries: [string, typeof forged, string | undefined][] = [
      ['right', (claims) => sign(claims), undefined],
      ['of another issuer', (claims) => sign({ ...claims, iss: provider.url }), 'error.identity.failed'],
      ['for another client', (claims) => sign({ ...claims, aud: 'other' }), 'error.identity.failed'],
      ['too old', (claims) => sign({ ...claims, iat: 1, exp: 2 }), 'error.identity.failed'],
      ['of another login', (claims) => sign({ ...claims, nonce: 'other' }), 'error.identity.failed'],
      ['without the login’s mark', (claims) => sign({ ...claims, nonce: undefined }), 'error.identity.failed'],
      ['of somebody else’s key', (claims) => sign(claims, foreign.privateKey), 'error.identity.failed'],
      ['unsigned', async (claims) => unsigned(claims), 'error.identity.failed'],
    ];
    for (const [name, make, wanted] of tries) {
      const gone = await leave();
      [forged, nonce] = [make, gone.nonce];
      const found = told(await back(gone.browser, { code: 'x', state: gone.state }));
      expect([name, found['identity_error'], found['identity'] !== undefined]).toEqual([
        name,
        wanted,
        wanted === undefined,
      ]);
    }
    await forger.stop();
  });
});

describe('setting one up', () => {
  const refused = (change: Record<string, unknown>, token = ana) =>
    refusedRest(world.url, token, calls.updateIdentityProvider, { ...form(), ...change });
  const read = (token: string, tenantName = 'aurora') =>
    askRest(world.url, token, calls.identityProvider, { tenantName });

  test('by the company’s administrator or the back-office; the secret is sealed and never returned; off -> no button', async () => {
    const held = await read(ana);
    expect(held).toMatchObject({
      has_secret: true,
      callback_url: `${world.url}${calls.IDENTITY_CALLBACK}`,
      enabled: true,
    });
    expect(await read(support)).toEqual(held);
    const everything = JSON.stringify([
      held,
      await world.rows('select * from identity_provider'),
      await world.rows("select details from audit where action = 'identity.update'"),
    ]);
    expect(everything).not.toContain(CLIENT.secret);
    const bruno = await world.server.tokenOf(BRUNO);
    const bia = await world.server.tokenOf('bia@brisa.example');
    expect(await refused({}, bruno)).toMatchObject({ status: 403 });
    expect(await refused({}, bia)).toMatchObject({ status: 404 });
    // The back-office’s own is its administrators’.
    const { email } = await letIn(world.server, ['tenants'], { tenant: 'balcao', name: 'implantador' });
    const office = await world.server.tokenOf(email);
    expect(await read(office)).toEqual(held);
    expect(await refusedRest(world.url, office, calls.identityProvider, { tenantName: 'balcao' })).toMatchObject({
      status: 403,
    });
    // What is left out stays.
    const { client_secret: _, ...rest } = form();
    await askRest(world.url, ana, calls.updateIdentityProvider, { ...rest, version: held.version });
    expect((await come(BRUNO)).identity).toBeDefined();
    expect(await refused({ version: held.version })).toMatchObject({ status: 409, key: 'error.form.conflict' });
    await set({ enabled: false });
    expect(await startOf()).toBe('');
    expect((await new Browser().follow(`${world.url}${calls.IDENTITY_START}?tenantName=aurora`, isPage)).address).toBe(
      `${world.url}/aurora/login#identity_error=error.identity.off`,
    );
    expect(await refusedRest(world.url, '', calls.identityLogin, { tenantName: 'nowhere' })).toMatchObject({
      status: 404,
      key: 'error.company.unknown',
    });
  });

  test.each([
    [{ issuer: 'login.example' }, { issuer: 'error.identity.issuer' }],
    [{ issuer: 'http://127.0.0.1:9' }, { issuer: 'error.identity.notAnIssuer' }],
    [{ label: '' }, { label: 'error.field.required' }],
    [{ email_domain: 'não é' }, { email_domain: 'error.identity.domain' }],
    [{ creates_users: true }, { role_id: 'error.field.required' }],
    [{ creates_users: true, role_id: '987654321' }, { role_id: 'error.field.gone' }],
  ])('refused by field, nothing saved by half: %o', async (wrong, fields) => {
    const before = await world.rows('select * from identity_provider');
    expect(await refused({ label: 'Metade', ...wrong })).toMatchObject({ status: 400, fields });
    expect(await world.rows('select * from identity_provider')).toEqual(before);
  });

  test('a first login makes nobody an administrator, nor what another company’s are', async () => {
    const [role] = await world.rows<{ id: string }>(
      "select r.id from role r join tenant t on t.id = r.tenant_id where t.slug = 'aurora' and r.name = 'administrador'",
    );
    expect(await refused({ creates_users: true, role_id: role?.id })).toMatchObject({
      fields: { role_id: 'error.identity.adminRole' },
    });
    const [theirs] = await world.rows<{ id: string }>(
      "select r.id from role r join tenant t on t.id = r.tenant_id where t.slug = 'brisa' and r.name = 'atendente'",
    );
    expect(await refused({ creates_users: true, role_id: theirs?.id })).toMatchObject({
      fields: { role_id: 'error.field.gone' },
    });
  });
});
