import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RestCall } from '../../../contract/rest/call.ts';
import { setTenantFeature, tenantFeatures } from '../../../contract/rest/tenant-features.ts';
import { departmentFormSchema } from '../../../contract/entities/department.ts';
import { outcomeFormSchema } from '../../../contract/entities/outcome.ts';
import { quickReplyFormSchema } from '../../../contract/entities/quick-reply.ts';
import { TENANT_TEMPLATES } from '../../../contract/facts/tenant-templates.ts';
import * as calls from '../../../contract/rest/tenants.ts';
import { permissionsByEmail } from '../../../contract/rest/permissions-by-email.ts';
import { userInfos } from '../../../contract/graphql/user-infos.ts';
import { callGraphql, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { cnpjOf } from '../../support/cnpj.ts';
import { callRest } from '../../support/rest-wire.ts';
import { createClock } from '../../support/clock.ts';
import { askRest, refusedRest, sendRest } from '../../support/rest-calls.ts';

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

  test('search, filter_users and sort; pattern characters are literal', async () => {
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
      { name: 'supervisor' },
    ]);
    const departments = await world.rows(
      `select name, department_is_open(opening_hours, holidays, '2026-11-21 10:00') as "saturday",
        department_is_open(opening_hours, holidays, '2026-11-22 10:00') as "sunday"
      from department where tenant_id = $1 order by name`,
      [created.id],
    );
    expect(departments).toEqual([
      { name: 'Pós-venda', saturday: true, sunday: false },
      { name: 'Vendas', saturday: true, sunday: false },
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

  test('one CNPJ under several names at once -> one company, the others are refused by field', async () => {
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
    [{ template: 'nenhum' }, { template: 'error.tenant.template' }],
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

describe('a template', () => {
  test.each(TENANT_TEMPLATES)(
    '%s -> departments, roles, quick replies and outcomes, all of them as the screens accept them',
    async (template) => {
      const { id } = await ask(calls.createTenant, { ...company, template });
      const departments = await world.rows(
        'select name, greeting, off_hours_text, opening_hours from department where tenant_id = $1',
        [id],
      );
      expect(departments.length).toBeGreaterThan(0);
      for (const department of departments) expect(departmentFormSchema.safeParse(department).error).toBeUndefined();
      const replies = await world.rows('select shortcut, body as text, user_id from quick_reply where tenant_id = $1', [
        id,
      ]);
      expect(replies.length).toBeGreaterThan(2);
      for (const reply of replies) {
        expect(quickReplyFormSchema.safeParse(reply).error).toBeUndefined();
        expect(reply).toMatchObject({ user_id: null });
      }
      const ends = await world.rows('select name from outcome where tenant_id = $1', [id]);
      expect(ends.length).toBeGreaterThan(2);
      for (const end of ends) expect(outcomeFormSchema.safeParse(end).error).toBeUndefined();
      const roles = await world.rows<{ name: string; routes: string[] }>(
        `select r.name, array_agg(p.route_name order by p.route_name) filter (where p.route_name is not null) as routes
        from role r left join role_permission p on p.tenant_id = r.tenant_id and p.role_id = r.id
        where r.tenant_id = $1 group by r.id, r.name`,
        [id],
      );
      const routesOf = (name: string) => roles.find((role) => role.name === name)?.routes;
      expect(routesOf('supervisor')).toEqual(expect.arrayContaining(['chat', 'dashboard-control-panel']));
      expect(routesOf('recepcao')).toEqual(template === 'saude' ? ['chat', 'whatsapp-protocol'] : undefined);
      const granted = await world.rows(
        `select route_name as route from role_permission where tenant_id = $1 and route_name not in
        (select route_name from permission where not is_backoffice)`,
        [id],
      );
      expect(granted).toEqual([]);
    },
  );

  test('none -> the two roles alone; afterwards no other one is taken', async () => {
    const { id, version } = await ask(calls.createTenant, company);
    expect(await world.rows('select from department where tenant_id = $1', [id])).toEqual([]);
    expect(await refused(calls.updateTenant, { id, version, ...company, template: 'saude' })).toMatchObject({
      status: 400,
      fields: { template: 'error.tenant.templateFixed' },
    });
  });
});

/** What was written down of a company in its own audit, and in the back-office's. */
const writtenOf = (on: Pick<World, 'rows'>, id: string) =>
  on.rows(
    `select t.slug, a.action, a.details - 'acting_for' - 'tenant' as details,
       coalesce(a.details->>'tenant', a.details->'acting_for'->>'user') as other
     from audit a join tenant t on t.id = a.tenant_id
     where a.subject = $1 and a.action <> 'tenant.create' order by a.id`,
    [`tenant:${id}`],
  );
/** The entries of something that the back-office does to a company. */
const inBoth = (slug: string, action: string, details: object = {}) => [
  { slug, action, details, other: 'suporte@balcao.example' },
  { slug: 'balcao', action, details, other: slug },
];

describe('edit', () => {
  test('loaded -> saved; a stale version is refused, and omitted fields stay', async () => {
    const created = await ask(calls.createTenant, { ...company, pool: 'a', userLimit: 3 });
    const { id, version } = created;
    const first = await ask(calls.updateTenant, { id, version, ...company, name: 'Outro Nome', userLimit: null });
    expect(first).toMatchObject({ name: 'Outro Nome', tenantName: created.tenantName, pool: 'a', userLimit: null });
    expect(await refused(calls.updateTenant, { id, version, ...company, name: 'Ainda Outro' })).toMatchObject({
      status: 409,
      key: 'error.form.conflict',
    });
    expect(await world.rows('select name from tenant where id = $1', [id])).toEqual([{ name: 'Outro Nome' }]);
    const changed = { name: { from: company.name, to: 'Outro Nome' }, userLimit: { from: 3, to: null } };
    expect(await writtenOf(world, id)).toEqual(inBoth(created.tenantName, 'tenant.update', changed));
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
    expect(await socket.closed).toMatchObject({ code: 4403, reason: 'company' });
    expect(await refusalOf(callGraphql(own.url, bia, userInfos, {}))).toContain('UNAUTHENTICATED');
    await expect(own.server.tokenOf('bia@brisa.example')).rejects.toThrow('error.login.companyClosed');
    await expect(own.server.tokenOf('bia@brisa.example', 'errada')).rejects.toThrow('401');
    const listed = async (given: Record<string, unknown>) =>
      (await askRest(own.url, token, calls.paginatedTenants, { pagination_limit: 100, ...given })).items.map(
        (each) => each.id,
      );
    expect(await listed({})).not.toContain(id);
    expect(await listed({ deleted: true })).toEqual([id]);
    expect((await askRest(own.url, token, calls.deleteTenant, { id })).deleted_at).not.toBeNull();
    expect((await askRest(own.url, token, calls.restoreTenant, { id })).deleted_at).toBeNull();
    expect(await listed({})).toContain(id);
    expect(await writtenOf(own, id)).toEqual(
      ['delete', 'restore'].flatMap((deed) => inBoth('brisa', `tenant.${deed}`)),
    );
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
  test('on -> off: the routes disappear at once, open pages are notified; and back', async () => {
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
    await ask(setTenantFeature, { option: 'reports', enabled: true, tenantName: 'aurora' });
    const switched = [false, true].flatMap((enabled) =>
      inBoth('aurora', 'tenant.feature', { option: 'reports', enabled }),
    );
    const [aurora] = await world.rows<{ id: string }>("select id from tenant where slug = 'aurora'");
    expect(await writtenOf(world, aurora?.id ?? '')).toEqual(switched);
    expect(await refused(setTenantFeature, { option: 'tudo', enabled: 'sim', tenantName: 'aurora' })).toMatchObject({
      status: 400,
      fields: { option: 'error.field.invalid', enabled: 'error.field.invalid' },
    });
  });
});
