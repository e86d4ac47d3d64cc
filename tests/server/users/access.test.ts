import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blacklistCustomer } from '../../../contract/graphql/blacklist-customer.ts';
import { confirmTicketTransfer } from '../../../contract/graphql/confirm-ticket-transfer.ts';
import { connected } from '../../../contract/graphql/connected.ts';
import { connectedUsers } from '../../../contract/graphql/connected-users.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { deleteDepartment } from '../../../contract/graphql/delete-department.ts';
import { deleteRole } from '../../../contract/graphql/delete-role.ts';
import { deleteTicketTransfer } from '../../../contract/graphql/delete-ticket-transfer.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { loginHistory } from '../../../contract/graphql/login-history.ts';
import { mySessions } from '../../../contract/graphql/my-sessions.ts';
import { newDepartment } from '../../../contract/graphql/new-department.ts';
import { newRole } from '../../../contract/graphql/new-role.ts';
import { paginatedAudit } from '../../../contract/graphql/paginated-audit.ts';
import type { PaginatedAuditVariables } from '../../../contract/graphql/paginated-audit.ts';
import { revokeOtherSessions } from '../../../contract/graphql/revoke-other-sessions.ts';
import { revokeSession } from '../../../contract/graphql/revoke-session.ts';
import { updateDepartment } from '../../../contract/graphql/update-department.ts';
import { userInfos } from '../../../contract/graphql/user-infos.ts';
import { recordLoginFailures } from '../../../server/domain/auth/login-failures.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { callRest } from '../../support/rest-wire.ts';

let world: World;
let ana: Person;
let bruno: Person;
beforeAll(async () => {
  world = await startAttendance({ emulator: null });
  ({ ana, bruno } = world.people);
});
afterAll(() => world.stop());

const ask = async (asked: PaginatedAuditVariables = {}, who = ana) =>
  (await world.call(who, paginatedAudit, asked)).paginatedAudit;
/** Writes entries of Aurora, a second apart from the moment on. */
const write = (action: string, count: number, from: string, details: object = {}) =>
  world.rows(
    `insert into audit (tenant_id, user_id, action, at, details, address)
    select tenant_id, id, $2, $4::timestamptz + n * interval '1 second', $5, '10.1.2.3'
    from app_user, generate_series(0, $3::int - 1) n where id = $1`,
    [ana.id, action, count, from, JSON.stringify(details)],
  );

describe('the audit', () => {
  test('newest first, with who, what, when and from where', async () => {
    const { newRole: role } = await world.call(ana, newRole, { display_name: 'Auditado' });
    const page = await ask({ pagination_limit: 3 });
    expect(page.items[0]).toMatchObject({
      user: { id: ana.id, name: 'Ana Ribeiro', email: ana.email },
      action: 'role.add',
      subject: `role:${role.id}`,
      address: '127.0.0.1',
    });
    expect(JSON.parse(page.items[0]?.details ?? '')).toEqual({ name: 'Auditado' });
    expect(page.items[0]?.request_id).toMatch(/^[\da-f-]{36}$/);
    const moments = (await ask({ pagination_limit: 100 })).items.map(({ at }) => at);
    expect(moments).toEqual(moments.toSorted().toReversed());
  });

  test('by user, action or its beginning, days, and text; pages', async () => {
    await write('probe.one', 7, '2020-01-01T00:00:00Z', { what: '100%_certo' });
    await write('probe.two', 3, '2020-02-01T00:00:00Z');
    expect((await ask({ action: 'probe.one' })).total_items).toBe(7);
    expect((await ask({ action: 'probe.' })).total_items).toBe(10);
    expect((await ask({ action: 'probe' })).total_items).toBe(0);
    expect((await ask({ action: 'probe.two, probe.one,probe' })).total_items).toBe(10);
    const days = { from: '2020-01-01T00:00:02Z', to: '2020-01-01T00:00:05Z' };
    expect((await ask(days)).items.map(({ at }) => at)).toEqual([
      '2020-01-01T00:00:04.000Z',
      '2020-01-01T00:00:03.000Z',
      '2020-01-01T00:00:02.000Z',
    ]);
    expect((await ask({ search: '100%_c' })).total_items).toBe(7);
    expect((await ask({ search: '100__c' })).total_items).toBe(0);
    expect((await ask({ user_id: bruno.id, action: 'probe.' })).total_items).toBe(0);
    const pages = [1, 2, 3].map((page) => ask({ action: 'probe.one', pagination_page: page, pagination_limit: 3 }));
    const ids = (await Promise.all(pages)).flatMap(({ items }) => items.map(({ id }) => id));
    expect([ids.length, new Set(ids).size]).toEqual([7, 7]);
  });

  test('refused without the permission, and for an invalid day; another tenant has its own', async () => {
    expect(await refusalOf(ask({}, bruno))).toBe('FORBIDDEN error.forbidden');
    for (const from of ['ontem', '2020-13-45', "2020-01-01'; drop table audit"])
      expect(await refusalOf(ask({ from }))).toBe('INVALID error.invalid');
    expect((await ask({ action: 'probe.' }, world.people.bia)).total_items).toBe(0);
  });

  test('as a sheet: everything that fits, once each, in order; no cell is a formula; taking it is written down', async () => {
    await write('probe.many', 2_500, '2021-01-01T00:00:00Z', { first: '=HYPERLINK("x")' });
    await write('=cmd()', 1, '2021-02-01T00:00:00Z');
    const get = (path: string, who: Person) => callRest(world.url, 'GET', path, { token: who.token });
    const answer = await get('/api/audit/sheet?from=2021-01-01&to=2021-03-01&locale=en', ana);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    const [head, ...lines] = String(answer.body).trimEnd().split('\r\n');
    expect(head).toContain('At (America/Sao_Paulo);Person;');
    expect(lines).toHaveLength(2_501);
    expect(lines[0]).toContain(";'=cmd();");
    const moments = lines.map((line) => line.slice(0, 19));
    expect(moments).toEqual(moments.toSorted().toReversed());
    expect(moments.at(-1)).toBe('2020-12-31 21:00:00');
    expect((await ask({ action: 'audit.export' })).total_items).toBe(1);
    expect((await get('/api/audit/sheet', bruno)).status).toBe(403);
    expect((await callRest(world.url, 'GET', '/api/audit/sheet')).status).toBe(401);
    expect((await get('/api/audit/sheet?from=x', ana)).status).toBe(400);
  });

  test('people and things are named; a sheet is in its reader’s language', async () => {
    const details = { next_user: bruno.id, department: '999999', acting_for: { tenant: 'brisa' } };
    await write('probe.named', 1, '2022-01-01T00:00:00Z', details);
    const by = { tenant: 'balcao', user: 'suporte@balcao.example', name: 'Sofia Suporte' };
    await world.rows(
      `insert into audit (tenant_id, action, at, subject, details, names)
      select tenant_id, 'tenant.enter', '2022-01-02T12:00:00Z', 'user:' || id, $2, $3 from app_user where id = $1`,
      [
        bruno.id,
        JSON.stringify({ acting_for: by, ends_at: '2022-01-02T13:00:00.000Z' }),
        JSON.stringify([{ of: `user:${bruno.id}`, name: 'Bruno de Antes' }]),
      ],
    );
    const supported = await callRest(world.url, 'GET', '/api/audit/sheet?from=2022-01-02&to=2022-01-03', {
      token: ana.token,
    });
    expect(String(supported.body)).toContain(
      '02/01/2022 09:00:00;Sofia Suporte (Balcão);suporte@balcao.example;Entrou como suporte;Usuário: Bruno de Antes',
    );
    expect(String(supported.body)).toContain('Termina em: 02/01/2022 10:00:00');
    // Found by what is read, in any language, with or without its accents.
    for (const search of ['entrou como SUPORTE', 'entered as', 'de antes'])
      expect([search, (await ask({ search, from: '2022-01-02', to: '2022-01-03' })).total_items]).toEqual([search, 1]);
    const [entry] = (await ask({ action: 'probe.named' })).items;
    expect(entry?.names).toEqual(expect.arrayContaining([{ of: `user:${bruno.id}`, name: 'Bruno Carvalho' }]));
    expect(entry?.names).toHaveLength(2);
    const { body } = await callRest(world.url, 'GET', '/api/audit/sheet?action=probe.named&locale=en', {
      token: ana.token,
    });
    expect(String(body)).toContain(`To the user: Bruno Carvalho (${bruno.id})`);
    expect(String(body)).toContain('Department: 999999');
  });

  test('another company’s name isn’t revealed, whatever a client sent; the back-office sees any', async () => {
    const said = { data: { tenant: ['brisa', 'balcao'], acting_for: { tenant: 'brisa' } } };
    const logout = { token: await world.server.tokenOf(world.people.carla.email), body: said };
    expect((await callRest(world.url, 'POST', '/api/auth/logout', logout)).status).toBe(200);
    await write('probe.other', 1, '2022-03-01T00:00:00Z', { tenant: ['brisa', 'aurora'] });
    const [left] = (await ask({ action: 'logout' })).items;
    expect(JSON.parse(left?.details ?? '')).toMatchObject(said);
    expect(left?.names.filter(({ of }) => !of.startsWith('session:'))).toEqual([]);
    const [probe] = (await ask({ action: 'probe.other' })).items;
    expect(probe?.names.map(({ of }) => of)).toEqual(['company:aurora']);
    await world.rows(
      `insert into audit (tenant_id, action, at, details)
      select id, 'probe.other', '2022-03-01T00:00:00Z', '{"tenant":"brisa","data":{"tenant":"aurora"}}' from tenant where slug = 'balcao'`,
    );
    const token = await world.server.tokenOf('suporte@balcao.example');
    const sheet = await callRest(world.url, 'GET', '/api/audit/sheet?action=probe.other', { token });
    expect(String(sheet.body)).toContain('Brisa Turismo');
    expect(String(sheet.body)).not.toContain('Aurora');
  });

  test('things keep their names of the time, also when renamed or deleted; a change has old and new values', async () => {
    const add = { name: 'Recepção', greeting: 'Olá', member_ids: [bruno.id] };
    const { id } = (await world.call(ana, newDepartment, add)).newDepartment;
    await world.call(ana, updateDepartment, { id, name: 'Portaria', member_ids: [], max_open_tickets: 3 });
    await world.call(ana, deleteDepartment, { id });
    const subject = `department:${id}`;
    const [deleted, updated, created] = (await ask({ search: subject, action: 'department.' })).items;
    const nameIn = (entry: typeof deleted) => entry?.names.find(({ of }) => of === subject)?.name;
    expect([deleted, updated, created].map(nameIn)).toEqual(['Portaria', 'Portaria', 'Recepção']);
    expect(JSON.parse(updated?.details ?? '')).toEqual({
      name: { from: 'Recepção', to: 'Portaria' },
      max_open_tickets: { from: null, to: 3 },
      member_ids: { from: [bruno.id], to: [] },
    });
    expect(updated?.names).toContainEqual({ of: `user:${bruno.id}`, name: 'Bruno Carvalho' });
    const { newRole: role } = await world.call(ana, newRole, { display_name: 'Passageiro' });
    await world.call(ana, deleteRole, { id: role.id });
    const [gone] = (await ask({ action: 'role.delete' })).items;
    expect(gone?.names).toEqual([{ of: `role:${role.id}`, name: 'Passageiro' }]);
    const instance = { id: world.instances.vendas, tenantName: 'aurora', name: 'Vendas 2', activated: true };
    const token = ana.token;
    expect((await callRest(world.url, 'POST', '/api/instance/update', { token, body: instance })).status).toBe(200);
    const [renamed] = (await ask({ action: 'instance.update' })).items;
    expect(JSON.parse(renamed?.details ?? '')).toEqual({ name: { from: 'Vendas', to: 'Vendas 2' } });
  });

  test('attendance: from where each deed came, and of which ticket', async () => {
    const ticket = await world.open({ from: '5511987659001' });
    const { id } = ticket;
    const offer = async () =>
      (await world.call(ana, createTicketTransfer, { chat_ticket_id: id, next_user_id: bruno.id })).createTicketTransfer
        .id;
    await world.call(bruno, deleteTicketTransfer, { id: await offer() });
    await world.call(bruno, confirmTicketTransfer, { id: await offer() });
    await world.call(bruno, finishChatTicket, { id });
    for (const blacklisted of [true, false])
      await world.call(ana, blacklistCustomer, { id: ticket.customer.id, blacklisted });
    const { items } = await ask({ pagination_limit: 7 });
    expect(items.map(({ action }) => action).toReversed()).toEqual([
      ...['transfer.create', 'transfer.delete', 'transfer.create', 'transfer.confirm', 'ticket.finish'],
      ...['customer.blacklist', 'customer.unblacklist'],
    ]);
    expect(new Set(items.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']));
    for (const { action, subject, names } of items)
      expect([action, names.find(({ of }) => of === subject)?.name]).toEqual([
        action,
        action.startsWith('customer.') ? ticket.customer.name : ticket.protocol,
      ]);
  });

  test('nothing in it can be changed or taken out', async () => {
    for (const statement of [`update audit set action = 'nothing'`, 'delete from audit', 'truncate audit'])
      await expect(world.rows(statement)).rejects.toThrow('append-only');
  });
});

describe('who is at work', () => {
  test('where from and since when; not who has left', async () => {
    await world.call(bruno, connected, {});
    const online = (await world.call(ana, connectedUsers, {})).connectedUsers;
    expect(online).toMatchObject([{ id: bruno.id, role: { name: 'atendente' }, address: '127.0.0.1' }]);
    expect(Date.parse(online[0]?.connected_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    // Another page of theirs doesn't begin their day anew.
    await world.call(bruno, connected, {});
    expect((await world.call(ana, connectedUsers, {})).connectedUsers).toMatchObject([
      { connected_at: online[0]?.connected_at },
    ]);
    expect(await refusalOf(world.call(bruno, connectedUsers, {}))).toBe('FORBIDDEN error.forbidden');
    expect((await world.call(world.people.bia, connectedUsers, {})).connectedUsers).toEqual([]);
  });
});

describe('one’s own sessions', () => {
  const list = async (who: Person) => (await world.call(who, mySessions, {})).mySessions;

  test('this one first, others after it; ended by their user, and then over at once', async () => {
    const other: Person = { ...bruno, token: await world.server.tokenOf(bruno.email) };
    const socket = await world.socket(other);
    const sessions = await list(bruno);
    expect(sessions.map(({ is_current: isCurrent }) => isCurrent)).toEqual([true, false]);
    expect(sessions[1]).toMatchObject({ address: '127.0.0.1' });
    const id = sessions[1]?.id ?? '';
    expect((await world.call(bruno, revokeSession, { id })).revokeSession).toBe(true);
    expect(await refusalOf(world.call(other, userInfos, {}))).toBe('UNAUTHENTICATED error.session.expired');
    expect((await socket.closed).code).toBe(4401);
    expect(await list(bruno)).toHaveLength(1);
    expect(await refusalOf(world.call(bruno, revokeSession, { id }))).toBe('NOT_FOUND error.notFound');
  });

  test('not this one, and nobody else’s', async () => {
    const [own] = await list(bruno);
    expect(await refusalOf(world.call(bruno, revokeSession, { id: own?.id ?? '' }))).toBe(
      'CONFLICT error.sessions.current',
    );
    const [anas] = await list(ana);
    expect(await refusalOf(world.call(bruno, revokeSession, { id: anas?.id ?? '' }))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(world.call(bruno, revokeSession, { id: 'x' }))).toBe('NOT_FOUND error.notFound');
    expect(await list(ana)).toHaveLength(1);
  });

  test('all others ended at once, with their sockets; this one goes on, and nobody else’s end', async () => {
    const others: Person[] = [];
    for (let made = 0; made < 2; made += 1) others.push({ ...bruno, token: await world.server.tokenOf(bruno.email) });
    const sockets = await Promise.all(others.map((other) => world.socket(other)));
    expect((await world.call(bruno, revokeOtherSessions, {})).revokeOtherSessions).toBe(2);
    expect((await Promise.all(sockets.map((socket) => socket.closed))).map(({ code }) => code)).toEqual([4401, 4401]);
    for (const other of others) {
      expect(await refusalOf(world.call(other, userInfos, {}))).toBe('UNAUTHENTICATED error.session.expired');
    }
    expect((await list(bruno)).map(({ is_current: isCurrent }) => isCurrent)).toEqual([true]);
    expect(await list(ana)).toHaveLength(1);
    expect((await world.call(bruno, revokeOtherSessions, {})).revokeOtherSessions).toBe(0);
  });

  test('two end each other’s at once -> one has its way, the other finds itself ended', async () => {
    const { carla } = world.people;
    const log = async (): Promise<Person> => ({ ...carla, token: await world.server.tokenOf(carla.email) });
    const [one, two] = [await log(), await log()];
    const live = `select id from session where user_id = $1 and revoked_at is null order by id for update`;
    const holder = await world.server.owner.connect();
    try {
      await holder.query('begin');
      const { rowCount } = await holder.query(`${live} limit 1`, [carla.id]);
      expect(rowCount).toBe(1);
      const ends = [one, two].map((who) => refusalOf(world.call(who, revokeOtherSessions, {})));
      const waiting = `select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await world.rows(waiting)).length).toBe(2);
      // Neither holds what the other will ask for.
      expect(await world.rows(`${live} skip locked`, [carla.id])).toHaveLength((await list(one)).length - 1);
      await holder.query('commit');
      const told = ['UNAUTHENTICATED error.session.expired', 'not refused'];
      expect((await Promise.all(ends)).toSorted()).toEqual(told);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });

  test('the history of logins: one’s own, failed ones too, newest first', async () => {
    await expect(world.server.tokenOf(bruno.email, 'errada')).rejects.toThrow('401');
    await recordLoginFailures(world.server.services);
    const { items, total_items: total } = (await world.call(bruno, loginHistory, {})).loginHistory;
    expect(items.map(({ action }) => action)).toEqual([
      'login.failed',
      ...['session.revokeOthers', 'session.revokeOthers', 'login', 'login'],
      ...['session.revoke', 'login', 'login'],
    ]);
    expect(total).toBe(8);
    expect(items[0]).toMatchObject({ address: '127.0.0.1' });
    expect(items[3]?.user_agent).toBeTypeOf('string');
    const page = (await world.call(bruno, loginHistory, { pagination_page: 2, pagination_limit: 7 })).loginHistory;
    expect(page.items.map(({ action }) => action)).toEqual(['login']);
  });

  test('it includes codes, changed passwords, second factors and refusals, and who removed one’s own', async () => {
    const guards = ['login.codeFailed', 'login.blocked', 'login.identityRefused', 'password.reset'];
    const told = [...guards, 'session.unlockFailed', 'twoFactor.on', 'twoFactor.codeFailed'];
    for (const [second, action] of told.entries()) await write(action, 1, `2019-05-01T00:00:0${second}Z`);
    await world.rows(
      `insert into audit (tenant_id, user_id, action, subject, at)
      select tenant_id, id, 'twoFactor.takenAway', $2, '2019-05-01' from app_user where id = $1`,
      [ana.id, `user:${bruno.id}`],
    );
    const since2019 = async (who: Person) =>
      (await world.call(who, loginHistory, { pagination_limit: 100 })).loginHistory.items
        .filter(({ at }) => at.startsWith('2019'))
        .map(({ action }) => action);
    expect(await since2019(ana)).toEqual(told.toReversed());
    expect(await since2019(bruno)).toEqual(['twoFactor.takenAway']);
  });
});
