import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as links from '../../../contract/rest/account-links.ts';
import { createInstance, managedInstances, updateInstance } from '../../../contract/rest/instances.ts';
import { inviteAdministrator } from '../../../contract/rest/invitations.ts';
import { createTenant } from '../../../contract/rest/tenants.ts';
import { startSink } from '../../../server/mail/sink.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { cnpjOf } from '../../support/cnpj.ts';
import { createTestDatabase } from '../../support/database.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { linkedToken, runAdmin, spawnAdmin } from '../../support/operator.ts';
import { askRest } from '../../support/rest-calls.ts';
import { spawnServer, TEST_PASSWORD, tokenOf } from '../../support/server.ts';

const PUBLIC_URL = 'https://balcao.example.com';
const ROOT = 'raiz@plataforma.example';
const BOSS = 'chefe@padaria.example';

test('an empty database -> the operator makes the back-office -> it makes a company, its administrator a number', async () => {
  const database = await createTestDatabase();
  const sink = await startSink();
  const env = { DATABASE_URL: database.url, PUBLIC_URL };
  const mail = { SMTP_URL: sink.url, MAIL_FROM: 'x@balcao.example' };
  const server = await spawnServer({ env: { ...env, ...mail } });
  try {
    await expectEventually(() => server.output()).toContain('npm run admin -- create-backoffice EMAIL');
    const first = await runAdmin(env, 'create-backoffice', ROOT, '--name', 'Plataforma');
    expect([first.code, first.err]).toEqual([0, '']);
    expect(first.out).toContain(
      `The back-office "Plataforma" was made. Its people log in at ${PUBLIC_URL}/plataforma/`,
    );
    expect(first.out).toContain(`${PUBLIC_URL}/plataforma/pages/register#token=`);
    // Again, somewhere else: the link before is of no more use.
    const again = await runAdmin({ DATABASE_URL: database.url }, 'create-backoffice', ROOT, '--url', server.url);
    expect(again.out).not.toContain('was made');
    expect(again.out).toContain(`${server.url}/plataforma/pages/register#token=`);
    const person = { name: 'Raiz', username: 'raiz', password: TEST_PASSWORD };
    const late = askRest(server.url, '', links.register, { ...person, token: linkedToken(first, 'register') });
    await expect(late).rejects.toThrow('error.link.expired');
    const arrived = await askRest(server.url, '', links.register, { ...person, token: linkedToken(again, 'register') });
    expect(arrived).toEqual({ email: ROOT, tenantName: 'plataforma' });

    const root = await tokenOf(server.url, ROOT, TEST_PASSWORD);
    const company = { name: 'Padaria do Zé', cnpj: cnpjOf('77.001.333/0001') };
    const { tenantName } = await askRest(server.url, root, createTenant, company);
    await askRest(server.url, root, inviteAdministrator, { tenantName, email: BOSS });
    await expectEventually(() => sink.mails().map(({ to }) => to)).toEqual([BOSS]);
    const token = /\/pages\/register#token=([\w.-]+)/.exec(sink.mails()[0]?.text ?? '')?.[1];
    const boss = { name: 'José', username: 'zeca', password: TEST_PASSWORD, token };
    expect(await askRest(server.url, '', links.register, boss)).toEqual({ email: BOSS, tenantName });
    const bearer = await tokenOf(server.url, BOSS, TEST_PASSWORD);
    const { id } = await askRest(server.url, bearer, createInstance, { name: 'Balcão da padaria', tenantName });
    const credentials = {
      id,
      tenantName,
      phone_number_id: '300000000000001',
      access_token: 'EAAG-um-token-da-padaria',
    };
    await askRest(server.url, bearer, updateInstance, credentials);
    const [instance] = await askRest(server.url, bearer, managedInstances, { tenantName });
    expect(instance).toMatchObject({ name: 'Balcão da padaria', phone_number_id: '300000000000001' });

    const taken = await spawnAdmin(env, 'create-backoffice', BOSS);
    expect([taken.code, taken.out]).toEqual([1, '']);
    expect(taken.err).toContain(`${BOSS} is a user of Padaria do Zé (/${tenantName}) already`);
    const renamed = await runAdmin(env, 'create-backoffice', 'outra@plataforma.example', '--name', 'Outra');
    expect([renamed.code, renamed.err]).toEqual([1, expect.stringContaining('is called Plataforma: leave out --name')]);
  } finally {
    await server.end();
    await sink.stop();
    await database.drop();
  }
});

describe('beside a running server', () => {
  let world: World;
  let env: { DATABASE_URL: string };
  beforeAll(async () => {
    world = await startAttendance();
    env = { DATABASE_URL: world.server.databaseUrl };
  });
  afterAll(() => world.stop());
  const deeds = async () =>
    await world.rows<{ action: string; user_id: string | null; here: boolean }>(
      `select action, user_id, (details->>'on_machine')::boolean as here from audit where details ? 'on_machine' order by id desc limit 1`,
    );

  test('a lost password: a link, good once, whose user logs in with another', async () => {
    const { bruno } = world.people;
    const made = await runAdmin(env, 'reset-password', bruno.email.toUpperCase(), '--url', world.url);
    expect([made.code, made.err]).toEqual([0, '']);
    expect(await deeds()).toEqual([{ action: 'password.resetAsked', user_id: null, here: true }]);
    const token = linkedToken(made, 'reset-password');
    const given = { token, password: TEST_PASSWORD };
    expect(await askRest(world.url, '', links.resetPassword, given)).toMatchObject({ tenantName: 'aurora' });
    await expect(askRest(world.url, '', links.resetPassword, given)).rejects.toThrow('error.link.expired');
    await tokenOf(world.url, bruno.email, TEST_PASSWORD);
    await world.rows('update app_user set is_blocked = true where id = $1', [bruno.id]);
    const refused = await runAdmin(env, 'reset-password', bruno.email, '--url', world.url);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('is blocked in Aurora Móveis')]);
  });

  test('a lost second factor: logs in with the password alone again', async () => {
    const { ana } = world.people;
    await world.rows(
      `insert into totp (tenant_id, user_id, sealed_secret, confirmed_at) select tenant_id, id, 'x', now() from app_user where id = $1`,
      [ana.id],
    );
    await expect(world.server.tokenOf(ana.email)).rejects.toThrow('second_factor');
    const taken = await spawnAdmin(env, 'reset-second-factor', ana.email);
    expect([taken.code, taken.out]).toEqual([0, `${ana.email} logs in with the password alone now.\n`]);
    await world.server.tokenOf(ana.email);
    expect(await deeds()).toEqual([{ action: 'twoFactor.takenAway', user_id: null, here: true }]);
    expect((await runAdmin(env, 'reset-second-factor', ana.email)).out).toContain('nothing was changed');
  });

  test('sessions are listed, and end: sockets close at once', async () => {
    const { carla } = world.people;
    const socket = await world.socket(carla);
    const listed = await runAdmin(env, 'list-sessions', carla.email);
    expect(listed.out).toMatch(/^since \S+Z {2}last used \S+Z {2}from 127\.0\.0\.1/);
    const ended = await runAdmin(env, 'end-sessions', carla.email);
    expect([ended.code, ended.out]).toEqual([0, `1 session of ${carla.email} ended.\n`]);
    expect((await socket.closed).code).toBe(4403);
    expect(await deeds()).toEqual([{ action: 'user.disconnect', user_id: null, here: true }]);
    expect((await runAdmin(env, 'list-sessions', carla.email)).out).toContain('logged in nowhere');
  });

  test.each([
    [
      'nobody has the e-mail',
      1,
      'Nobody has the e-mail x@nowhere.example here.',
      ['end-sessions', 'x@nowhere.example'],
    ],
    ['no e-mail at all', 1, '"x" is not an e-mail address.', ['end-sessions', 'x']],
    ['a link that leads nowhere', 1, 'Set PUBLIC_URL, or add --url', ['reset-password', 'ana@aurora.example']],
    ['no e-mail', 2, 'end-sessions needs an e-mail address.\n\nUsage:', ['end-sessions']],
    ['another command', 2, 'There is no command "drop".\n\nUsage:', ['drop', 'ana@aurora.example']],
    ['an option that there is not', 2, '--force', ['end-sessions', 'ana@aurora.example', '--force']],
  ])('refuses %s', async (_what, code, sentence, args) => {
    const said = await runAdmin(env, ...args);
    expect([said.code, said.out]).toEqual([code, '']);
    expect(said.err).toContain(sentence);
    expect(said.err).not.toContain('    at ');
  });
});

test('on the embedded database: before the server ran, while it runs, and the help', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-operator-'));
  const env = { DATA_DIR: folder, PUBLIC_URL };
  try {
    const before = await runAdmin(env, 'create-backoffice', ROOT);
    expect([before.code, before.err]).toEqual([0, '']);
    const server = await spawnServer({ env });
    try {
      const token = linkedToken(await spawnAdmin(env, 'create-backoffice', ROOT), 'register');
      const person = { token, name: 'Raiz', username: 'raiz', password: TEST_PASSWORD };
      expect(await askRest(server.url, '', links.register, person)).toEqual({ email: ROOT, tenantName: 'balcao' });
    } finally {
      await server.end();
    }
    expect((await runAdmin({}, '--help')).out).toMatch(/^Usage: npm run admin -- COMMAND EMAIL/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
