import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blockUser } from '../../../contract/graphql/block-user.ts';
import { connected } from '../../../contract/graphql/connected.ts';
import { deleteDepartment } from '../../../contract/graphql/delete-department.ts';
import { newDepartment } from '../../../contract/graphql/new-department.ts';
import { updateDepartment } from '../../../contract/graphql/update-department.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { deleteUser } from '../../../contract/graphql/delete-user.ts';
import { disconnectUser } from '../../../contract/graphql/disconnect-user.ts';
import { newUser } from '../../../contract/graphql/new-user.ts';
import { onlineUsers } from '../../../contract/graphql/online-users.ts';
import { updateUser } from '../../../contract/graphql/update-user.ts';
import { updateUserPassword } from '../../../contract/graphql/update-user-password.ts';
import { userInfos } from '../../../contract/graphql/user-infos.ts';
import { withTenant } from '../../../server/db/database.ts';
import { invite } from '../../../server/domain/account/invitations.ts';
import { setSecuritySettings } from '../../../server/domain/account/security-settings.ts';
import { setTwoFactor } from '../../../server/domain/account/two-factor.ts';
import { authenticate } from '../../../server/domain/auth/authenticate.ts';
import { newDepartment as newDepartmentByRule } from '../../../server/domain/departments/save-department.ts';
import { sendMessage as sendMessageByRule } from '../../../server/domain/messages/send-message.ts';
import { addRole } from '../../../server/domain/roles/save-role.ts';
import { setSetting } from '../../../server/domain/settings/manage-settings.ts';
import { finishTicket } from '../../../server/domain/tickets/finish-ticket.ts';
import {
  blockUser as blockUserByRule,
  deleteUser as deleteUserByRule,
} from '../../../server/domain/users/delete-user.ts';
import { updateOwnPassword } from '../../../server/domain/users/own-password.ts';
import { findUser, requireNotLastAdmin } from '../../../server/domain/users/user-rules.ts';
import { addUser as addUserByRule, changeUser as changeUserByRule } from '../../../server/domain/users/save-user.ts';
import { actorOf } from '../../support/actor-of.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { callRest } from '../../support/rest-wire.ts';

let world: World;
let ana: Person;
beforeAll(async () => {
  world = await startAttendance({ emulator: null });
  ({ ana } = world.people);
});
afterAll(() => world.stop());

const PASSWORD = 'Uma#boa+senha7';
let made = 0;
/** Somebody new of Aurora who is logged in. */
async function hire(roleName = 'atendente'): Promise<Person> {
  made += 1;
  const [role] = await world.rows<{ id: string }>(
    `select r.id from role r join tenant t on t.id = r.tenant_id where t.slug = 'aurora' and r.name = $1`,
    [roleName],
  );
  const email = `gente${made}@aurora.example`;
  const user = await world.call(ana, newUser, {
    username: `gente${made}`,
    name: `Gente ${made}`,
    email,
    password: PASSWORD,
    role_id: role?.id ?? '',
    chosen_instances: [world.instances.vendas],
  });
  return { email, tenant: 'aurora', id: user.newUser.id, token: await world.server.tokenOf(email, PASSWORD) };
}
/** An administrator, and who they were when a call of theirs was let in. */
async function letIn() {
  const who = await hire('administrador');
  const stale = await authenticate(world.server.services, who.token, { requestId: 'late', address: '10.0.0.1' });
  return { who, stale };
}
function newcomer(roleId: string) {
  made += 1;
  const username = `nova${made}`;
  return { username, name: 'Nova Pessoa', email: `${username}@aurora.example`, password: PASSWORD, role_id: roleId };
}
const isIn = (who: Person) => refusalOf(world.call(who, userInfos, {}));
const SHUT_OUT = 'UNAUTHENTICATED error.session.expired';
let phones = 5_511_940_000_000;
const phone = () => String((phones += 1));
const ownerOf = async (ticketId: string) =>
  (await world.rows<{ user_id: string | null }>('select user_id from chat_ticket where id = $1', [ticketId]))[0]
    ?.user_id;

/** A ticket that somebody answered, so that it is theirs. */
async function ownTicket(who: Person) {
  const ticket = await world.open({ from: phone() }, ana);
  await world.send(who, ticket, 'Bom dia');
  return ticket;
}

const ways: [string, (who: Person, id: string) => Promise<unknown>][] = [
  ['deleted', (who, id) => world.call(who, deleteUser, { id })],
  ['blocked', (who, id) => world.call(who, blockUser, { id })],
];

describe.each(ways)('%s', (how, call) => {
  test('sessions and socket end at once, the login is refused', async () => {
    const who = await hire();
    const socket = await world.socket(who);
    await world.call(who, connected, {});
    await call(ana, who.id);
    expect(await isIn(who)).toBe(SHUT_OUT);
    expect((await socket.closed).code).toBe(4403);
    await expect(world.server.tokenOf(who.email, PASSWORD)).rejects.toThrow(how === 'deleted' ? '401' : '403');
    const names = (await world.call(ana, onlineUsers, {})).onlineUsers.map(({ id }) => id);
    expect(names).not.toContain(who.id);
  });

  test('open tickets go back to the queue, offers are taken back, and who sees them hears of it', async () => {
    const who = await hire();
    const { bruno } = world.people;
    const ticket = await ownTicket(who);
    const offered = await ownTicket(who);
    const toThem = await ownTicket(bruno);
    await world.call(who, createTicketTransfer, { chat_ticket_id: offered.id, next_user_id: bruno.id });
    await world.call(bruno, createTicketTransfer, { chat_ticket_id: toThem.id, next_user_id: who.id });
    const socket = await world.socket(bruno);
    await call(ana, who.id);
    const freed = await socket.frame('ChatTicketTransferred', ({ data }) => data.chatTicket.id === ticket.id);
    expect(freed.data).toMatchObject({ ticketTransfer: null, user: { id: ana.id }, chatTicket: { user: null } });
    await socket.frame('DeleteChatTicketTransfer', ({ data }) => data.chatTicket.id === offered.id);
    await socket.frame('ChatTicketTransferred', ({ data }) => data.chatTicket.id === offered.id);
    const back = await socket.frame('DeleteChatTicketTransfer', ({ data }) => data.chatTicket.id === toThem.id);
    expect(back.data.ticketTransfer.deleted_at).not.toBeNull();
    expect([await ownerOf(ticket.id), await ownerOf(offered.id), await ownerOf(toThem.id)]).toEqual([
      null,
      null,
      bruno.id,
    ]);
    expect(await world.ticketOf(bruno, ticket.customer.phone_number)).toMatchObject({ user: null });
    const written = await world.rows(
      "select user_id as by, details from audit where subject = $1 and action in ('user.delete', 'user.block')",
      [`user:${who.id}`],
    );
    expect(written).toEqual([{ by: ana.id, details: { tickets: 2 } }]);
  });

  test('oneself, another tenant’s and nobody: refused, nothing changed', async () => {
    const { bia, bruno } = world.people;
    expect(await refusalOf(call(ana, ana.id))).toBe('CONFLICT error.users.self');
    expect(await refusalOf(call(ana, bia.id))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(call(ana, '0'))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(call(bruno, ana.id))).toBe('FORBIDDEN error.forbidden');
    expect(await isIn(bia)).toBe('not refused');
  });

  test('two administrators, each the other at once: one stays', async () => {
    const [one, two] = [await hire('administrador'), await hire('administrador')];
    // Ana would be a third.
    await world.rows('update app_user set is_blocked = true where id = $1', [ana.id]);
    try {
      const calls = await Promise.all([refusalOf(call(one, two.id)), refusalOf(call(two, one.id))]);
      expect(calls.filter((outcome) => outcome === 'not refused')).toHaveLength(1);
      const left = await world.rows(
        `select u.id from app_user u join role r on r.id = u.role_id
        where u.id in ($1, $2) and u.deleted_at is null and not u.is_blocked`,
        [one.id, two.id],
      );
      expect(left).toHaveLength(1);
    } finally {
      await world.rows('update app_user set is_blocked = false where id = $1', [ana.id]);
      for (const { id } of [one, two]) await world.rows('update app_user set deleted_at = now() where id = $1', [id]);
    }
  });
});

test('the last administrator who may log in can be neither deleted, blocked nor demoted by who may open the users', async () => {
  const helper = await hire();
  await world.rows(
    `insert into role_permission (tenant_id, role_id, route_name)
    select u.tenant_id, u.role_id, p.route_name from app_user u, permission p
    where u.id = $1 and not p.is_backoffice on conflict do nothing`,
    [helper.id],
  );
  const [role] = await world.rows<{ id: string }>('select role_id as id from app_user where id = $1', [helper.id]);
  // Of an administrator, only another one may be told so; the rule is the same for all who get that far.
  const second = await hire('administrador');
  await world.call(second, blockUser, { id: ana.id });
  expect(await refusalOf(world.call(second, updateUser, { id: second.id, role_id: role?.id ?? '' }))).toBe(
    'CONFLICT error.users.self',
  );
  expect(await refusalOf(world.call(helper, deleteUser, { id: second.id }))).toBe('FORBIDDEN error.users.aboveYou');
  const { services } = world.server;
  const { tenantId } = await actorOf(world, second);
  const lost = (id: string) =>
    withTenant(services.db, tenantId, async (tx) =>
      requireNotLastAdmin(tx, tenantId, await findUser(tx, tenantId, id)),
    );
  await expect(lost(second.id)).rejects.toMatchObject({ key: 'error.users.lastAdmin' });
  // Whoever is no administrator, or is blocked already, leaves one.
  for (const id of [ana.id, helper.id]) await lost(id);
  await callRest(world.url, 'PATCH', `/api/users/${ana.id}`, { token: second.token });
  ana = { ...ana, token: await world.server.tokenOf(ana.email) };
  await world.call(ana, deleteUser, { id: second.id });
  await world.rows(`delete from role_permission where role_id = $1 and route_name <> 'chat'`, [role?.id]);
});

test('let in -> blocked while it was under way: whatever it was is refused as logged out, and nothing of it is written', async () => {
  const { services } = world.server;
  const { who, stale } = await letIn();
  const ticket = await ownTicket(world.people.bruno);
  const sending = { to_number: ticket.customer.phone_number, instance_id: ticket.instance.id, message: 'de quem saiu' };
  const noOutbox = { wakeOutbox: () => undefined, reserveSend: () => undefined };
  const other = world.people.carla.id;
  const [role] = await world.rows<{ id: string }>('select role_id as id from app_user where id = $1', [other]);
  const name = { display_name: 'De quem saiu', name: 'De quem saiu' };
  const invited = { email: 'convidada@aurora.example', role_id: role?.id ?? '', locale: 'pt_BR' as const };
  await world.call(ana, blockUser, { id: who.id });
  const deeds: Record<string, () => Promise<unknown>> = {
    'adds a user': () => addUserByRule(services, stale, newcomer(role?.id ?? '')),
    'changes one': () => changeUserByRule(services, stale, other, { name: 'Outro nome' }),
    'deletes one': () => deleteUserByRule(services, stale, other),
    'invites somebody': () => invite(services, stale, invited),
    'adds a role': () => addRole(services, stale, name),
    'adds a department': () => newDepartmentByRule(services, stale, name),
    'changes a setting': () => setSetting(services, stale, { key: 'lock_minutes', value: 7 }),
    'takes a second factor away': () => setTwoFactor(services, stale, { id: other, two_factor: false }),
    'chooses a password': () => updateOwnPassword(services, stale, { password: PASSWORD }),
    'sends a message': () => sendMessageByRule({ ...services, ...noOutbox }, stale, sending),
    'finishes a ticket': () => finishTicket(services, stale, { id: ticket.id }),
  };
  const outcomes = Object.entries(deeds).map(async ([deed, act]) => [
    deed,
    await act().then(
      () => 'done',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    ),
  ]);
  const refused = Object.keys(deeds).map((deed) => [deed, 'error.session.expired']);
  expect(await Promise.all(outcomes)).toEqual(refused);
  const late = await world.rows(
    `select from audit where user_id = $1 and id > (select id from audit where action = 'user.block' and subject = $2)`,
    [who.id, `user:${who.id}`],
  );
  expect(late).toHaveLength(0);
});

test('let in -> another role while it was under way: nothing comes after the change, and it is refused as not permitted', async () => {
  const { services } = world.server;
  const { who, stale } = await letIn();
  const [role] = await world.rows<{ id: string }>('select role_id as id from app_user where id = $1', [
    world.people.carla.id,
  ]);
  // Hashing takes longer than the change of the role, which comes in last.
  const adding = [1, 2, 3, 4].map(() => addUserByRule(services, stale, newcomer(role?.id ?? '')));
  const changing = world.call(ana, updateUser, { id: who.id, role_id: role?.id ?? '' });
  await Promise.allSettled([...adding, changing]);
  const after = await world.rows(
    `select from audit where action = 'user.add' and user_id = $1 and id > (
      select id from audit where action = 'user.edit' and subject = $2)`,
    [who.id, `user:${who.id}`],
  );
  expect(after).toHaveLength(0);
  await expect(addUserByRule(services, stale, newcomer(role?.id ?? ''))).rejects.toThrow('error.forbidden');
  const security = setSecuritySettings(services, stale, { two_factor_required: false });
  await expect(security).rejects.toThrow('error.forbidden');
});

test('two administrators, one already sent away while their call was under way: it is refused, the last one stays', async () => {
  const [one, two] = [await hire('administrador'), await hire('administrador')];
  const late = await authenticate(world.server.services, two.token, { requestId: 'late', address: '10.0.0.1' });
  await world.rows('update app_user set is_blocked = true where id = $1', [ana.id]);
  try {
    await world.call(one, deleteUser, { id: two.id });
    for (const send of [deleteUserByRule, blockUserByRule]) {
      await expect(send(world.server.services, late, one.id)).rejects.toThrow('error.session.expired');
    }
    const demote = changeUserByRule(world.server.services, late, one.id, {
      role_id: (
        await world.rows<{ id: string }>('select role_id as id from app_user where id = $1', [world.people.bruno.id])
      )[0]?.id,
    });
    await expect(demote).rejects.toThrow('error.session.expired');
  } finally {
    await world.rows('update app_user set is_blocked = (id = $2) where id in ($1, $2)', [ana.id, one.id]);
  }
});

test('two administrators who send each other away at once: one of them stays', async () => {
  await world.rows('update app_user set is_blocked = true where id = $1', [ana.id]);
  const ways = [
    (by: Person, who: Person) => world.call(by, blockUser, { id: who.id }),
    (by: Person, who: Person) => world.call(by, deleteUser, { id: who.id }),
    async (by: Person, who: Person) => {
      const [role] = await world.rows<{ id: string }>('select role_id as id from app_user where id = $1', [
        world.people.bruno.id,
      ]);
      return world.call(by, updateUser, { id: who.id, role_id: role?.id ?? '' });
    },
  ];
  try {
    for (const sendAway of ways) {
      await world.rows('update app_user set is_blocked = false where id = $1', [ana.id]);
      ana = { ...ana, token: await world.server.tokenOf(ana.email) };
      const [one, two] = [await hire('administrador'), await hire('administrador')];
      await world.rows('update app_user set is_blocked = true where id = $1', [ana.id]);
      await Promise.allSettled([sendAway(one, two), sendAway(two, one)]);
      const left = await world.rows(
        `select u.id from app_user u join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
        join tenant t on t.id = u.tenant_id
        where t.slug = 'aurora' and r.name = 'administrador' and not u.is_blocked and u.deleted_at is null`,
      );
      expect(left).toHaveLength(1);
      await world.rows('update app_user set is_blocked = true where id = any($1)', [[one.id, two.id]]);
    }
  } finally {
    await world.rows('update app_user set is_blocked = false where id = $1', [ana.id]);
    ana = { ...ana, token: await world.server.tokenOf(ana.email) };
  }
});

test('an administrator without an instance, a department, or an active one of either: may still do and undo all', async () => {
  const { id: departmentId } = (await world.call(ana, newDepartment, { name: 'Meu', member_ids: [ana.id] }))
    .newDepartment;
  await world.call(ana, updateDepartment, { id: departmentId, name: 'Meu', activated: false });
  await world.call(ana, deleteDepartment, { id: departmentId });
  const held = await world.rows<{ instance_id: string }>('select instance_id from user_instance where user_id = $1', [
    ana.id,
  ]);
  await world.call(ana, updateUser, { id: ana.id, chosen_instances: [], user_department_id: null });
  await world.rows('update instance set activated = false');
  ana = { ...ana, token: await world.server.tokenOf(ana.email) };
  expect(await isIn(ana)).toBe('not refused');
  const [first] = held;
  const chosen = first === undefined ? [] : [first.instance_id];
  const given = await world.call(ana, updateUser, { id: ana.id, chosen_instances: chosen });
  expect(given.updateUser.userInstances).toHaveLength(chosen.length);
  const activated = await callRest(world.url, 'POST', '/api/instance/update', {
    token: ana.token,
    body: { id: world.instances.vendas, tenantName: 'aurora', activated: true },
  });
  expect(activated.status).toBe(200);
  await world.rows('update instance set activated = true');
});

test('less was agreed than there are users -> nobody blocked comes back until there is room', async () => {
  const who = await hire();
  await world.call(ana, blockUser, { id: who.id });
  const unblock = () => callRest(world.url, 'PATCH', `/api/users/${who.id}`, { token: ana.token });
  const agree = (change: number) =>
    world.rows(
      `update tenant set user_limit = $1 + (select count(*) from app_user where tenant_id = tenant.id
        and deleted_at is null and support_user_id is null) where slug = 'aurora'`,
      [change],
    );
  await agree(-1);
  expect((await unblock()).error?.key).toBe('error.users.limit');
  // A blocked one's seat is theirs.
  await agree(0);
  expect((await unblock()).body).toMatchObject({ isBlocked: false });
  await world.rows(`update tenant set user_limit = null where slug = 'aurora'`);
});

test('deleted: the e-mail and the login name are free again, the name stays in the conversation', async () => {
  const who = await hire();
  const ticket = await ownTicket(who);
  expect((await callRest(world.url, 'DELETE', `/api/users/${who.id}`, { token: ana.token })).body).toEqual({
    ok: true,
  });
  expect((await world.chat(ana, ticket)).some(({ user }) => user?.id === who.id)).toBe(true);
  const [role] = await world.rows<{ id: string }>('select role_id as id from app_user where id = $1', [who.id]);
  const again = await world.call(ana, newUser, {
    username: `gente${made}`,
    name: 'De Novo',
    email: who.email,
    password: PASSWORD,
    role_id: role?.id ?? '',
  });
  expect(again.newUser.id).not.toBe(who.id);
  expect((await callRest(world.url, 'DELETE', `/api/users/${who.id}`, { token: ana.token })).status).toBe(404);
});

test('blocked -> unblocked: may log in again; unblocked twice is once', async () => {
  const who = await hire();
  await world.call(ana, blockUser, { id: who.id });
  await world.call(ana, blockUser, { id: who.id });
  const unblock = (token: string, id: string) => callRest(world.url, 'PATCH', `/api/users/${id}`, { token });
  expect((await unblock(world.people.bia.token, who.id)).status).toBe(404);
  expect((await unblock(ana.token, who.id)).body).toMatchObject({ id: who.id, isBlocked: false });
  expect((await unblock(ana.token, who.id)).status).toBe(200);
  // What they had open before stays over.
  expect(await isIn(who)).toBe(SHUT_OUT);
  expect(await world.server.tokenOf(who.email, PASSWORD)).toBeTypeOf('string');
  const entries = await world.rows(`select action from audit where subject = $1 order by id`, [`user:${who.id}`]);
  expect(entries.map((entry) => Object.values(entry)[0])).toEqual(['user.add', 'user.block', 'user.unblock']);
});

test('disconnected: socket 4403, has to log in again, keeps their tickets', async () => {
  const who = await hire();
  const ticket = await ownTicket(who);
  const socket = await world.socket(who);
  expect(await refusalOf(world.call(ana, disconnectUser, { user_id: ana.id }))).toBe('CONFLICT error.users.self');
  expect(await refusalOf(world.call(world.people.bruno, disconnectUser, { user_id: who.id }))).toBe(
    'FORBIDDEN error.forbidden',
  );
  await world.call(ana, disconnectUser, { user_id: who.id });
  expect((await socket.closed).code).toBe(4403);
  expect(await isIn(who)).toBe(SHUT_OUT);
  expect(await ownerOf(ticket.id)).toBe(who.id);
  expect(await world.server.tokenOf(who.email, PASSWORD)).toBeTypeOf('string');
});

describe('one’s own password', () => {
  test('changed: other sessions end, this one goes on with the new token', async () => {
    const who = await hire();
    const other: Person = { ...who, token: await world.server.tokenOf(who.email, PASSWORD) };
    const socket = await world.socket(other);
    const { token, user } = (await world.call(who, updateUserPassword, { password: 'Bem#outra+senha7' }))
      .updateUserPassword;
    expect(user.id).toBe(who.id);
    expect([await isIn(other), await isIn(who), await isIn({ ...who, token })]).toEqual([
      SHUT_OUT,
      'not refused',
      'not refused',
    ]);
    expect((await socket.closed).code).toBe(4401);
    await expect(world.server.tokenOf(who.email, PASSWORD)).rejects.toThrow('401');
  });

  test('a weak one: refused, nothing changed', async () => {
    const who = await hire();
    for (const password of ['', 'curta1', 'aaabbbcc', 'senha123'])
      expect(await refusalOf(world.call(who, updateUserPassword, { password }))).toBe('INVALID error.form.invalid');
    expect(await world.server.tokenOf(who.email, PASSWORD)).toBeTypeOf('string');
  });
});

test('is-funcional-user: true while one is; false when shut out; refused without a token of ours', async () => {
  const who = await hire();
  const ask = (token?: string) => callRest(world.url, 'GET', '/api/users/is-funcional-user', { token });
  expect((await ask(who.token)).body).toEqual({ functional: true });
  await world.call(ana, blockUser, { id: who.id });
  expect((await ask(who.token)).body).toEqual({ functional: false });
  expect([(await ask()).status, (await ask('x.y.z')).status]).toEqual([401, 401]);
});
