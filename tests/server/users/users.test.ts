import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { managedUserSchema } from '../../../contract/entities/managed-user.ts';
import { blockUser } from '../../../contract/graphql/block-user.ts';
import { disconnectUser } from '../../../contract/graphql/disconnect-user.ts';
import { newUser } from '../../../contract/graphql/new-user.ts';
import type { NewUserVariables } from '../../../contract/graphql/new-user.ts';
import { paginatedUsers } from '../../../contract/graphql/paginated-users.ts';
import type { PaginatedUsersVariables } from '../../../contract/graphql/paginated-users.ts';
import { updateUser } from '../../../contract/graphql/update-user.ts';
import { deleteUserInstance } from '../../../contract/graphql/delete-user-instance.ts';
import { fieldsOf, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { joinWith } from '../../support/one-permission.ts';
import { callRest } from '../../support/rest-wire.ts';

let world: World;
let ana: Person;
let bruno: Person;
let bia: Person;
/** Ids of Aurora's roles by name. */
let roles: Record<string, string>;
let departments: Record<string, string>;

beforeAll(async () => {
  world = await startAttendance({ emulator: null });
  ({ ana, bruno, bia } = world.people);
  const named = async (table: string) => {
    const rows = await world.rows<{ name: string; id: string }>(
      `select x.name, x.id from ${table} x join tenant t on t.id = x.tenant_id where t.slug = 'aurora'`,
    );
    return Object.fromEntries(rows.map(({ name, id }) => [name, id]));
  };
  roles = await named('role');
  departments = await named('department');
});
afterAll(() => world.stop());

let made = 0;
/** What makes a user whose name nobody has yet. */
function fresh(changes: Partial<NewUserVariables> = {}): NewUserVariables {
  made += 1;
  return {
    username: `nova${made}`,
    name: `Nova Pessoa ${made}`,
    email: `nova${made}@aurora.example`,
    password: 'Uma#boa+senha7',
    role_id: roles['atendente'] ?? '',
    user_department_id: departments['Vendas'] ?? '',
    chosen_instances: [world.instances.vendas],
    ...changes,
  };
}
const add = async (changes: Partial<NewUserVariables> = {}) => (await world.call(ana, newUser, fresh(changes))).newUser;
const list = async (asked: PaginatedUsersVariables, who = ana) =>
  (await world.call(who, paginatedUsers, asked)).paginatedUsers;
const rest = (method: string, path: string, body?: unknown, who = ana) =>
  callRest(world.url, method, path, { token: who.token, body });
const count = async () =>
  (await world.rows<{ users: number }>('select count(*)::integer as users from app_user'))[0]?.users;

describe('the list of users', () => {
  test('a page of them, newest first; sorted by each column both ways; with the total', async () => {
    const page = await list({});
    expect(page.items.map(({ username }) => username)).toEqual(['carla', 'bruno', 'ana']);
    expect(page).toMatchObject({ total_pages: 1, total_items: 3, user_count: 3, user_limit: null });
    const order = async (sort_name: string, sort_type: string) =>
      (await list({ sort_name, sort_type })).items.map(({ username }) => username).join(' ');
    expect(await order('name', 'ASC')).toBe('ana bruno carla');
    expect(await order('email', 'DESC')).toBe('carla bruno ana');
    expect(await order('role', 'ASC')).toMatch(/^ana /);
    expect(await order('department', 'ASC')).toMatch(/^carla /);
    // At work, away, gone, blocked.
    await world.rows(`update app_user set is_connected = username = 'carla', is_away = username = 'bruno',
      last_seen_at = now()`);
    const situated = async (situation: 'connected' | 'away' | 'disconnected' | 'blocked') =>
      (await list({ situation })).items.map(({ username }) => username);
    expect(await order('situation', 'asc')).toBe('carla bruno ana');
    expect(await order('situation', 'DESC')).toBe('ana bruno carla');
    expect([await situated('connected'), await situated('away'), await situated('disconnected')]).toEqual([
      ['carla'],
      ['bruno'],
      ['ana'],
    ]);
    await world.rows("update app_user set is_blocked = true where username = 'carla'");
    expect(await order('situation', 'ASC')).toBe('bruno ana carla');
    expect([await situated('connected'), await situated('blocked')]).toEqual([[], ['carla']]);
    await world.rows(
      'update app_user set is_connected = false, is_away = false, is_blocked = false, last_seen_at = null',
    );
    const second = await list({ sort_name: 'name', sort_type: 'ASC', pagination_page: 2, pagination_limit: 2 });
    expect(second).toMatchObject({ total_pages: 2, total_items: 3, items: [{ username: 'carla' }] });
  });

  test('searched by name, e-mail and login name, whose own % and _ are no jokers', async () => {
    const found = async (search: string) => (await list({ search })).items.map(({ username }) => username);
    expect(await found('carv')).toEqual(['bruno']);
    expect(await found('CARLA@')).toEqual(['carla']);
    expect(await found('%')).toEqual([]);
    expect(await found('_')).toEqual([]);
  });

  test('filtered by role, department and situation; an id of another tenant finds nobody', async () => {
    expect((await list({ role_id: roles['administrador'] ?? '' })).items.map(({ id }) => id)).toEqual([ana.id]);
    expect((await list({ user_department_id: departments['Suporte'] ?? '' })).total_items).toBe(1);
    expect((await list({ situation: 'blocked' })).total_items).toBe(0);
    expect((await list({ user_id: bia.id })).items).toEqual([]);
    expect((await list({}, bia)).items.map(({ username }) => username)).toEqual(['caio', 'bia']);
  });

  test('refused without the permission, and for sorts, directions and pages that there are not', async () => {
    expect(await refusalOf(list({}, bruno))).toBe('FORBIDDEN error.forbidden');
    for (const asked of [
      { sort_name: 'password_hash' },
      { sort_type: 'sideways' },
      { pagination_page: 0 },
      { pagination_limit: -1 },
      { situation: 'gone' },
    ])
      expect(await refusalOf(list(asked))).toBe('INVALID error.invalid');
  });
});

describe('adding a user', () => {
  test('who may log in then; names are trimmed, addresses and login names in lower case', async () => {
    const user = await add({ name: '  Zé da Silva ', username: ' Ze.Silva ', email: ' ZE@Aurora.Example ' });
    expect(user).toMatchObject({
      name: 'Zé da Silva',
      username: 'ze.silva',
      email: 'ze@aurora.example',
      role: { name: 'atendente' },
      userDepartment: { name: 'Vendas' },
      userInstances: [{ instance: { id: world.instances.vendas } }],
      isBlocked: false,
    });
    expect(await world.server.tokenOf('ze@aurora.example', 'Uma#boa+senha7')).toBeTypeOf('string');
    const [entry] = await world.rows(
      `select action, subject, details, address from audit where action = 'user.add' order by id desc limit 1`,
    );
    expect(entry).toMatchObject({ subject: `user:${user.id}`, details: { email: 'ze@aurora.example' } });
    expect(JSON.stringify(entry)).not.toContain('senha');
  });

  test('over REST the same', async () => {
    const answer = await rest('POST', '/api/users', fresh());
    expect([answer.status, managedUserSchema.parse(answer.body).userInstances.length]).toEqual([200, 1]);
    expect((await rest('POST', '/api/users', fresh(), bruno)).status).toBe(403);
    expect((await rest('POST', '/api/users', { name: 5 })).error).toMatchObject({
      key: 'error.form.invalid',
      fields: { username: 'error.field.required', name: 'error.field.invalid', role_id: 'error.field.required' },
    });
  });

  test.each<[string, Partial<NewUserVariables>, Record<string, string>]>([
    [
      'all empty',
      { name: '', username: ' ', email: '', password: '', role_id: '' },
      {
        name: 'error.field.required',
        username: 'error.field.required',
        email: 'error.field.required',
        password: 'error.field.required',
        role_id: 'error.field.required',
      },
    ],
    ['too short', { name: 'A', username: 'ab' }, { name: 'error.field.tooShort', username: 'error.field.tooShort' }],
    [
      'too long',
      { name: 'A'.repeat(81), username: 'a'.repeat(41), email: `${'a'.repeat(250)}@b.co` },
      {
        name: 'error.field.tooLong',
        username: 'error.field.tooLong',
        email: 'error.field.tooLong',
      },
    ],
    ['control characters', { name: 'A\u0000na\nMaria' }, { name: 'error.field.characters' }],
    ['half a character', { name: 'An\ud800a' }, { name: 'error.field.characters' }],
    ['a login name with a script', { username: '<b>x</b>' }, { username: 'error.user.username' }],
    ['no address', { email: 'nova at aurora' }, { email: 'error.field.email' }],
    ['a script for an address', { email: '<script>@aurora.example' }, { email: 'error.field.email' }],
    ['a weak password', { password: 'abc12345' }, { password: 'error.password.weak' }],
    ['an image that is a script', { image: 'javascript:alert(1)' }, { image: 'error.image.invalid' }],
    ['an SVG', { image: `data:image/svg+xml;base64,${btoa('<svg/>')}` }, { image: 'error.image.invalid' }],
    [
      'a picture that is none',
      { image: `data:image/png;base64,${btoa('<svg onload=x>')}` },
      { image: 'error.image.invalid' },
    ],
  ])('%s -> refused field by field, nothing saved', async (_what, changes, fields) => {
    const before = await count();
    const call = world.call(ana, newUser, fresh(changes));
    expect(await fieldsOf(call)).toEqual(fields);
    expect(await count()).toBe(before);
  });

  test('a name with a script is a text like any other', async () => {
    expect((await add({ name: '<script>alert(1)</script>' })).name).toBe('<script>alert(1)</script>');
  });

  test('role, department or instance of another tenant, or of none -> refused, nothing saved', async () => {
    const theirs = async (table: string) =>
      (
        await world.rows<{ id: string }>(`select x.id from ${table} x join tenant t on t.id = x.tenant_id
        where t.slug = 'brisa' limit 1`)
      )[0]?.id ?? '';
    const before = await count();
    expect(await fieldsOf(world.call(ana, newUser, fresh({ role_id: await theirs('role') })))).toEqual({
      role_id: 'error.field.gone',
    });
    expect(await fieldsOf(world.call(ana, newUser, fresh({ user_department_id: await theirs('department') })))).toEqual(
      {
        user_department_id: 'error.field.gone',
      },
    );
    expect(
      await fieldsOf(
        world.call(ana, newUser, fresh({ chosen_instances: [world.instances.vendas, world.instances.brisa] })),
      ),
    ).toEqual({ chosen_instances: 'error.field.gone' });
    expect(await fieldsOf(world.call(ana, newUser, fresh({ role_id: '99999999999999999999' })))).toEqual({
      role_id: 'error.field.invalid',
    });
    expect(await count()).toBe(before);
  });

  test('a login name or e-mail that is taken -> refused by its field; the e-mail also where another tenant has it', async () => {
    expect(
      await fieldsOf(world.call(ana, newUser, fresh({ username: 'BRUNO', email: 'Bruno@aurora.example' }))),
    ).toEqual({
      username: 'error.user.usernameTaken',
      email: 'error.user.emailTaken',
    });
    expect(await fieldsOf(world.call(ana, newUser, fresh({ email: bia.email })))).toEqual({
      email: 'error.user.emailTaken',
    });
    expect((await add({ username: 'bia' })).username).toBe('bia');
  });

  test('the same twice at once -> one of them', async () => {
    const user = fresh();
    const calls = await Promise.all([1, 2, 3].map(() => refusalOf(world.call(ana, newUser, user))));
    expect(calls.toSorted()).toEqual(['INVALID error.form.invalid', 'INVALID error.form.invalid', 'not refused']);
  });

  test('the limit agreed with the company holds, however many come at once; blocked ones count', async () => {
    const users = (await list({})).user_count;
    await world.rows(`update tenant set user_limit = $1 where slug = 'aurora'`, [users + 2]);
    try {
      const calls = await Promise.all([1, 2, 3, 4, 5].map(() => refusalOf(world.call(ana, newUser, fresh()))));
      expect(calls.filter((call) => call === 'not refused')).toHaveLength(2);
      expect(calls.filter((call) => call === 'CONFLICT error.users.limit')).toHaveLength(3);
      expect(await list({})).toMatchObject({ user_count: users + 2, user_limit: users + 2 });
    } finally {
      await world.rows(`update tenant set user_limit = null where slug = 'aurora'`);
    }
  });
});

describe('changing a user', () => {
  test('omitted fields stay; null removes image and department', async () => {
    const user = await add({ image: 'https://fotos.example/a.png' });
    const { updateUser: renamed } = await world.call(ana, updateUser, { id: user.id, name: 'Outro Nome' });
    expect(renamed).toEqual({ ...user, name: 'Outro Nome', version: renamed.version });
    expect(renamed.version).not.toBe(user.version);
    const { updateUser: bare } = await world.call(ana, updateUser, {
      id: user.id,
      image: null,
      user_department_id: null,
      chosen_instances: [],
    });
    expect(bare).toMatchObject({ name: 'Outro Nome', image: null, userDepartment: null, userInstances: [] });
  });

  test('over REST by one field, or several', async () => {
    const user = await add();
    expect((await rest('PUT', `/api/users/${user.id}`, { name: 'Só o Nome' })).body).toMatchObject({
      name: 'Só o Nome',
      email: user.email,
    });
    const email = `outra${user.id}@aurora.example`;
    expect((await rest('PUT', `/api/users/${user.id}`, { email })).body).toMatchObject({ name: 'Só o Nome', email });
    expect((await rest('PUT', `/api/users/${user.id}`, { email: 'x' })).error?.fields).toEqual({
      email: 'error.field.email',
    });
    expect((await rest('PUT', `/api/users/${bia.id}`, { name: 'De Fora' })).status).toBe(404);
    expect((await rest('PUT', '/api/users/none', { name: 'De Fora' })).status).toBe(404);
  });

  test('somebody else saved in between -> conflict, nothing written over', async () => {
    const user = await add();
    await world.call(ana, updateUser, { id: user.id, name: 'Primeira', version: user.version });
    const late = world.call(ana, updateUser, { id: user.id, name: 'Segunda', version: user.version });
    expect(await refusalOf(late)).toBe('CONFLICT error.form.conflict');
    expect((await list({ user_id: user.id })).items[0]?.name).toBe('Primeira');
    // Being at work is no change of what the form holds.
    const [{ version } = { version: '' }] = (await list({ user_id: user.id })).items;
    await world.rows('update app_user set last_seen_at = now(), is_connected = true where id = $1', [user.id]);
    expect((await world.call(ana, updateUser, { id: user.id, name: 'Terceira', version })).updateUser.name).toBe(
      'Terceira',
    );
  });

  test('a password for somebody -> their sessions end, their old one is refused', async () => {
    const user = await add();
    const token = await world.server.tokenOf(user.email, 'Uma#boa+senha7');
    await rest('PUT', `/api/users/${user.id}`, { password: 'Outra#boa+senha9' });
    expect((await callRest(world.url, 'GET', '/api/permission', { token })).status).toBe(401);
    await expect(world.server.tokenOf(user.email, 'Uma#boa+senha7')).rejects.toThrow('401');
    expect(await world.server.tokenOf(user.email, 'Outra#boa+senha9')).toBeTypeOf('string');
    await world.call(ana, updateUser, { id: user.id, name: 'Com Outro Nome', user_department_id: null });
    const written = await world.rows<{ by: string; details: unknown }>(
      "select user_id as by, details from audit where action = 'user.edit' and subject = $1 order by id",
      [`user:${user.id}`],
    );
    expect(written).toEqual([
      { by: ana.id, details: { password: 'changed' } },
      {
        by: ana.id,
        details: { name: { was: user.name, is: 'Com Outro Nome' }, department: { was: 'Vendas', is: null } },
      },
    ]);
  });

  test('an instance is taken away', async () => {
    const user = await add();
    const [link] = user.userInstances;
    expect(await refusalOf(world.call(bia, deleteUserInstance, { id: link?.id ?? '' }))).toBe(
      'NOT_FOUND error.notFound',
    );
    const token = await world.server.tokenOf(user.email, 'Uma#boa+senha7');
    const socket = await world.socket({ email: user.email, tenant: 'aurora', id: user.id, token });
    const told = async () => {
      await socket.pong();
      return socket.names.filter((name) => name === 'PermissionsChanged').length;
    };
    await world.call(ana, updateUser, { id: user.id, chosen_instances: [world.instances.vendas] });
    expect(await told()).toBe(0);
    expect((await world.call(ana, deleteUserInstance, { id: link?.id ?? '' })).deleteUserInstance).toBe(true);
    await expectEventually(told).toBe(1);
    expect((await list({ user_id: user.id })).items[0]?.userInstances).toEqual([]);
    await world.call(ana, updateUser, { id: user.id, chosen_instances: [world.instances.suporte] });
    await expectEventually(told).toBe(2);
    expect(await refusalOf(world.call(ana, deleteUserInstance, { id: link?.id ?? '' }))).toBe(
      'NOT_FOUND error.notFound',
    );
  });
});

describe('a user’s picture', () => {
  const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

  test('uploaded -> served by an address that nobody guesses; replaced -> the old one is gone', async () => {
    const user = await add({ image: `data:image/png;base64,${PNG}` });
    const image = user.image ?? '';
    expect(image).toMatch(/^\/api\/user-images\/\d+\/[\w-]{22}$/);
    const response = await fetch(world.url + image);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(PNG);
    // Saved with the address it has: it stays.
    expect((await world.call(ana, updateUser, { id: user.id, image })).updateUser.image).toBe(image);
    await world.call(ana, updateUser, { id: user.id, image: 'https://fotos.example/b.png' });
    expect((await fetch(world.url + image)).status).toBe(404);
    expect((await fetch(`${world.url}/api/user-images/1/unknown`)).status).toBe(404);
    expect((await fetch(`${world.url}/api/user-images/x/unknown`)).status).toBe(404);
  });

  test('larger than 200 KB, of too many pixels, or somebody else’s -> refused', async () => {
    const vast = Buffer.from(PNG, 'base64');
    vast.writeUInt32BE(20_000, 16);
    vast.writeUInt32BE(20_000, 20);
    expect(
      await fieldsOf(world.call(ana, newUser, fresh({ image: `data:image/png;base64,${vast.toString('base64')}` }))),
    ).toEqual({ image: 'error.image.pixels' });
    const big = Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.alloc(205_000)]).toString('base64');
    expect(await fieldsOf(world.call(ana, newUser, fresh({ image: `data:image/png;base64,${big}` })))).toEqual({
      image: 'error.image.tooLarge',
    });
    const other = await add({ image: `data:image/png;base64,${PNG}` });
    expect(await fieldsOf(world.call(ana, newUser, fresh({ image: other.image ?? '' })))).toEqual({
      image: 'error.image.invalid',
    });
  });
});

describe('who may open the users but is no administrator', () => {
  test('gives no more than they have themself', async () => {
    await world.rows(
      `insert into role (tenant_id, name, display_name) select id, 'supervisor', 'Supervisor' from tenant where slug = 'aurora'`,
    );
    await world.rows(`insert into role_permission (tenant_id, role_id, route_name)
      select r.tenant_id, r.id, route from role r, unnest(array['users', 'chat']) route where r.name = 'supervisor'`);
    const supervisorRole =
      (await world.rows<{ id: string }>(`select id from role where name = 'supervisor'`))[0]?.id ?? '';
    const user = await add({ role_id: supervisorRole });
    const token = await world.server.tokenOf(user.email, 'Uma#boa+senha7');
    const supervisor: Person = { email: user.email, tenant: 'aurora', id: user.id, token };
    const above = 'FORBIDDEN error.users.aboveYou';
    expect(await refusalOf(world.call(supervisor, newUser, fresh({ role_id: roles['administrador'] ?? '' })))).toBe(
      above,
    );
    expect(await refusalOf(world.call(supervisor, updateUser, { id: ana.id, email: 'minha@aurora.example' }))).toBe(
      above,
    );
    expect((await rest('PUT', `/api/users/${ana.id}`, { password: 'Outra#boa+senha9' }, supervisor)).error?.key).toBe(
      'error.users.aboveYou',
    );
    const own = world.call(supervisor, updateUser, { id: user.id, role_id: roles['administrador'] ?? '' });
    expect(await refusalOf(own)).toBe('CONFLICT error.users.self');
    expect((await world.call(supervisor, newUser, fresh())).newUser.role.name).toBe('atendente');
  });

  test('neither lets an administrator in again, sends one out, nor takes an instance from one', async () => {
    const email = await joinWith(world.server, ['users', 'chat']);
    const helper: Person = { ...bruno, email, token: await world.server.tokenOf(email) };
    const second = await add({ role_id: roles['administrador'] ?? '' });
    await world.call(ana, blockUser, { id: second.id });
    const above = 'FORBIDDEN error.users.aboveYou';
    expect((await rest('PATCH', `/api/users/${second.id}`, undefined, helper)).error?.key).toBe('error.users.aboveYou');
    expect(await refusalOf(world.call(helper, disconnectUser, { user_id: ana.id }))).toBe(above);
    const link = { id: second.userInstances[0]?.id ?? '' };
    expect(await refusalOf(world.call(helper, deleteUserInstance, link))).toBe(above);
    await expect(world.server.tokenOf(second.email, 'Uma#boa+senha7')).rejects.toThrow('40');
    expect((await world.call(ana, deleteUserInstance, link)).deleteUserInstance).toBe(true);
  });
});
