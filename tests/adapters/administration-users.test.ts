import { describe, expect, test } from 'vitest';
import type { ListName, ListQuery } from '../../src/machines/log/events-administration.ts';
import type { FormName, FormValues } from '../../src/machines/entities/forms.ts';
import { data, graphqlError, ok } from '../support/scripted-server.ts';
import type { Reply } from '../support/scripted-server.ts';
import { AT, wireManagedUser } from '../support/wire.ts';
import { startBench } from './harness.ts';
import type { Bench } from './harness.ts';

const QUERY: ListQuery = { page: 2, limit: 5, search: 'an', sort: { by: 'name', descending: true }, filters: {} };
const MOMENT = Date.parse(AT);
const role = {
  id: '3',
  name: 'vendas',
  display_name: 'Vendas',
  has_permission_routes: [{ route_name: 'chat' }],
  users_count: 2,
  is_fixed: false,
  version: 'r1',
};

async function start(): Promise<Bench> {
  const bench = await startBench();
  bench.adopt('token', 1);
  return bench;
}
async function list(bench: Bench, name: ListName, query: Partial<ListQuery> = {}) {
  bench.adapters.run({ type: 'list.fetch', list: name, request: 1, query: { ...QUERY, ...query } });
  return (await bench.next('list.answered')).page;
}
async function save(bench: Bench, form: FormName, key: string, values: FormValues = {}, version: string | null = null) {
  const count = bench.had('form.saved').length + bench.had('form.refused').length;
  bench.adapters.run({ type: 'form.save', form, key, request: count + 1, values, version });
  const isEnd = ({ type }: { type: string }) => type === 'form.saved' || type === 'form.refused';
  return (await bench.events.count(count + 1, isEnd)).at(-1);
}

describe('lists', () => {
  test('users: page, order, search and filters are asked for; rows in our own names', async () => {
    const bench = await start();
    const user = wireManagedUser({ isBlocked: true });
    const page = { total_pages: 2, total_items: 6, user_count: 9, user_limit: 10, items: [user] };
    bench.server.on('paginatedUsers', data({ paginatedUsers: page }));
    const answered = await list(bench, 'users', { filters: { role: '3', department: '4', situation: 'blocked' } });
    expect(bench.server.requests.items[0]?.body).toEqual({
      search: 'an',
      sort_name: 'name',
      sort_type: 'DESC',
      pagination_page: 2,
      pagination_limit: 5,
      role_id: '3',
      user_department_id: '4',
      situation: 'blocked',
    });
    expect(answered).toMatchObject({
      list: 'users',
      total: 6,
      facts: { count: 9, limit: 10 },
      rows: [{ id: '7', email: 'ana@aurora.example', blocked: true, links: { 5: '1' }, since: MOMENT }],
    });
  });

  test('roles and permissions, which are answered whole: searched, sorted and cut here', async () => {
    const bench = await start();
    const others = ['Ana', 'Banca', 'Canal', 'Dado'].map((display_name, at) => ({
      ...role,
      id: String(10 + at),
      display_name,
      users_count: at,
    }));
    bench.server.on('roles', data({ roles: others }));
    const answered = await list(bench, 'roles', { page: 1, limit: 2, sort: { by: 'users', descending: true } });
    expect(answered).toMatchObject({
      total: 3,
      rows: [{ label: 'Canal', users: 2, routes: ['chat'] }, { label: 'Banca' }],
    });
  });

  test('permissions: each with its category', async () => {
    const bench = await start();
    const categories = [
      { category: 'attendance', permissions: [{ route_name: 'chat', is_on: true }] },
      {
        category: 'administration',
        permissions: [
          { route_name: 'users', is_on: true },
          { route_name: 'access', is_on: false },
        ],
      },
    ];
    bench.server.on('GET /api/permission/categories', ok(categories));
    expect(await list(bench, 'permissions')).toEqual({
      list: 'permissions',
      total: 3,
      rows: [
        { route: 'chat', category: 'attendance', isOn: true },
        { route: 'users', category: 'administration', isOn: true },
        { route: 'access', category: 'administration', isOn: false },
      ],
    });
  });

  test('the audit, who is at work, own sessions and logins', async () => {
    const entry = {
      id: '1',
      at: AT,
      user: { id: '7', name: 'Ana', email: 'ana@aurora.example' },
      action: 'user.add',
      subject: 'user:8',
      details: '{}',
      names: [{ of: 'user:8', name: 'Bruno' }],
      address: '10.0.0.1',
      request_id: 'r',
    };
    const where = { address: '10.0.0.1', user_agent: 'Firefox' };
    const online = { id: '7', name: 'Ana', image: null, role: { id: '1', name: 'x', display_name: 'X' }, ...where };
    const session = { id: '5', created_at: AT, last_used_at: AT, expires_at: AT, is_current: true, ...where };
    const cases: [ListName, string, unknown, object][] = [
      [
        'audit',
        'paginatedAudit',
        { total_pages: 1, total_items: 1, items: [entry] },
        { at: MOMENT, requestId: 'r', names: entry.names },
      ],
      [
        'connectedUsers',
        'connectedUsers',
        [{ ...online, connected_at: AT, last_seen_at: null }],
        {
          connectedAt: MOMENT,
          lastSeenAt: null,
          browser: 'Firefox',
        },
      ],
      ['mySessions', 'mySessions', [session], { since: MOMENT, current: true }],
      [
        'loginHistory',
        'loginHistory',
        {
          total_pages: 1,
          total_items: 1,
          items: [{ id: '9', at: AT, action: 'login', ...where }],
        },
        { at: MOMENT, action: 'login', browser: 'Firefox' },
      ],
    ];
    for (const [name, operation, answer, row] of cases) {
      const bench = await start();
      bench.server.on(operation, data({ [operation]: answer }));
      expect(await list(bench, name, { page: 1, filters: { from: AT } })).toMatchObject({
        list: name,
        total: 1,
        rows: [row],
      });
    }
  });
});

describe('a user’s form', () => {
  const VALUES = { name: 'Ana', username: 'Ana', email: 'ANA@aurora.example', role_id: '3', chosen_instances: ['5'] };

  test('opened: what the server holds; for a new one how many there may be; somebody who is gone: not found', async () => {
    const bench = await start();
    const page = { total_pages: 1, total_items: 1, user_count: 3, user_limit: 4, items: [wireManagedUser()] };
    bench.server.on('paginatedUsers', data({ paginatedUsers: page }));
    bench.adapters.run({ type: 'form.load', form: 'user', key: '7', request: 1 });
    bench.adapters.run({ type: 'form.load', form: 'user', key: 'new', request: 1 });
    const loaded = await bench.all('form.loaded', 2);
    expect(loaded.find(({ key }) => key === '7')).toMatchObject({
      version: 'v1',
      values: { name: 'Ana Souza', role_id: '1', user_department_id: '3', chosen_instances: ['5'] },
    });
    expect(loaded.find(({ key }) => key === 'new')?.values).toMatchObject({ name: '', user_count: 3, user_limit: 4 });
    bench.server.on('paginatedUsers', data({ paginatedUsers: { ...page, items: [] } }));
    bench.adapters.run({ type: 'form.load', form: 'user', key: '8', request: 2 });
    expect((await bench.next('form.loadFailed')).failure.code).toBe('NOT_FOUND');
  });

  test('wrong fields are refused here, by their keys, and nothing is sent', async () => {
    const bench = await start();
    expect(
      await save(bench, 'user', 'new', { ...VALUES, name: ' ', email: 'x', role_id: '', password: null }),
    ).toMatchObject({
      type: 'form.refused',
      failure: {
        code: 'INVALID',
        key: 'error.form.invalid',
        fields: {
          name: 'error.field.required',
          email: 'error.field.email',
          role_id: 'error.field.required',
          password: 'error.field.required',
        },
      },
    });
    expect(bench.server.requests.items).toEqual([]);
  });

  test('the password stays out of the log, survives a refusal, and is forgotten once it was saved', async () => {
    const bench = await start();
    const password = bench.adapters.vault.keep('Uma#boa+senha7');
    const taken = { code: 'INVALID', key: 'error.form.invalid', fields: { email: 'error.user.emailTaken' } };
    bench.server.on('newUser', graphqlError('error.form.invalid', taken));
    expect(await save(bench, 'user', 'new', { ...VALUES, password })).toMatchObject({
      type: 'form.refused',
      failure: { fields: { email: 'error.user.emailTaken' } },
    });
    bench.server.on('newUser', data({ newUser: wireManagedUser() }));
    expect(await save(bench, 'user', 'new', { ...VALUES, password })).toMatchObject({
      type: 'form.saved',
      id: '7',
      version: 'v1',
      lists: expect.arrayContaining(['users']),
    });
    expect(bench.server.requests.items[1]?.body).toMatchObject({ password: 'Uma#boa+senha7', username: 'ana' });
    expect(bench.adapters.vault.read(password)).toBeUndefined();
    expect(JSON.stringify(bench.events.items)).not.toContain('senha7');
  });

  test('a change is sent with the version that was loaded; a conflict is told as one', async () => {
    const bench = await start();
    bench.server.on('updateUser', graphqlError('x', { code: 'CONFLICT', key: 'error.form.conflict' }));
    expect(await save(bench, 'user', '7', { ...VALUES, user_department_id: null }, 'v1')).toMatchObject({
      type: 'form.refused',
      failure: { code: 'CONFLICT', key: 'error.form.conflict' },
    });
    expect(bench.server.requests.items[0]?.body).toMatchObject({ id: '7', version: 'v1', user_department_id: null });
  });

  test('one’s own e-mail: the password beside it is proven first; without one the refusal stands there', async () => {
    const forms = [
      ['user', 'updateUser', data({ updateUser: wireManagedUser() })],
      ['account.profile', 'PATCH /api/profile', { status: 500, json: {} }],
    ] as const;
    for (const [form, name, answer] of forms) {
      const bench = await start();
      const refused = { code: 'FORBIDDEN', key: 'error.password.unproven' };
      const unproven =
        form === 'user' ? graphqlError('x', refused) : { status: 403, json: { status: 'x', error: refused } };
      bench.server.on(name, unproven);
      expect(await save(bench, form, '7', VALUES)).toMatchObject({
        failure: { key: 'error.form.invalid', fields: { current: 'error.password.unproven' } },
      });
      const wrong = { code: 'INVALID', key: 'error.form.invalid', fields: { password: 'error.password.wrong' } };
      bench.server.on('POST /api/auth/unlock', { status: 400, json: { status: 'Invalid', error: wrong } });
      const current = bench.adapters.vault.keep('Cavalo-azul!');
      expect(await save(bench, form, '7', { ...VALUES, current })).toMatchObject({
        failure: { fields: { current: 'error.password.wrong' } },
      });
      bench.server.on('POST /api/auth/unlock', ok({ ok: true }));
      bench.server.on(name, answer);
      await save(bench, form, '7', { ...VALUES, current });
      const names = [name, 'POST /api/auth/unlock', 'POST /api/auth/unlock', name];
      expect(bench.server.requests.items.map((each) => each.name)).toEqual(names);
      expect(JSON.stringify(bench.events.items)).not.toContain('Cavalo');
    }
  });

  test('confirmed actions: each its call', async () => {
    const cases: [FormName, string, Reply, unknown][] = [
      ['user.delete', 'deleteUser', data({ deleteUser: true }), { id: '7' }],
      ['user.block', 'blockUser', data({ blockUser: true }), { id: '7' }],
      ['user.unblock', 'PATCH /api/users/7', ok(wireManagedUser()), null],
      ['user.disconnect', 'disconnectUser', data({ disconnectUser: true }), { user_id: '7' }],
      ['user.removeInstance', 'deleteUserInstance', data({ deleteUserInstance: true }), { id: '7' }],
      ['role.delete', 'deleteRole', data({ deleteRole: true }), { id: '7' }],
      ['session.revoke', 'revokeSession', data({ revokeSession: true }), { id: '7' }],
      ['session.revokeOthers', 'revokeOtherSessions', data({ revokeOtherSessions: 2 }), {}],
    ];
    for (const [form, name, answer, body] of cases) {
      const bench = await start();
      bench.server.on(name, answer);
      expect(await save(bench, form, '7')).toMatchObject({ type: 'form.saved', id: '7' });
      expect(bench.server.requests.items).toMatchObject([{ name, body }]);
    }
  });

  test('passwords: for somebody over REST, one’s own over GraphQL; a weak one is not sent', async () => {
    const bench = await start();
    const keep = (secret: string) => bench.adapters.vault.keep(secret);
    expect(await save(bench, 'user.password', '7', { password: keep('senha123') })).toMatchObject({
      failure: { fields: { password: 'error.password.weak' } },
    });
    bench.server.on('PUT /api/users/7', ok(wireManagedUser()));
    await save(bench, 'user.password', '7', { password: keep('Cavalo-azul!') });
    const user = { ...wireManagedUser(), isBlocked: undefined };
    bench.server.on('updateUserPassword', data({ updateUserPassword: { token: 'next', user } }));
    const own = (current: string, password: string) =>
      save(bench, 'account.password', 'own', { current: keep(current), password: keep(password) });
    expect(await own('', 'senha123')).toMatchObject({
      failure: { fields: { current: 'error.field.required', password: 'error.password.weak' } },
    });
    const tooLong = 'x'.repeat(1_025);
    expect(await own(tooLong, `${tooLong}!`)).toMatchObject({
      failure: {
        fields: { current: 'error.password.wrong', password: 'error.field.tooLong' },
        params: { 'current.max': 1_024, 'password.max': 1_024 },
      },
    });
    expect(bench.server.requests.items.map(({ name }) => name)).toEqual(['PUT /api/users/7']);
    const wrong = { code: 'INVALID', key: 'error.form.invalid', fields: { password: 'error.password.wrong' } };
    bench.server.on('POST /api/auth/unlock', { status: 400, json: { status: 'Invalid', error: wrong } });
    expect(await own('Cavalo-verde?', 'Cavalo-verde!')).toMatchObject({
      failure: { fields: { current: 'error.password.wrong' } },
    });
    bench.server.on('POST /api/auth/unlock', ok({ ok: true }));
    expect(await own('Cavalo-azul!', 'Cavalo-verde!')).toMatchObject({ type: 'form.saved' });
    expect(bench.server.requests.items.slice(1).map(({ name }) => name)).toEqual([
      'POST /api/auth/unlock',
      'POST /api/auth/unlock',
      'updateUserPassword',
    ]);
    expect(JSON.stringify(bench.events.items)).not.toMatch(/Cavalo|next/);
  });
});

describe('a role’s forms', () => {
  test('loaded, named, copied, and what it permits', async () => {
    const bench = await start();
    bench.server.on('roles', data({ roles: [role] }));
    bench.adapters.run({ type: 'form.load', form: 'role.permissions', key: '3', request: 1 });
    expect(await bench.next('form.loaded')).toMatchObject({ version: 'r1', values: { permissions: ['chat'] } });
    bench.server.on('newRole', data({ newRole: role }));
    bench.server.on('updateRole', data({ updateRole: role }));
    bench.server.on('duplicateRole', data({ duplicateRole: role }));
    bench.server.on('POST /api/permission/update', ok(role));
    await save(bench, 'role', 'new', { display_name: ' Vendas ' });
    await save(bench, 'role', '3', { display_name: 'Vendas' }, 'r1');
    await save(bench, 'role.duplicate', '3', { display_name: 'Cópia' });
    expect(await save(bench, 'role.permissions', '3', { permissions: ['chat', 'chat', 'users'] }, 'r1')).toMatchObject({
      type: 'form.saved',
      lists: expect.arrayContaining(['roles']),
    });
    expect(bench.server.requests.items.slice(1).map(({ body }) => body)).toEqual([
      { display_name: 'Vendas' },
      { id: '3', display_name: 'Vendas', version: 'r1' },
      { id: '3', display_name: 'Cópia' },
      { roleId: '3', permissions: ['chat', 'users'], version: 'r1' },
    ]);
  });
});
