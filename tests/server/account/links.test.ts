import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loginAnswerSchema } from '../../../contract/rest/login.ts';
import { enterTenant } from '../../../contract/rest/tenants.ts';
import { invitations, invitationSchema } from '../../../contract/rest/invitations.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { fieldsOf, refusalOf, startWorld } from './world.ts';
import type { Answer, World } from './world.ts';

const ANA = 'ana@aurora.example';
const BRUNO = 'bruno@aurora.example';
const CARLA = 'carla@aurora.example';
const BIA = 'bia@brisa.example';
const SUPPORT = 'suporte@balcao.example';
const GOOD = 'Nova#senha+9';

let world: World;
/** Names nobody used before, so that limits by e-mail don't meet. */
let asked = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.server.stop());

const forgot = (email: string, more: object = {}, address?: string): Promise<Answer> =>
  world.call('POST', '/api/auth/forgot-password', { email, ...more }, address === undefined ? {} : { address });
const reset = (token: string, password: string) => world.call('POST', '/api/auth/reset-password', { token, password });

/** The mailbox's page; in the newest mail to somebody its link stands once as text. */
async function mailbox(): Promise<string> {
  return (await fetch(`${world.url}/emulator/mailbox`)).text();
}

async function mailsTo(email: string): Promise<string[]> {
  return (await mailbox()).split('<article').filter((mail) => mail.includes(`<strong>${email}</strong>`));
}

/** The token of the mail that somebody gets next, after `before` others. */
async function tokenFor(email: string, before: number, page: string): Promise<string> {
  await expectEventually(async () => (await mailsTo(email)).length).toBe(before + 1);
  const [mail = ''] = await mailsTo(email);
  const [, token] = new RegExp(`${world.url}/\\w+/pages/${page}#token=([\\w.-]+)`).exec(mail) ?? [];
  if (token === undefined) throw new Error(`No link to ${page}: ${mail}`);
  return token;
}

async function resetTokenOf(email: string): Promise<string> {
  const before = (await mailsTo(email)).length;
  // The limit is by the hour.
  world.clock.advance(3_600_001);
  expect((await forgot(email)).body).toEqual({ ok: true });
  return tokenFor(email, before, 'reset-password');
}

describe('forgot the password', () => {
  test('asked -> mail -> another password, once; all sessions end, the old password with them', async () => {
    const token = await resetTokenOf(BRUNO);
    const session = await world.server.tokenOf(BRUNO);
    expect((await reset(token, GOOD)).body).toEqual({ email: BRUNO, tenantName: 'aurora' });
    expect(refusalOf(await world.call('GET', '/api/permission', undefined, { token: session }))).toMatch(/^401/);
    expect(refusalOf(await world.logIn(BRUNO))).toBe('401 UNAUTHENTICATED error.login.failed');
    expect((await world.logIn(BRUNO, GOOD)).status).toBe(200);
    expect(refusalOf(await reset(token, 'Outra#senha+8'))).toBe('404 NOT_FOUND error.link.expired');
    expect((await world.logIn(BRUNO, GOOD)).status).toBe(200);
    expect(await world.auditOf(BRUNO)).toEqual(expect.arrayContaining(['password.resetAsked', 'password.reset']));
    const held = await world.rows<{ row: string }>('select row_to_json(p)::text as row from password_reset p');
    expect(held.map(({ row }) => row).join()).not.toContain(token.split('.')[1]);
  });

  test('the same answer for an unknown e-mail, a blocked user and another company’s page; only mails differ', async () => {
    await world.rows('update app_user set is_blocked = true where email = $1', [CARLA]);
    for (const [email, more] of [
      ['nobody@aurora.example', {}],
      [CARLA, {}],
      [BIA, { tenantName: 'aurora' }],
    ] as const) {
      expect(await forgot(email, more)).toMatchObject({ status: 200, body: { ok: true } });
    }
    await resetTokenOf(ANA);
    const box = await mailbox();
    for (const email of ['nobody@aurora.example', CARLA, BIA]) expect(box).not.toContain(email);
    await world.rows('update app_user set is_blocked = false where email = $1', [CARLA]);
    // A job ends a moment after its mail went out.
    await expect.poll(() => world.rows('select from mail_job')).toEqual([]);
  });

  test('a weak password, none, a wrong type: a reason by field, and the link is still good', async () => {
    const token = await resetTokenOf(ANA);
    for (const [password, reason] of [
      ['', 'error.field.required'],
      ['aaa12345', 'error.password.weak'],
      [7, 'error.field.required'],
      ['x'.repeat(1025), 'error.field.tooLong'],
    ] as const) {
      const answer = await world.call('POST', '/api/auth/reset-password', { token, password });
      expect([password, fieldsOf(answer)]).toEqual([password, { password: reason }]);
    }
    expect((await reset(token, 'Mais#uma+senha7')).status).toBe(200);
  });

  test('of two at once with one link one is taken', async () => {
    const token = await resetTokenOf(BRUNO);
    const statuses = (await Promise.all([reset(token, 'Rio#mar+foz'), reset(token, 'Rio#mar+vau')])).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404]);
  });

  test('after an hour, forged, of another company, of a deleted user: no link', async () => {
    const token = await resetTokenOf(BIA);
    const [tenant = '', secret = ''] = token.split('.');
    for (const bad of [
      'x',
      `${tenant}.${'a'.repeat(43)}`,
      `${Number(tenant) - 1}.${secret}`,
      `987654321.${secret}`,
      '<script>',
    ]) {
      expect([bad, refusalOf(await reset(bad, GOOD))]).toEqual([bad, '404 NOT_FOUND error.link.expired']);
    }
    await world.rows('update app_user set is_blocked = true where email = $1', [BIA]);
    expect(refusalOf(await reset(token, GOOD))).toBe('404 NOT_FOUND error.link.expired');
    await world.rows('update app_user set is_blocked = false where email = $1', [BIA]);
    world.clock.advance(3_600_001);
    expect(refusalOf(await reset(token, GOOD))).toBe('404 NOT_FOUND error.link.expired');
  });

  test('too many for one e-mail, and from one address: refused, whoever it is', async () => {
    for (const email of [`nobody${(asked += 1)}@x.example`, BIA]) {
      world.clock.advance(3_600_001);
      for (let times = 0; times < 3; times += 1) expect((await forgot(email)).status).toBe(200);
      expect(refusalOf(await forgot(email.toUpperCase()))).toBe('429 TOO_MANY error.tooManyTries');
    }
    for (let times = 0; times < 20; times += 1) {
      expect((await forgot(`nobody${(asked += 1)}@x.example`, {}, '10.9.9.9')).status).toBe(200);
    }
    expect(refusalOf(await forgot(`nobody${(asked += 1)}@x.example`, {}, '10.9.9.9'))).toMatch(/^429/);
  });

  test('no e-mail: said so', async () => {
    expect(fieldsOf(await forgot(' '))).toEqual({ email: 'error.field.required' });
    expect(fieldsOf(await forgot('ana'))).toEqual({ email: 'error.field.email' });
  });

  test('a second factor is asked for all the same', async () => {
    const { codeOf } = await world.addTwoFactor(CARLA);
    expect((await reset(await resetTokenOf(CARLA), 'Dela#outra+5')).status).toBe(200);
    const answer = loginAnswerSchema.parse((await world.logIn(CARLA, 'Dela#outra+5')).body);
    expect(answer).toMatchObject({ access_token: null, second_factor: true });
    const body = { second_factor_token: answer.second_factor_token, code: codeOf() };
    expect((await world.call('POST', '/api/auth/second-factor', body)).status).toBe(200);
  });
});

describe('an invitation', () => {
  const NEW = 'davi@aurora.example';
  let ana: { token: string };
  let roles: Readonly<Record<string, string>>;
  let vendas: string;
  beforeAll(async () => {
    await world.rows(
      `update app_user set password_hash =
      (select password_hash from app_user where email = $1) where email = any($2)`,
      [SUPPORT, [ANA, BRUNO, BIA]],
    );
    ana = { token: await world.server.tokenOf(ANA) };
    const found = await world.rows<{ key: string; id: string }>(
      `select t.slug || ' ' || r.name as key, r.id from role r join tenant t on t.id = r.tenant_id`,
    );
    roles = Object.fromEntries(found.map(({ key, id }) => [key, id]));
    const [instance] = await world.rows<{ id: string }>(`select id from instance where name = 'Vendas'`);
    vendas = instance?.id ?? '';
  });

  const invite = (body: object, token = ana.token) => world.call('POST', '/api/invitations', body, { token });
  const register = (token: string, more: object = {}) =>
    world.call('POST', '/api/auth/register', { token, name: 'Davi Lima', username: 'davi', password: GOOD, ...more });
  const atendente = () => ({ role_id: roles['aurora atendente'] });

  async function invited(email: string, more: object = {}): Promise<string> {
    const before = (await mailsTo(email)).length;
    expect((await invite({ email, ...atendente(), ...more })).status).toBe(200);
    return tokenFor(email, before, 'register');
  }

  test('invited -> mail -> registered as invited -> logs in; the link is used', async () => {
    const token = await invited(NEW, { chosen_instances: [vendas], locale: 'en' });
    const [mail] = await mailsTo(NEW);
    expect(mail).toContain('Ana Ribeiro invited you to work at Aurora Móveis');
    expect(mail).toContain('The invitation is good for 7 days.');
    expect((await world.call('POST', '/api/auth/invitation', { token })).body).toEqual({
      email: NEW,
      tenantName: 'aurora',
      company: 'Aurora Móveis',
      role: 'Atendente',
    });
    const [open] = invitations.answer.parse((await world.call('GET', '/api/invitations', undefined, ana)).body);
    expect(open).toMatchObject({ email: NEW, role: { display_name: 'Atendente' }, invitedBy: 'Ana Ribeiro' });

    expect((await register(token)).body).toEqual({ email: NEW, tenantName: 'aurora' });
    const login = loginAnswerSchema.parse((await world.logIn(NEW, GOOD)).body);
    expect(login.has_permission_routes).toEqual([{ route_name: 'chat' }]);
    expect(
      await world.rows('select instance_id from user_instance where user_id = $1', [await world.idOf(NEW)]),
    ).toEqual([{ instance_id: vendas }]);
    expect(refusalOf(await register(token, { username: 'davi2' }))).toBe('404 NOT_FOUND error.link.expired');
    expect((await world.call('GET', '/api/invitations', undefined, ana)).body).toEqual([]);
    expect(await world.auditOf(NEW)).toContain('user.register');
  });

  test('wrong fields, doubled names, a script: each with its reason, nothing saved, the link still good', async () => {
    const token = await invited('eva@aurora.example');
    const users = () => world.rows('select count(*) from app_user');
    const before = await users();
    for (const [more, fields] of [
      [{ username: 'davi' }, { username: 'error.user.usernameTaken' }],
      [{ username: 'É' }, { username: 'error.field.tooShort' }],
      [{ username: 'a b c' }, { username: 'error.user.username' }],
      [{ name: '' }, { name: 'error.field.required' }],
      [{ name: 'x'.repeat(81) }, { name: 'error.field.tooLong' }],
      [{ password: 'abc12345' }, { password: 'error.password.weak' }],
      [{ name: 1 }, { name: 'error.field.invalid' }],
    ] as const) {
      expect([more, fieldsOf(await register(token, more))]).toEqual([more, fields]);
    }
    expect(await users()).toEqual(before);
    // A name is text: it is kept as it is, and never HTML.
    expect((await register(token, { name: '<script>alert(1)</script>', username: 'eva' })).status).toBe(200);
  });

  test('who may: not an attendant; not another company’s role or instance; no role above one’s own', async () => {
    const bruno = await world.server.tokenOf(BRUNO);
    const email = 'fabio@aurora.example';
    expect(refusalOf(await invite({ email, ...atendente() }, bruno))).toMatch(/^403/);
    expect(refusalOf(await world.call('GET', '/api/invitations', undefined, { token: bruno }))).toMatch(/^403/);
    expect(refusalOf(await world.call('POST', '/api/invitations', { email, ...atendente() }))).toMatch(/^401/);
    expect(fieldsOf(await invite({ email, role_id: roles['brisa atendente'] }))).toEqual({
      role_id: 'error.field.gone',
    });
    const [brisa] = await world.rows<{ id: string }>(`select id from instance where name = 'Atendimento'`);
    expect(fieldsOf(await invite({ email, ...atendente(), chosen_instances: [brisa?.id] }))).toEqual({
      chosen_instances: 'error.field.gone',
    });
    expect(fieldsOf(await invite({ email: BIA, ...atendente() }))).toEqual({ email: 'error.user.emailTaken' });
    expect(fieldsOf(await invite({ email: 'fabio', role_id: '' }))).toEqual({
      email: 'error.field.email',
      role_id: 'error.field.required',
    });
    await world.rows(
      `insert into role_permission (tenant_id, role_id, route_name) select tenant_id, id, 'users' from role where id = $1`,
      [roles['aurora atendente']],
    );
    expect(refusalOf(await invite({ email, role_id: roles['aurora administrador'] }, bruno))).toBe(
      '403 FORBIDDEN error.users.aboveYou',
    );
    const above = await invite({ email: 'acima@aurora.example', role_id: roles['aurora administrador'] });
    const path = `/api/invitations/${invitationSchema.parse(above.body).id}`;
    expect(refusalOf(await world.call('DELETE', path, undefined, { token: bruno }))).toBe(
      '403 FORBIDDEN error.users.aboveYou',
    );
    await world.rows(`delete from role_permission where route_name = 'users' and role_id = $1`, [
      roles['aurora atendente'],
    ]);
    expect(await mailsTo(email)).toEqual([]);
  });

  test('invited again -> the link before is no good; taken back -> none is; after seven days neither', async () => {
    const email = 'gabi@aurora.example';
    const first = await invited(email);
    const second = await invited(email);
    expect(refusalOf(await register(first, { username: 'gabi' }))).toBe('404 NOT_FOUND error.link.expired');
    const [open] = invitations.answer.parse((await world.call('GET', '/api/invitations', undefined, ana)).body);
    const path = `/api/invitations/${open?.id ?? ''}`;
    const bia = { token: await world.server.tokenOf(BIA) };
    expect(refusalOf(await world.call('DELETE', path, undefined, bia))).toBe('404 NOT_FOUND error.notFound');
    expect(await world.auditOf(ANA)).not.toContain('user.inviteRevoked');
    expect((await world.call('DELETE', path, undefined, ana)).status).toBe(200);
    expect(await world.auditOf(ANA)).toContain('user.inviteRevoked');
    expect(refusalOf(await world.call('DELETE', path, undefined, ana))).toMatch(/^404/);
    expect(refusalOf(await register(second, { username: 'gabi' }))).toBe('404 NOT_FOUND error.link.expired');
    const third = await invited(email);
    world.clock.advance(7 * 86_400_000 + 1);
    expect(refusalOf(await register(third, { username: 'gabi' }))).toBe('404 NOT_FOUND error.link.expired');
    ana = { token: await world.server.tokenOf(ANA) };
  });

  test.each([
    [1, 'pt_BR', 'O convite vale por um dia.'],
    [1, 'en', 'The invitation is good for one day.'],
    [1, 'pt', 'O convite é válido durante um dia.'],
    [30, 'pt_BR', 'O convite vale por 30 dias.'],
  ])('good for %i days -> the mail says so (%s)', async (days, locale, words) => {
    const email = `prazo${days}${locale}@aurora.example`.toLowerCase();
    const set = (value: number | null) =>
      world.call('PATCH', '/api/dynamic-settings/invitation_days', { value }, { token: ana.token });
    await set(days);
    await invited(email, { locale });
    expect((await mailsTo(email))[0]).toContain(words);
    await set(null);
  });

  test('the same e-mail again and again -> refused for an hour; others are invited', async () => {
    const statuses: number[] = [];
    for (const who of ['gil', 'gil', 'gil', 'gil', 'gil', 'gil', 'gilda'])
      statuses.push((await invite({ email: `${who}@aurora.example`, ...atendente() })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 200]);
  });

  test('the seats are full -> not invited, and not registered by an invitation from before', async () => {
    const token = await invited('hugo@aurora.example');
    await world.rows(`update tenant set user_limit = (select count(*) from app_user where tenant_id = tenant.id
      and deleted_at is null and support_user_id is null) where slug = 'aurora'`);
    expect(refusalOf(await invite({ email: 'ines@aurora.example', ...atendente() }))).toBe(
      '409 CONFLICT error.users.limit',
    );
    expect(refusalOf(await register(token, { username: 'hugo' }))).toBe('409 CONFLICT error.users.limit');
    await world.rows(`update tenant set user_limit = user_limit + 1 where slug = 'aurora'`);
    // One seat, and two ways to it at once.
    const added = {
      username: 'igor',
      name: 'Igor',
      email: 'igor@aurora.example',
      password: 'Uma#boa+senha7',
      ...atendente(),
    };
    const both = await Promise.all([
      register(token, { username: 'hugo' }),
      world.call('POST', '/api/users', added, ana),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await world.rows(`update tenant set user_limit = null where slug = 'aurora'`);
  });

  test('the back-office invites a company’s administrator; nobody else does', async () => {
    const token = await world.server.tokenOf(SUPPORT);
    const body = { tenantName: 'brisa', email: 'chefe@brisa.example' };
    expect(refusalOf(await world.call('POST', '/api/tenant/invite', body, ana))).toMatch(/^403/);
    expect(
      refusalOf(await world.call('POST', '/api/tenant/invite', { ...body, tenantName: 'nada' }, { token })),
    ).toMatch(/^404/);
    const answer = await world.call('POST', '/api/tenant/invite', body, { token });
    expect(invitationSchema.parse(answer.body)).toMatchObject({
      role: { display_name: 'Administrador' },
      invitedBy: null,
    });
    const link = await tokenFor(body.email, 0, 'register');
    expect((await register(link, { username: 'chefe' })).body).toEqual({ email: body.email, tenantName: 'brisa' });
    expect(
      await world.rows(
        `select t.slug from audit a join tenant t on t.id = a.tenant_id
      where a.action = 'user.invite' and a.details ->> 'email' = $1 order by 1`,
        [body.email],
      ),
    ).toEqual([{ slug: 'balcao' }, { slug: 'brisa' }]);
  });

  test('support is forbidden -> what the back-office invited before is no good, from outside or inside; the company’s own is', async () => {
    const outside = { token: await world.server.tokenOf(SUPPORT) };
    const bia = { token: await world.server.tokenOf(BIA) };
    const role = { role_id: roles['brisa atendente'] };
    await world.call('POST', '/api/tenant/invite', { tenantName: 'brisa', email: 'fora@brisa.example' }, outside);
    const entered = await world.call('POST', '/api/tenant/enter', { tenantName: 'brisa' }, outside);
    const inside = enterTenant.answer.parse(entered.body).access_token;
    await invite({ email: 'dentro@brisa.example', ...role }, inside);
    await invite({ email: 'nossa@brisa.example', ...role }, bia.token);
    const [first, second, own] = await Promise.all(
      ['fora', 'dentro', 'nossa'].map((name) => tokenFor(`${name}@brisa.example`, 0, 'register')),
    );
    const forbid = (value: boolean | null) =>
      world.call('PATCH', '/api/dynamic-settings/support_access', { value }, bia);
    expect((await forbid(false)).status).toBe(200);
    const listed = invitations.answer.parse((await world.call('GET', '/api/invitations', undefined, bia)).body);
    expect(listed.map(({ email }) => email)).toEqual(['nossa@brisa.example']);
    for (const token of [first ?? '', second ?? '']) {
      expect(refusalOf(await world.call('POST', '/api/auth/invitation', { token }))).toMatch(/error\.link\.expired$/);
      expect(refusalOf(await register(token, { username: 'fora' }))).toBe('404 NOT_FOUND error.link.expired');
    }
    expect((await register(own ?? '', { username: 'nossa' })).status).toBe(200);
    // Allowed again, they stay taken back.
    await forbid(null);
    expect(refusalOf(await register(first ?? '', { username: 'fora' }))).toBe('404 NOT_FOUND error.link.expired');
  });

  test('two invited where nobody administrates -> the first who accepts is the only one the back-office brings in', async () => {
    const outside = { token: await world.server.tokenOf(SUPPORT) };
    const bia = { token: await world.server.tokenOf(BIA) };
    await world.call('PATCH', '/api/dynamic-settings/support_access', { value: false }, bia);
    const administrators = `update app_user u set is_blocked = $1 from role r, tenant t where r.tenant_id = u.tenant_id
      and r.id = u.role_id and r.name = 'administrador' and t.id = u.tenant_id and t.slug = 'brisa'`;
    await world.rows(administrators, [true]);
    const [first, second] = ['primeiro', 'segundo'].map((name) => `${name}@brisa.example`);
    for (const email of [first, second]) {
      await world.call('POST', '/api/tenant/invite', { tenantName: 'brisa', email }, outside);
    }
    const links = await Promise.all([first, second].map((email) => tokenFor(email ?? '', 0, 'register')));
    expect((await register(links[0] ?? '', { username: 'primeiro' })).status).toBe(200);
    expect(refusalOf(await register(links[1] ?? '', { username: 'segundo' }))).toBe('404 NOT_FOUND error.link.expired');
    await world.rows(administrators, [false]);
  });
});

describe('mail', () => {
  test('the mail server doesn’t answer -> the mail waits for a retry, and the answer reveals nothing', async () => {
    const mail = { smtpUrl: 'smtp://127.0.0.1:1', from: 'Balcão <x@balcao.example>', publicUrl: 'https://b.example' };
    const other = await startWorld({ config: { mail } });
    try {
      const answer = await other.call('POST', '/api/auth/forgot-password', { email: ANA });
      expect(answer).toMatchObject({ status: 200, body: { ok: true } });
      await expectEventually(() =>
        other.rows(`select attempts, run_at > now() as later from mail_job where run_at < now() + interval '30 s'`),
      ).toEqual([{ attempts: 1, later: true }]);
    } finally {
      await other.server.stop();
    }
  });

  test('a server without a mail server says so, to whomever asks', async () => {
    const other = await startWorld({ config: { mode: 'serve' }, emulator: null });
    try {
      for (const email of [ANA, 'nobody@aurora.example']) {
        const answer = await other.call('POST', '/api/auth/forgot-password', { email });
        expect(refusalOf(answer)).toBe('503 UNAVAILABLE error.mail.off');
      }
      const token = await other.server.tokenOf(ANA);
      const body = { email: 'davi@aurora.example', role_id: '1' };
      expect(refusalOf(await other.call('POST', '/api/invitations', body, { token }))).toBe(
        '503 UNAVAILABLE error.mail.off',
      );
      expect((await fetch(`${other.url}/emulator/mailbox`)).status).toBe(404);
    } finally {
      await other.server.stop();
    }
  });
});
