import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteRole } from '../../../contract/graphql/delete-role.ts';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { duplicateRole } from '../../../contract/graphql/duplicate-role.ts';
import { newRole } from '../../../contract/graphql/new-role.ts';
import { newUser } from '../../../contract/graphql/new-user.ts';
import { roles } from '../../../contract/graphql/roles.ts';
import { updateRole } from '../../../contract/graphql/update-role.ts';
import { updateUser } from '../../../contract/graphql/update-user.ts';
import { managedRoleSchema } from '../../../contract/entities/role.ts';
import type { ManagedRole } from '../../../contract/entities/role.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { permissionCategories } from '../../../contract/rest/permission-categories.ts';
import { callRest } from '../../support/rest-wire.ts';

let world: World;
let ana: Person;
beforeAll(async () => {
  world = await startAttendance({ emulator: null });
  ({ ana } = world.people);
  // Otherwise the first message of each instance publishes that it is connected, at some time of its own.
  await world.rows("update instance set state = 'connected'");
});
afterAll(() => world.stop());

const list = async (who = ana) => (await world.call(who, roles, {})).roles;
const roleNamed = async (name: string): Promise<ManagedRole> => {
  const role = (await list()).find((each) => each.name === name);
  if (role === undefined) throw new Error(`No role ${name}`);
  return role;
};
const routesOf = (role: ManagedRole) => role.has_permission_routes.map(({ route_name: route }) => route).toSorted();
const update = (roleId: string, permissions: unknown, who = ana, more: object = {}) =>
  callRest(world.url, 'POST', '/api/permission/update', { token: who.token, body: { roleId, permissions, ...more } });
let made = 0;
const create = async (...permissions: string[]) => {
  made += 1;
  const { newRole: role } = await world.call(ana, newRole, { display_name: `Perfil ${made}` });
  await update(role.id, permissions);
  return roleNamed(role.name);
};
async function hire(role: ManagedRole): Promise<Person> {
  made += 1;
  const email = `perfil${made}@aurora.example`;
  const password = 'Uma#boa+senha7';
  const variables = { username: `perfil${made}`, name: `Pessoa ${made}`, email, password, role_id: role.id };
  const { newUser: user } = await world.call(ana, newUser, {
    ...variables,
    chosen_instances: [world.instances.vendas],
  });
  return { email, tenant: 'aurora', id: user.id, token: await world.server.tokenOf(email, password) };
}

describe('roles', () => {
  test('the list: by name, with users and permissions; the administrators’ role has all but the back-office’s', async () => {
    const [administrator, attendant] = await list();
    expect(administrator).toMatchObject({ name: 'administrador', users_count: 1, is_fixed: true });
    expect(attendant).toMatchObject({ name: 'atendente', users_count: 2, is_fixed: false });
    expect(attendant && routesOf(attendant)).toEqual(['chat']);
    const all = administrator === undefined ? [] : routesOf(administrator);
    expect(all).toEqual(expect.arrayContaining(['access', 'departments', 'roles-edit', 'users']));
    expect(all).not.toContain('tenants');
    expect(await refusalOf(list(world.people.bruno))).toBe('FORBIDDEN error.forbidden');
  });

  test('created, duplicated, renamed, deleted', async () => {
    const { newRole: role } = await world.call(ana, newRole, { display_name: '  Chefe de Vendas ' });
    expect(role).toMatchObject({ name: 'chefe-de-vendas', display_name: 'Chefe de Vendas', has_permission_routes: [] });
    await update(role.id, ['chat', 'users']);
    const { duplicateRole: copy } = await world.call(ana, duplicateRole, {
      id: role.id,
      display_name: 'Chefe (cópia)',
    });
    expect([copy.name, routesOf(copy)]).toEqual(['chefe-copia', ['chat', 'users']]);
    const { updateRole: renamed } = await world.call(ana, updateRole, { id: copy.id, display_name: 'Gerente' });
    expect(renamed).toMatchObject({ name: 'chefe-copia', display_name: 'Gerente' });
    // Its own name in other letters is free, another's isn't, and what somebody else saved isn't written over.
    const rename = (display_name: string, version?: string) =>
      refusalOf(world.call(ana, updateRole, { id: copy.id, display_name, ...(version !== undefined && { version }) }));
    expect(await rename('Supervisor', copy.version)).toBe('CONFLICT error.form.conflict');
    expect(await rename('chefe de VENDAS')).toBe('INVALID error.form.invalid');
    expect(await rename('GERENTE', renamed.version)).toBe('not refused');
    const taken = world.call(ana, duplicateRole, { id: role.id, display_name: 'gerente' });
    expect(await refusalOf(taken)).toBe('INVALID error.form.invalid');
    for (const { id } of [role, copy]) expect((await world.call(ana, deleteRole, { id })).deleteRole).toBe(true);
    expect(await refusalOf(world.call(ana, deleteRole, { id: role.id }))).toBe('NOT_FOUND error.notFound');
    const entries = await world.rows<{ action: string }>(
      `select action from audit where subject in ($1, $2) order by id`,
      [`role:${role.id}`, `role:${copy.id}`],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'role.add',
      'role.permissions',
      'role.duplicate',
      'role.rename',
      'role.rename',
      'role.delete',
      'role.delete',
    ]);
  });

  test.each([
    ['', 'empty'],
    ['   ', 'blank'],
    ['A', 'too short'],
    ['A'.repeat(61), 'too long'],
    ['ATENDENTE', 'taken, whatever its case'],
    ['a\u0000b', 'a control character'],
  ])('%j is refused: %s', async (display_name) => {
    const before = (await list()).length;
    expect(await refusalOf(world.call(ana, newRole, { display_name }))).toBe('INVALID error.form.invalid');
    expect((await list()).length).toBe(before);
  });

  test('names that come to the same internally -> numbered; one of signs alone -> has one all the same', async () => {
    const names: string[] = [];
    for (const display_name of ['Caixa 1', 'Caixa: 1', 'CAIXA (1)', '***'])
      names.push((await world.call(ana, newRole, { display_name })).newRole.name);
    expect(names).toEqual(['caixa-1', 'caixa-1-2', 'caixa-1-3', 'perfil']);
  });

  test('two of one name at once -> one', async () => {
    const calls = [1, 2, 3].map(() => refusalOf(world.call(ana, newRole, { display_name: 'Só uma vez' })));
    expect((await Promise.all(calls)).filter((outcome) => outcome === 'not refused')).toHaveLength(1);
  });

  test('in use, the administrators’, another tenant’s: not deleted; only used by deleted users: deleted', async () => {
    const role = await create('chat');
    const who = await hire(role);
    expect(await refusalOf(world.call(ana, deleteRole, { id: role.id }))).toBe('CONFLICT error.roles.used');
    await callRest(world.url, 'DELETE', `/api/users/${who.id}`, { token: ana.token });
    expect((await world.call(ana, deleteRole, { id: role.id })).deleteRole).toBe(true);
    const administrator = await roleNamed('administrador');
    expect(await refusalOf(world.call(ana, deleteRole, { id: administrator.id }))).toBe(
      'CONFLICT error.roles.administrator',
    );
    const [theirs] = (await world.call(world.people.bia, roles, {})).roles;
    const id = theirs?.id ?? '';
    expect(await refusalOf(world.call(ana, deleteRole, { id }))).toBe('NOT_FOUND error.notFound');
    const renamed = world.call(ana, updateRole, { id, display_name: 'Nossa' });
    expect(await refusalOf(renamed)).toBe('NOT_FOUND error.notFound');
    const copied = world.call(ana, duplicateRole, { id, display_name: 'Cópia de fora' });
    expect(await refusalOf(copied)).toBe('NOT_FOUND error.notFound');
    expect((await update(theirs?.id ?? '', [])).status).toBe(404);
  });
});

describe('what a role permits', () => {
  test('by category, in the menu’s order; the back-office’s only for the back-office', async () => {
    const ask = (token: string) => callRest(world.url, 'GET', '/api/permission/categories', { token });
    const categories = async (token: string) =>
      ((await ask(token)).body as { category: string }[]).map(({ category }) => category);
    expect(await categories(ana.token)).toEqual([
      'attendance',
      'customers',
      'automation',
      'dashboard',
      'administration',
    ]);
    expect(await categories(await world.server.tokenOf('suporte@balcao.example'))).toContain('backoffice');
    expect((await ask(world.people.bruno.token)).status).toBe(403);
  });

  test('set whole, once each; unknown ones and the back-office’s are refused; nothing by half', async () => {
    const role = await create();
    const answer = await update(role.id, ['chat', 'chat', 'users']);
    expect(routesOf(managedRoleSchema.parse(answer.body))).toEqual(['chat', 'users']);
    for (const wrong of [['chat', 'nowhere'], ['tenants'], 'chat', [5], null]) {
      expect([(await update(role.id, wrong)).status, routesOf(await roleNamed(role.name))]).toEqual([
        400,
        ['chat', 'users'],
      ]);
    }
    expect((await update(role.id, [], world.people.bruno)).status).toBe(403);
    expect(routesOf(managedRoleSchema.parse((await update(role.id, [])).body))).toEqual([]);
  });

  test('somebody else saved in between -> conflict', async () => {
    const role = await create('chat');
    await update(role.id, ['users'], ana, { version: role.version });
    const late = await update(role.id, ['departments'], ana, { version: role.version });
    expect([late.status, late.error?.key]).toEqual([409, 'error.form.conflict']);
    expect(routesOf(await roleNamed(role.name))).toEqual(['users']);
  });

  test('the administrators’ keeps all; one can’t take one’s own way in away, nor give what one doesn’t have', async () => {
    const administrator = await roleNamed('administrador');
    for (const permissions of [[], ['roles-edit'], routesOf(administrator).filter((route) => route !== 'roles-edit')]) {
      expect((await update(administrator.id, permissions)).error?.key).toBe('error.roles.lastWayIn');
    }
    expect((await update(administrator.id, routesOf(administrator))).status).toBe(200);
    const role = await create('roles-edit', 'roles-list', 'chat');
    const editor = await hire(role);
    expect((await update(role.id, ['chat'], editor)).error?.key).toBe('error.roles.ownWayIn');
    expect((await update(role.id, ['roles-edit', 'users'], editor)).error?.key).toBe('error.users.aboveYou');
    expect((await update(administrator.id, [], editor)).error?.key).toBe('error.roles.lastWayIn');
    const copy = world.call(editor, duplicateRole, { id: administrator.id, display_name: 'Quase administrador' });
    expect(await refusalOf(copy)).toBe('FORBIDDEN error.users.aboveYou');
    const above = await create('users');
    expect((await update(above.id, [], editor)).error?.key).toBe('error.users.aboveYou');
    const renamed = world.call(editor, updateRole, { id: above.id, display_name: 'Abaixo' });
    expect(await refusalOf(renamed)).toBe('FORBIDDEN error.users.aboveYou');
    expect(await refusalOf(world.call(editor, deleteRole, { id: above.id }))).toBe('FORBIDDEN error.users.aboveYou');
    expect((await update(role.id, ['roles-edit'], editor)).status).toBe(200);
  });

  test('an option of the company is off -> its permissions stay granted: shown, revocable, and counted as a right that another may lack', async () => {
    const holder = await create('chat', 'dashboard-report');
    const helper = await hire(await create('users', 'departments', 'roles-edit', 'chat'));
    const reports = (enabled: boolean) =>
      world.rows(
        `insert into tenant_feature (tenant_id, option, enabled) select id, 'reports', $1 from tenant where slug = 'aurora'
        on conflict (tenant_id, option) do update set enabled = excluded.enabled`,
        [enabled],
      );
    const audited = (id: string) =>
      world.rows(`select from audit where action = 'role.permissions' and subject = $1`, [`role:${id}`]);
    await reports(false);
    try {
      expect(routesOf(await roleNamed(holder.name))).toEqual(['chat', 'dashboard-report']);
      const { body } = await callRest(world.url, 'GET', '/api/permission/categories', { token: ana.token });
      const shown = permissionCategories.answer.parse(body).flatMap(({ permissions }) => permissions);
      expect(shown.find(({ route_name: route }) => route === 'dashboard-report')?.is_on).toBe(false);
      expect(shown.find(({ route_name: route }) => route === 'chat')?.is_on).toBe(true);
      const above = 'FORBIDDEN error.users.aboveYou';
      const given = { username: 'acima', name: 'Acima', email: 'acima@aurora.example', password: 'Uma#boa+senha7' };
      expect(await refusalOf(world.call(helper, newUser, { ...given, role_id: holder.id }))).toBe(above);
      expect((await update(holder.id, ['chat'], helper)).error?.key).toBe('error.users.aboveYou');
      const before = (await audited(holder.id)).length;
      await update(holder.id, ['chat', 'dashboard-report']);
      expect(await audited(holder.id)).toHaveLength(before);
      await update(holder.id, ['chat']);
      expect(await audited(holder.id)).toHaveLength(before + 1);
    } finally {
      await reports(true);
    }
    expect(routesOf(await roleNamed(holder.name))).toEqual(['chat']);
  });

  test('sessions that are open follow at once: a frame to the role’s users alone, the next call is refused, the socket stays', async () => {
    const role = await create('chat', 'users');
    const who = await hire(role);
    const [socket, other] = [await world.socket(who), await world.socket(world.people.bruno)];
    await update(role.id, ['users']);
    await socket.frame('PermissionsChanged');
    expect(await refusalOf(world.call(who, chatTickets, {}))).toBe('FORBIDDEN error.forbidden');
    await world.write({ from: '5511930000001', text: 'só para quem atende' });
    await other.frame('CustomerChatCreated', ({ data }) => data.customerChat.message === 'só para quem atende');
    expect((await socket.pong()).event).toBe('pong');
    expect(socket.frames.map(({ event }) => event)).toEqual(['PermissionsChanged']);
    expect(other.frames.some(({ event }) => event === 'PermissionsChanged')).toBe(false);
    await update(role.id, ['chat', 'users']);
    await world.write({ from: '5511930000001', text: 'agora também' });
    await socket.frame('CustomerChatCreated', ({ data }) => data.customerChat.message === 'agora também');
  });

  test('another role for somebody: they hear of it, and it holds at once', async () => {
    const [first, second] = [await create('chat'), await create('departments')];
    const who = await hire(first);
    const socket = await world.socket(who);
    await world.call(ana, updateUser, { id: who.id, role_id: second.id });
    await socket.frame('PermissionsChanged');
    const answer = await callRest(world.url, 'GET', `/api/permission/email?email=${who.email}`, { token: who.token });
    expect(answer.body).toEqual([{ route_name: 'departments' }]);
  });
});
