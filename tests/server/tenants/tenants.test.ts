import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RestCall } from '../../../contract/rest/call.ts';
import { setTenantFeature, tenantFeatures } from '../../../contract/rest/tenant-features.ts';
import * as calls from '../../../contract/rest/tenants.ts';
import { permissionsByEmail } from '../../../contract/rest/permissions-by-email.ts';
import { blockUser } from '../../../contract/graphql/block-user.ts';
import { deleteUser } from '../../../contract/graphql/delete-user.ts';
import { disconnectUser } from '../../../contract/graphql/disconnect-user.ts';
import { userInfos } from '../../../contract/graphql/user-infos.ts';
import { updateUserPassword } from '../../../contract/graphql/update-user-password.ts';
import { updateProfile } from '../../../contract/rest/profile.ts';
import { updateUserSettings, prepareTwoFactor } from '../../../contract/rest/user-settings.ts';
import { refreshToken } from '../../../contract/graphql/refresh-token.ts';
import { callGraphql, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { cnpjOf } from '../../support/cnpj.ts';
import { callRest } from '../../support/rest-wire.ts';
import { createClock } from '../../support/clock.ts';
import { askRest, refusedRest, sendRest } from '../../support/rest-calls.ts';
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
/** A CNPJ that is right, each time another. */
function aCnpj(): string {
  used += 1;
  return cnpjOf(`77.${String(used).padStart(3, '0')}.333/0001`);
}
let company: { name: string; cnpj: string };
beforeEach(() => {
  const cnpj = aCnpj();
  company = { name: `Empresa Número ${used}`, cnpj };
});
const ask = <Body, Answer>(call: RestCall<Body, Answer>, given: Record<string, unknown> = {}, token = support) =>
  askRest(world.url, token, call, given);
const refused = <Body, Answer>(call: RestCall<Body, Answer>, given: Record<string, unknown> = {}, token = support) =>
  refusedRest(world.url, token, call, given);
describe('who may', () => {
  test.each([
    [calls.tenants, { filter: 'active' }],
    [calls.paginatedTenants, {}],
    [calls.createTenant, { name: 'Outra', cnpj: '11.444.777/0001-61' }],
    [calls.updateTenant, { id: '1', name: 'Outra', cnpj: '11.444.777/0001-61' }],
    [calls.deleteTenant, { id: '1' }],
    [calls.restoreTenant, { id: '1' }],
    [calls.enterTenant, { tenantName: 'brisa' }],
    [setTenantFeature, { option: 'reports', enabled: false, tenantName: 'aurora' }],
  ] as [RestCall<unknown, unknown>, Record<string, unknown>][])('%o: only the back-office', async (call, given) => {
    const before = await world.rows('select id, name, deleted_at from tenant order by id');
    for (const { token } of [world.people.ana, world.people.bruno, world.people.bia]) {
      expect(await refused(call, given, token)).toMatchObject({ status: 403, key: 'error.forbidden' });
    }
    expect(await refused(call, given, '')).toMatchObject({ status: 401 });
    expect(await world.rows('select id, name, deleted_at from tenant order by id')).toEqual(before);
  });

  test('a company reads its own options, and no other’s', async () => {
    expect(await ask(tenantFeatures, { tenantName: 'aurora' }, world.people.bruno.token)).toContainEqual({
      option: 'reports',
      enabled: true,
    });
    expect(await refused(tenantFeatures, { tenantName: 'brisa' }, world.people.ana.token)).toMatchObject({
      status: 404,
    });
    expect(await refused(tenantFeatures, { tenantName: 'nenhuma' })).toMatchObject({ status: 404 });
  });
});

describe('the list', () => {
  test('page 1, four a page, newest first, with what each uses', async () => {
    for (let index = 0; index < 3; index += 1) {
      await ask(calls.createTenant, { name: `Lista ${index}`, cnpj: aCnpj() });
    }
    const page = await ask(calls.paginatedTenants);
    expect(page.items).toHaveLength(4);
    expect(page.items.map(({ name }) => name).slice(0, 3)).toEqual(['Lista 2', 'Lista 1', 'Lista 0']);
    expect(page.total_pages).toBe(Math.ceil(page.total_items / 4));
    const second = await ask(calls.paginatedTenants, { pagination_page: 2 });
    const ids = [...page.items, ...second.items].map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    const { items } = await ask(calls.paginatedTenants, { search: 'aurora' });
    expect(items).toMatchObject([{ tenantName: 'aurora', usage: { users: 3, instances: 2, messages: 0 } }]);
  });

  test('search, filter_users and sort; what a pattern would mean is taken as it stands', async () => {
    const names = async (given: Record<string, unknown>) =>
      (await ask(calls.paginatedTenants, { pagination_limit: 100, ...given })).items.map(
        ({ tenantName }) => tenantName,
      );
    expect(await names({ search: 'TURISMO' })).toEqual(['brisa']);
    expect(await names({ search: '98.765' })).toEqual(['brisa']);
    expect(await names({ search: '%' })).toEqual([]);
    expect(await names({ filter_users: 'bia@' })).toEqual(['brisa']);
    const sorted = await names({ sort_name: 'name', sort_type: 'ASC' });
    expect(sorted.indexOf('aurora')).toBeLessThan(sorted.indexOf('brisa'));
    expect(await refused(calls.paginatedTenants, { sort_name: 'slug; drop table tenant' })).toMatchObject({
      status: 400,
    });
    expect(await refused(calls.paginatedTenants, { pagination_limit: 0 })).toMatchObject({ status: 400 });
    const filtered = await ask(calls.tenants, { filter: 'móveis' });
    expect(filtered.map(({ tenantName }) => tenantName)).toEqual(['aurora']);
  });
});

describe('create', () => {
  test('none -> created: an address of its name, its roles and options, in both audits', async () => {
    const given = {
      ...company,
      name: ' Padaria São João & Cia. ',
      features: ['reports'],
      template: 'varejo',
      userLimit: 5,
    };
    const created = await ask(calls.createTenant, given);
    expect(created).toMatchObject({
      name: 'Padaria São João & Cia.',
      tenantName: 'padaria-sao-joao-cia',
      cnpj: company.cnpj,
      template: 'varejo',
      pool: null,
      userLimit: 5,
      deleted_at: null,
    });
    expect(created.features.filter(({ enabled }) => enabled)).toEqual([{ option: 'reports', enabled: true }]);
    expect(await world.rows('select name from role where tenant_id = $1 order by name', [created.id])).toEqual([
      { name: 'administrador' },
      { name: 'atendente' },
    ]);
    const audited = await world.rows(
      `select t.slug, a.user_id is null as "isSystem", a.address is not null as "hasAddress", a.request_id is not null as "hasRequest"
      from audit a join tenant t on t.id = a.tenant_id where a.action = 'tenant.create' and a.subject = $1 order by t.slug`,
      [`tenant:${created.id}`],
    );
    expect(audited).toEqual([
      { slug: 'balcao', isSystem: false, hasAddress: true, hasRequest: true },
      { slug: 'padaria-sao-joao-cia', isSystem: true, hasAddress: true, hasRequest: true },
    ]);
  });

  test('one CNPJ under several names at once -> one company, the others told which field', async () => {
    const { cnpj } = company;
    const names = ['um', 'dois', 'três', 'quatro'].map((name) => `${company.name} ${name}`);
    const answers = await Promise.all(
      names.map((name) => callRest(world.url, 'POST', '/api/tenant', { token: support, body: { name, cnpj } })),
    );
    const refusals = answers.filter(({ status }) => status !== 200 && status !== 201);
    expect(refusals.map(({ error }) => error?.fields)).toEqual(
      Array.from({ length: 3 }, () => ({ cnpj: 'error.tenant.cnpjTaken' })),
    );
    expect(await world.rows('select from tenant where cnpj = $1', [cnpj])).toHaveLength(1);
  });

  test.each([
    [
      { name: '', cnpj: '' },
      { name: 'error.field.required', cnpj: 'error.field.required' },
    ],
    [{ name: 'x'.repeat(121) }, { name: 'error.field.tooLong' }],
    [
      { name: 7, cnpj: null },
      { name: 'error.field.invalid', cnpj: 'error.field.required' },
    ],
    [{ name: '¡¿!?' }, { name: 'error.tenant.nameUnusable' }],
    [{ name: 'API' }, { name: 'error.tenant.nameReserved' }],
    [{ name: 'Aurora' }, { name: 'error.tenant.nameTaken' }],
    [{ cnpj: '12.345.678/0001-96' }, { cnpj: 'error.tenant.cnpj' }],
    [{ cnpj: '11111111111111' }, { cnpj: 'error.tenant.cnpj' }],
    [{ cnpj: '12345678000195' }, { cnpj: 'error.tenant.cnpjTaken' }],
    [{ userLimit: 0 }, { userLimit: 'error.field.tooSmall' }],
    [{ userLimit: 1.5 }, { userLimit: 'error.field.number' }],
    [{ timezone: 'America/Nenhum' }, { timezone: 'error.tenant.timezone' }],
    [{ name: 'a\u0000b' }, { name: 'error.field.characters' }],
  ])('refused: %o', async (wrong, fields) => {
    const before = await world.rows('select id from tenant order by id');
    expect(await refused(calls.createTenant, { ...company, ...wrong })).toEqual({
      status: 400,
      code: 'INVALID',
      key: 'error.form.invalid',
      fields,
    });
    expect(await world.rows('select id from tenant order by id')).toEqual(before);
  });

  test('a name that bears a script is kept as it is written, and harmless in the address', async () => {
    const created = await ask(calls.createTenant, { ...company, name: '<script>alert(1)</script>' });
    expect(created).toMatchObject({ name: '<script>alert(1)</script>', tenantName: 'script-alert-1-script' });
  });

  test('pressed twice at once: one company', async () => {
    const answers = await Promise.all([1, 2].map(() => sendRest(world.url, support, calls.createTenant, company)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400']);
    expect(await world.rows('select from tenant where name = $1', [company.name])).toHaveLength(1);
  });
});

describe('edit', () => {
  test('loaded -> saved; a save over another’s is refused, and what is left out stays', async () => {
    const created = await ask(calls.createTenant, { ...company, pool: 'a', userLimit: 3 });
    const { id, version } = created;
    const first = await ask(calls.updateTenant, { id, version, ...company, name: 'Outro Nome', userLimit: null });
    expect(first).toMatchObject({ name: 'Outro Nome', tenantName: created.tenantName, pool: 'a', userLimit: null });
    expect(await refused(calls.updateTenant, { id, version, ...company, name: 'Ainda Outro' })).toMatchObject({
      status: 409,
      key: 'error.form.conflict',
    });
    expect(await world.rows('select name from tenant where id = $1', [id])).toEqual([{ name: 'Outro Nome' }]);
    expect(await refused(calls.updateTenant, { ...company, id: '987654321' })).toMatchObject({ status: 404 });
    expect(await refused(calls.updateTenant, { ...company, id: 'x' })).toMatchObject({
      status: 400,
      fields: { id: 'error.field.invalid' },
    });
  });
});

describe('delete and restore', () => {
  test('live -> deleted: sockets close, nobody gets in, hidden; -> restored: as before', async () => {
    const own = await startAttendance();
    const token = await own.server.tokenOf('suporte@balcao.example');
    const { bia } = own.people;
    const { items } = await askRest(own.url, token, calls.paginatedTenants, { search: 'brisa' });
    const id = items[0]?.id ?? '';
    const socket = await own.socket(bia);
    await socket.hello();
    expect(await askRest(own.url, token, calls.deleteTenant, { id })).toMatchObject({ id });
    expect((await socket.closed).code).toBe(4403);
    expect(await refusalOf(callGraphql(own.url, bia, userInfos, {}))).toContain('UNAUTHENTICATED');
    await expect(own.server.tokenOf('bia@brisa.example')).rejects.toThrow('401');
    const listed = async (given: Record<string, unknown>) =>
      (await askRest(own.url, token, calls.paginatedTenants, { pagination_limit: 100, ...given })).items.map(
        (each) => each.id,
      );
    expect(await listed({})).not.toContain(id);
    expect(await listed({ deleted: true })).toEqual([id]);
    expect((await askRest(own.url, token, calls.deleteTenant, { id })).deleted_at).not.toBeNull();
    expect((await askRest(own.url, token, calls.restoreTenant, { id })).deleted_at).toBeNull();
    expect(await listed({})).toContain(id);
    expect(await own.server.tokenOf('bia@brisa.example')).not.toBe('');
    // The session of before ended with the company.
    expect(await refusalOf(callGraphql(own.url, bia, userInfos, {}))).toContain('UNAUTHENTICATED');
    await own.stop();
  });

  test('the back-office’s own is refused; so is a restore whose CNPJ another company has by now', async () => {
    const { items } = await ask(calls.paginatedTenants, { search: 'balcao' });
    expect(await refused(calls.deleteTenant, { id: items[0]?.id })).toMatchObject({
      status: 409,
      key: 'error.tenant.own',
    });
    const { cnpj } = company;
    const first = await ask(calls.createTenant, { name: 'Primeira', cnpj });
    await ask(calls.deleteTenant, { id: first.id });
    await ask(calls.createTenant, { name: 'Segunda', cnpj });
    expect(await refused(calls.restoreTenant, { id: first.id })).toMatchObject({ key: 'error.tenant.cnpjTaken' });
  });
});

describe('options', () => {
  test('on -> off: the routes go at once, open pages are told, and back', async () => {
    const { ana } = world.people;
    const routes = async () =>
      (await ask(permissionsByEmail, { email: ana.email }, ana.token)).map(({ route_name }) => route_name);
    const socket = await world.socket(ana);
    await socket.hello();
    expect(await routes()).toContain('dashboard-report');
    await ask(setTenantFeature, { option: 'reports', enabled: false, tenantName: 'aurora' });
    await socket.frame('FeaturesChanged', ({ data }) => !data.feature.enabled);
    expect(await routes()).not.toContain('dashboard-report');
    await ask(setTenantFeature, { option: 'reports', enabled: true, tenantName: 'aurora' });
    await socket.frame('FeaturesChanged', ({ data }) => data.feature.enabled);
    expect(await routes()).toContain('dashboard-report');
    expect(await refused(setTenantFeature, { option: 'tudo', enabled: 'sim', tenantName: 'aurora' })).toMatchObject({
      status: 400,
      fields: { option: 'error.field.invalid', enabled: 'error.field.invalid' },
    });
  });
});

describe('support', () => {
  test('outside -> inside, marked and written down on both sides -> over after an hour, however often refreshed', async () => {
    const response = await sendRest(world.url, support, calls.enterTenant, { tenantName: 'brisa' });
    const entered = calls.enterTenant.answer.parse(await response.json());
    expect(entered.user).toMatchObject({ name: 'Suporte Balcão (suporte)', role: { name: 'administrador' } });
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
    expect(items[0]?.usage.users).toBe(1);
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
});
