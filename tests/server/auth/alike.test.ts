import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { recordLoginFailures } from '../../../server/domain/auth/login-failures.ts';
import { startWorld as startHttp } from '../account/world.ts';
import type { World as HttpWorld } from '../account/world.ts';
import { ANA, BIA, BRUNO, createWorld } from './world.ts';
import type { World } from './world.ts';

/* A failed login asks the database the same whoever it is for. How long it takes, the hash with it, `npm run bench login` measures. */

const CARLA = 'carla@aurora.example';
const NOBODY = 'ninguem@aurora.example';
const WRONG = { password: 'errada' };

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const sql = (text: string, values: unknown[] = []) => world.owner.query(text, values);

/** What a login asks the database, in order. */
async function workOf(login: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = [];
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await login();
    for (const [query] of spy.mock.calls) {
      const text: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'text') : query;
      if (typeof text === 'string') asked.push(text.replaceAll(/'\d+'/g, 'an id'));
    }
  } finally {
    spy.mockRestore();
  }
  return asked;
}

test.each<[string, () => Promise<unknown>, { tenantName?: string }?]>([
  ['an e-mail that nobody has', async () => undefined],
  ['one of another company', async () => undefined, { tenantName: 'brisa' }],
  ['a company that isn’t there', async () => undefined, { tenantName: 'nowhere' }],
  ['blocked', () => sql('update app_user set is_blocked = true where email = $1', [BRUNO])],
  ['without a password', () => sql("update app_user set password_hash = '' where email = $1", [BRUNO])],
  [
    'with a second factor',
    () =>
      sql(
        "insert into totp (tenant_id, user_id, sealed_secret, confirmed_at) select tenant_id, id, 'x', now() from app_user where email = $1",
        [BRUNO],
      ),
  ],
  ['deleted', () => sql('update app_user set deleted_at = now() where email = $1', [BRUNO])],
  ['of a deleted company', () => sql("update tenant set deleted_at = now() where slug = 'brisa'")],
])('wrong password against %s -> the same queries and writes', async (name, make, more = {}) => {
  const usual = await workOf(() => world.tryToLogIn(ANA, WRONG));
  expect(usual.filter((text) => text.startsWith('insert into "login_failure"'))).toHaveLength(1);
  await make();
  const email = name.includes('nobody')
    ? NOBODY
    : name.includes('deleted company')
      ? BIA
      : more.tenantName
        ? CARLA
        : BRUNO;
  expect(await workOf(() => world.tryToLogIn(email, { ...WRONG, ...more }))).toEqual(usual);
});

test('the audit is written afterwards, each failure once, with its time; nobody’s are forgotten', async () => {
  await recordLoginFailures(world.services);
  await world.tryToLogIn(CARLA, WRONG);
  await world.tryToLogIn(NOBODY, WRONG);
  const failures = () =>
    sql("select at from audit where action = 'login.failed' and user_id = (select id from app_user where email = $1)", [
      CARLA,
    ]);
  const noted = await sql('select at from login_failure where user_id > 0');
  const before = (await failures()).rowCount ?? 0;
  // Two nodes at once.
  await Promise.all([recordLoginFailures(world.services), recordLoginFailures(world.services)]);
  const { rows } = await failures();
  expect(rows).toHaveLength(before + 1);
  expect(rows).toContainEqual(noted.rows[0]);
  expect((await sql('select from login_failure')).rowCount).toBe(0);
});

describe('over HTTP', () => {
  // Not before: what it asks the database by itself would be counted above.
  let http: HttpWorld;
  beforeAll(async () => {
    http = await startHttp();
  });
  afterAll(() => http.server.stop());

  test.each([
    ['/api/auth/login', (email: string) => ({ email, password: 'errada' })],
    [
      '/aurora/graphql',
      (email: string) => ({
        query:
          'mutation ($email: String!) { logIn(email: $email, password: "errada") { token second_factor_token user { id } } }',
        variables: { email },
      }),
    ],
    [
      '/brisa/graphql',
      (email: string) => ({ query: `mutation { logIn(email: "${email}", password: "errada") { token } }` }),
    ],
    ['/api/auth/forgot-password', (email: string) => ({ email })],
  ])(
    '%s: the same status, headers and bytes for an e-mail that somebody has and for one that nobody has',
    async (path, body) => {
      const answerTo = async (email: string) => {
        const response = await fetch(http.url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body(email)),
        });
        const headers = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
        return {
          status: response.status,
          headers,
          text: (await response.text()).replaceAll(/"request_id":"[^"]*"/g, ''),
        };
      };
      expect(await answerTo(NOBODY)).toEqual(await answerTo(ANA));
    },
  );
});
