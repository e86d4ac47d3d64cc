import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RestCall } from '../../../contract/rest/call.ts';
import * as calls from '../../../contract/rest/tenants.ts';
import { newFlowKey } from '../../../contract/graphql/flow-starts.ts';
import { newSavedView } from '../../../contract/graphql/saved-views.ts';
import { blockUser } from '../../../contract/graphql/block-user.ts';
import { deleteUser } from '../../../contract/graphql/delete-user.ts';
import { deleteUserInstance } from '../../../contract/graphql/delete-user-instance.ts';
import { disconnectUser } from '../../../contract/graphql/disconnect-user.ts';
import { userInfos } from '../../../contract/graphql/user-infos.ts';
import { updateUserPassword } from '../../../contract/graphql/update-user-password.ts';
import { CLOSED_TO_SUPPORT } from '../../../contract/facts/access-calls.ts';
import { resetPassword } from '../../../contract/rest/account-links.ts';
import { addUser } from '../../../contract/rest/add-user.ts';
import { changeUser } from '../../../contract/rest/change-user.ts';
import { removeUser } from '../../../contract/rest/remove-user.ts';
import { updateSecuritySettings } from '../../../contract/rest/security-settings.ts';
import { updateIdentityProvider } from '../../../contract/rest/identity.ts';
import { invite, inviteAdministrator } from '../../../contract/rest/invitations.ts';
import { setDynamicSetting } from '../../../contract/rest/dynamic-settings.ts';
import { updatePermissions } from '../../../contract/rest/update-permissions.ts';
import { updateProfile } from '../../../contract/rest/profile.ts';
import { updateUserSettings, prepareTwoFactor } from '../../../contract/rest/user-settings.ts';
import { mySessions as listSessions } from '../../../contract/graphql/my-sessions.ts';
import { revokeOtherSessions } from '../../../contract/graphql/revoke-other-sessions.ts';
import { revokeSession } from '../../../contract/graphql/revoke-session.ts';
import { login } from '../../../contract/rest/login.ts';
import { logout } from '../../../contract/rest/logout.ts';
import { refreshToken } from '../../../contract/graphql/refresh-token.ts';
import { withTenant } from '../../../server/db/database.ts';
import { addResetLink } from '../../../server/domain/account/password-reset.ts';
import { callGraphql, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { createClock } from '../../support/clock.ts';
import { askRest, refusedRest, sendRest } from '../../support/rest-calls.ts';
import { SAVED_VIEW } from '../../support/saved-view.ts';
import { DEMO_PASSWORD } from '../../support/server.ts';

const clock = createClock();
let world: World;
let support: string;

beforeAll(async () => {
  world = await startAttendance({ now: clock.now });
  support = await world.server.tokenOf('suporte@balcao.example');
});
afterAll(() => world.stop());

let used = 0;
const ask = <Body, Answer>(call: RestCall<Body, Answer>, given: Record<string, unknown> = {}, token = support) =>
  askRest(world.url, token, call, given);
const refused = <Body, Answer>(call: RestCall<Body, Answer>, given: Record<string, unknown> = {}, token = support) =>
  refusedRest(world.url, token, call, given);

test('outside -> inside, marked and written down on both sides -> over after an hour, however often refreshed', async () => {
  const response = await sendRest(world.url, support, calls.enterTenant, { tenantName: 'brisa' });
  const entered = calls.enterTenant.answer.parse(await response.json());
  expect(entered.user).toMatchObject({ name: 'Suporte Balcão (suporte)', role: { name: 'administrador' } });
  expect(entered.company).toBe('Brisa Turismo');
  expect(entered.has_permission_routes).not.toContainEqual({ route_name: 'tenants' });
  const inside = { tenant: 'brisa', token: entered.access_token };
  expect((await callGraphql(world.url, inside, userInfos, {})).userInfos).toMatchObject({
    name: 'Suporte Balcão (suporte)',
  });
  expect(await refused(calls.paginatedTenants, {}, entered.access_token)).toMatchObject({ status: 403 });
  const audited = await world.rows(
    `select t.slug, a.details->'acting_for'->>'user' as "actingFor" from audit a join tenant t on t.id = a.tenant_id
    where a.action = 'tenant.enter' order by t.slug`,
  );
  expect(audited).toEqual([
    { slug: 'balcao', actingFor: null },
    { slug: 'brisa', actingFor: 'suporte@balcao.example' },
  ]);
  const cookie = response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const refresh = async (given: string) =>
    fetch(`${world.url}/brisa/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: given },
      body: JSON.stringify({ query: refreshToken.document }),
    });
  clock.advance(50 * 60_000);
  const renewed = await refresh(cookie);
  expect(renewed.status).toBe(200);
  clock.advance(10 * 60_000 + 1);
  const next = renewed.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  expect((await refresh(next)).status).toBe(401);
  support = await world.server.tokenOf('suporte@balcao.example');
  // The same support user again; it counts for no limit, and has no password to log in with.
  await ask(calls.enterTenant, { tenantName: 'brisa' });
  expect(await world.rows('select from app_user where support_user_id is not null')).toHaveLength(1);
  const { items } = await ask(calls.paginatedTenants, { search: 'brisa' });
  expect(items[0]?.usage.users).toBe(2);
  const [user] = await world.rows<{ email: string }>('select email from app_user where support_user_id is not null');
  await expect(world.server.tokenOf(user?.email ?? '', DEMO_PASSWORD)).rejects.toThrow('401');
  await expect(world.server.tokenOf(user?.email ?? '', '')).rejects.toThrow('401');
});

test('inside -> a password, a profile, a second factor of one’s own: refused; no other way in, nor one without an end', async () => {
  const { access_token: token, user } = await ask(calls.enterTenant, { tenantName: 'brisa' });
  const inside = { tenant: 'brisa', token };
  const own = callGraphql(world.url, inside, updateUserPassword, { password: 'Outra#senha-2026!' });
  expect(await refusalOf(own)).toBe('FORBIDDEN error.support.ownUser');
  const refusals = [
    await refused(updateProfile, { name: 'Alguém' }, token),
    await refused(prepareTwoFactor, { id: user.id }, token),
    await refused(updateUserSettings, { id: user.id, two_factor: true, code: '123456' }, token),
  ];
  for (const each of refusals) expect(each).toMatchObject({ status: 403, key: 'error.support.ownUser' });
  // Nor views of one’s own: whoever helps next time is the same user.
  expect(await refusalOf(callGraphql(world.url, inside, newSavedView, { name: 'Urgentes', ...SAVED_VIEW }))).toBe(
    'FORBIDDEN error.forbidden',
  );
  // As if one had been set before it was refused.
  const [{ email } = { email: '' }] = await world.rows<{ email: string }>(
    `update app_user set password_hash = (select password_hash from app_user where email = 'bia@brisa.example')
    where id = $1 returning email`,
    [user.id],
  );
  await expect(world.server.tokenOf(email)).rejects.toThrow('401');
  await world.rows("update app_user set password_hash = '' where id = $1", [user.id]);
  await callGraphql(world.url, inside, userInfos, {});
  await world.rows('update session set ends_at = null where user_id = $1', [user.id]);
  expect(await refusalOf(callGraphql(world.url, inside, userInfos, {}))).toContain('UNAUTHENTICATED');
});

test('inside -> disconnected or forbidden by the company: outside at once, sockets too; blocked: refused', async () => {
  const bia = { ...world.people.bia, token: await world.server.tokenOf('bia@brisa.example') };
  const comeIn = async () => {
    const { access_token: token, user } = await ask(calls.enterTenant, { tenantName: 'brisa' });
    const inside = { email: '', tenant: 'brisa', id: user.id, token };
    return { inside, socket: await world.socket(inside) };
  };
  const first = await comeIn();
  const block = callGraphql(world.url, bia, blockUser, { id: first.inside.id });
  expect(await refusalOf(block)).toBe('CONFLICT error.users.support');
  const [link = { id: '' }] = await world.rows<{ id: string }>(
    `insert into user_instance (tenant_id, user_id, instance_id)
    select tenant_id, $1, id from instance where id = $2 returning id`,
    [first.inside.id, world.instances.brisa],
  );
  expect(await refusalOf(callGraphql(world.url, bia, deleteUserInstance, link))).toBe('NOT_FOUND error.notFound');
  await callGraphql(world.url, bia, disconnectUser, { user_id: first.inside.id });
  expect((await first.socket.closed).code).toBe(4403);
  expect(await refusalOf(callGraphql(world.url, first.inside, userInfos, {}))).toContain('UNAUTHENTICATED');

  const second = await comeIn();
  await ask(setDynamicSetting, { key: 'support_access', value: false }, bia.token);
  expect((await second.socket.closed).code).toBe(4403);
  expect(await refusalOf(callGraphql(world.url, second.inside, userInfos, {}))).toContain('UNAUTHENTICATED');
  await ask(setDynamicSetting, { key: 'support_access', value: null }, bia.token);
});

test.each<
  [string, (of: { id: string; role: string; plain: string; token: string; email: string }) => Promise<unknown>]
>([
  ['logged out', ({ token }) => ask(logout, {}, token)],
  [
    'a session revoked',
    async ({ email, token }) => {
      const other = { tenant: 'balcao', token: await world.server.tokenOf(email) };
      const { mySessions: sessions } = await callGraphql(world.url, other, listSessions, {});
      const { sid } = decodeJwt<{ sid: string }>(token);
      expect(sessions.map(({ id }) => id)).toContain(sid);
      return callGraphql(world.url, other, revokeSession, { id: sid });
    },
  ],
  [
    'all other sessions revoked',
    async ({ email }) => {
      const other = { tenant: 'balcao', token: await world.server.tokenOf(email) };
      return callGraphql(world.url, other, revokeOtherSessions, {});
    },
  ],
  [
    'a refresh token used again',
    async ({ email }) => {
      const response = await sendRest(world.url, '', login, { email, password: DEMO_PASSWORD });
      const cookie = response.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ');
      const again = () =>
        fetch(`${world.url}/balcao/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie },
          body: JSON.stringify({ query: refreshToken.document }),
        });
      expect((await again()).status).toBe(200);
      clock.advance(11_000);
      // Once more, as by a browser that was killed; then not again.
      expect((await again()).status).toBe(200);
      clock.advance(11_000);
      expect((await again()).status).toBe(401);
    },
  ],
  ['another role', ({ id, plain }) => ask(changeUser, { id, role_id: plain })],
  ['a password from an administrator', ({ id }) => ask(changeUser, { id, password: 'Outra#senha-2026!' })],
  [
    'a password of their own',
    ({ token }) =>
      callGraphql(world.url, { tenant: 'balcao', token }, updateUserPassword, { password: 'Outra#senha-2026!' }),
  ],
  [
    'a password chosen with a mail’s link',
    async ({ id }) => {
      const { db } = world.server;
      const of = { tenantId: decodeJwt<{ tid: string }>(support).tid, userId: id, now: clock.now() };
      const token = await withTenant(db, of.tenantId, (tx) => addResetLink(tx, of));
      return ask(resetPassword, { token, password: 'Outra#senha-2026!' }, '');
    },
  ],
  ['a role that lost the tenants', ({ role }) => ask(updatePermissions, { roleId: role, permissions: ['chat'] })],
])('inside -> %s at home: outside everywhere, at once', async (_name, change) => {
  used += 1;
  const [plain, role] = await world.rows<{ id: string }>(
    `insert into role (tenant_id, name, display_name) select t.id, label, label
    from tenant t, unnest(array['simples' || $1::text, 'apoio' || $1::text]) label where t.slug = 'balcao' returning role.id`,
    [String(used)],
  );
  await world.rows(
    `insert into role_permission (tenant_id, role_id, route_name) select tenant_id, id, 'tenants' from role where id = $1`,
    [role?.id],
  );
  const email = `colega${used}@balcao.example`;
  const [colleague] = await world.rows<{ id: string }>(
    `insert into app_user (tenant_id, name, username, email, role_id, password_hash)
    select tenant_id, 'Colega', $1, $2, $3, password_hash from app_user where email = 'suporte@balcao.example' returning id`,
    [`colega${used}`, email, role?.id],
  );
  const token = await world.server.tokenOf(email);
  const entered = await ask(calls.enterTenant, { tenantName: 'brisa' }, token);
  const inside = { tenant: 'brisa', token: entered.access_token };
  await callGraphql(world.url, inside, userInfos, {});
  await change({ id: colleague?.id ?? '', role: role?.id ?? '', plain: plain?.id ?? '', token, email });
  expect(await refusalOf(callGraphql(world.url, inside, userInfos, {}))).toContain('UNAUTHENTICATED');
});

test.each([
  ['blocked', blockUser, 'id'],
  ['deleted', deleteUser, 'id'],
  ['disconnected', disconnectUser, 'user_id'],
] as const)('inside -> %s at home: outside everywhere, at once', async (_name, operation, argument) => {
  used += 1;
  const email = `apoio${used}@balcao.example`;
  const [colleague] = await world.rows<{ id: string }>(
    `insert into app_user (tenant_id, name, username, email, role_id, password_hash)
    select tenant_id, 'Apoio', $1, $2, role_id, password_hash from app_user where email = 'suporte@balcao.example' returning id`,
    [`apoio${used}`, email],
  );
  const theirs = await world.server.tokenOf(email);
  const entered = await ask(calls.enterTenant, { tenantName: 'brisa' }, theirs);
  const inside = { tenant: 'brisa', token: entered.access_token };
  await callGraphql(world.url, inside, userInfos, {});
  const home = { tenant: 'balcao', token: support };
  const variables = { id: colleague?.id ?? '', user_id: colleague?.id ?? '' };
  const given = { [argument]: variables[argument] };
  await callGraphql<Record<string, string>, unknown>(world.url, home, operation, given);
  expect(await refusalOf(callGraphql(world.url, inside, userInfos, {}))).toContain('UNAUTHENTICATED');
});

test('a company that lets no support in: no other way in for the back-office but the first administrator', async () => {
  const token = await world.server.tokenOf('bia@brisa.example');
  await ask(setDynamicSetting, { key: 'support_access', value: false }, token);
  const invitation = { tenantName: 'brisa', email: 'suporte.disfarcado@example.com', locale: 'pt_BR' };
  const provider = {
    tenantName: 'brisa',
    enabled: false,
    label: 'Outro',
    issuer: 'https://login.example',
    client_id: 'x',
    email_domain: 'example.com',
    creates_users: false,
  };
  const off = { status: 403, key: 'error.tenant.supportOff' };
  expect(await refused(inviteAdministrator, invitation)).toMatchObject(off);
  expect(await refused(updateIdentityProvider, provider)).toMatchObject(off);
  await world.rows("update app_user set is_blocked = true where email = 'bia@brisa.example'");
  expect(await ask(inviteAdministrator, invitation)).toMatchObject({ email: invitation.email });
  const written = await world.rows(
    `select t.slug from audit a join tenant t on t.id = a.tenant_id
    where a.action = 'user.invite' and a.details ->> 'email' = $1 order by t.slug`,
    [invitation.email],
  );
  expect(written).toEqual([{ slug: 'balcao' }, { slug: 'brisa' }]);
  await world.rows("update app_user set is_blocked = false where email = 'bia@brisa.example'");
  const again = await world.server.tokenOf('bia@brisa.example');
  const revoked = () =>
    world.rows(
      `select u.email as by from audit a join app_user u on u.id = a.user_id
       where a.action = 'user.inviteRevoked' and a.details->>'email' = $1`,
      [invitation.email],
    );
  await ask(setDynamicSetting, { key: 'support_access', value: null }, again);
  expect(await revoked()).toEqual([]);
  // What the back-office had sent out is withdrawn once there is somebody of their own.
  await ask(setDynamicSetting, { key: 'support_access', value: false }, again);
  expect(await revoked()).toEqual([{ by: 'bia@brisa.example' }]);
  await ask(setDynamicSetting, { key: 'support_access', value: null }, again);
  expect(await ask(updateIdentityProvider, provider)).toMatchObject({ label: 'Outro' });
});

test('inside -> whatever would let somebody in when it is over: refused; the rest of the users is theirs to mend', async () => {
  const { access_token: token } = await ask(calls.enterTenant, { tenantName: 'aurora' });
  const { ana, bruno } = world.people;
  const inside = { tenant: 'aurora', token };
  const roles = await world.rows<{ id: string; name: string }>(
    `select r.id, r.name from role r join tenant t on t.id = r.tenant_id where t.slug = 'aurora'`,
  );
  const roleOf = (name: string) => roles.find((each) => each.name === name)?.id ?? '';
  const [administrator, attendant] = [roleOf('administrador'), roleOf('atendente')];
  const person = { username: 'porta', name: 'Porta dos Fundos', email: 'porta@example.com' };
  const provider = { label: 'Outro', issuer: 'https://login.example', client_id: 'x', email_domain: 'example.com' };
  const deeds: readonly (readonly [RestCall<unknown, unknown>, Record<string, unknown>])[] = [
    [addUser, { ...person, password: 'Outra#senha-2026!', role_id: attendant }],
    [changeUser, { id: bruno.id, password: 'Outra#senha-2026!' }],
    [changeUser, { id: bruno.id, email: 'porta@example.com' }],
    [changeUser, { id: bruno.id, role_id: administrator }],
    [changeUser, { id: ana.id, name: 'Outro nome' }],
    [removeUser, { id: ana.id }],
    [invite, { email: 'porta@example.com', role_id: administrator, locale: 'pt_BR' }],
    [updatePermissions, { roleId: attendant, permissions: ['chat', 'users'] }],
    [updatePermissions, { roleId: attendant, permissions: ['chat', 'roles-edit'] }],
    [updateUserSettings, { id: bruno.id, two_factor: false }],
    [updateIdentityProvider, { ...provider, tenantName: 'aurora', enabled: false, creates_users: false }],
    [updateSecuritySettings, { two_factor_required: false }],
    [setDynamicSetting, { key: 'support_access', value: true }],
    [setDynamicSetting, { key: 'support_session_minutes', value: 240 }],
    [setDynamicSetting, { key: 'session_remember_days', value: 30 }],
  ];
  const closed = new Set<string>(Object.keys(CLOSED_TO_SUPPORT));
  for (const [call, given] of deeds) {
    const outcome = [call.method, call.path, await refused(call, given, token)];
    expect(outcome).toMatchObject([call.method, call.path, { status: 403, key: 'error.support.wayIn' }]);
    expect(closed).toContain(`${call.method} ${call.path}`);
  }
  expect(await refusalOf(callGraphql(world.url, inside, newFlowKey, { id: '987654321' }))).toBe(
    'FORBIDDEN error.support.wayIn',
  );
  expect(await ask(changeUser, { id: bruno.id, name: 'Bruno Carvalho Neto' }, token)).toMatchObject({ id: bruno.id });
  expect(await ask(updatePermissions, { roleId: attendant, permissions: ['chat', 'campaigns'] }, token)).toBeTruthy();
  expect(await ask(setDynamicSetting, { key: 'support_contact', value: 'Ramal 5' }, token)).toBeTruthy();
  await callGraphql(world.url, inside, disconnectUser, { user_id: ana.id });
});

test('one’s own company, an unknown one, a blocked support user: refused', async () => {
  for (const tenantName of ['balcao', 'nenhuma', '../api', ''])
    expect(await refused(calls.enterTenant, { tenantName })).toMatchObject({ status: 404 });
  await ask(calls.enterTenant, { tenantName: 'aurora' });
  await world.rows(`update app_user set is_blocked = true where support_user_id is not null
    and tenant_id = (select id from tenant where slug = 'aurora')`);
  expect(await refused(calls.enterTenant, { tenantName: 'aurora' })).toMatchObject({
    status: 403,
    key: 'error.tenant.supportBlocked',
  });
});
