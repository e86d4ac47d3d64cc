import { randomUUID } from 'node:crypto';
import { buildSchema, getNamedType } from 'graphql';
import type { GraphQLField } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GRAPHQL_ACCESS } from '../../../contract/access-calls.ts';
import type { CallAccess } from '../../../contract/access-calls.ts';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { tenantSdl } from '../../../contract/graphql/schema.ts';
import { Refused, startAttendance } from '../../support/attendance.ts';
import type { NumberName, Person, World } from '../../support/attendance.ts';
import { openSocket } from '../../support/socket.ts';

/*
 * Every id that a call takes, tried in the name of another tenant's user and of another attendant,
 * must be answered as an id that is nobody's. The tables below have a row for each call and each of
 * its ids; they are compared with the schema, so a call without a row fails.
 */

/** Things of a tenant, or of an attendant, that somebody else must not reach. */
type Things = {
  ticket: string;
  /** A ticket without a pending transfer. */ free: string;
  customer: string;
  phone: string;
  instance: string;
  message: string;
  transfer: string;
  user: string;
  department: string;
  role: string;
  /** That the user serves an instance. */ link: string;
  session: string;
};
/** What an id argument names; `own`: a made-up id of the caller's own, which reaches nothing. */
type Names = keyof Things | 'own';

const DAYS = { start_at: '2026-03-01', finish_at: '2026-03-31' };
const CHOSEN = { user_ids: 'user', department_ids: 'department', instance_ids: 'instance' } as const;

/** Each call: what its ids name, and the other arguments it needs. */
const CALLS: Readonly<
  Record<string, { ids: Readonly<Record<string, Names>>; rest?: Readonly<Record<string, unknown>> }>
> = {
  chatTickets: {
    ids: { instance_id: 'instance', customer_id: 'customer', chat_ticket_id: 'ticket' },
    rest: { all_users: true },
  },
  customerChats: {
    ids: { customer_id: 'customer', instance_id: 'instance', before_id: 'message', after_id: 'message' },
    rest: { all_users: true, finished_tickets: true },
  },
  customerInfos: { ids: { id: 'customer' } },
  users: { ids: {} },
  userInfos: { ids: {} },
  userInstances: { ids: { user_id: 'user' } },
  instances: { ids: { remove_ids: 'instance' } },
  onlineUsers: { ids: { user_id: 'user', instance_id: 'instance' } },
  ticketTransfer: { ids: { chat_ticket_id: 'ticket' } },
  sentMessage: { ids: { client_id: 'own' } },
  logIn: { ids: {} },
  confirmSecondFactor: { ids: {} },
  refreshToken: { ids: {} },
  connected: { ids: {} },
  disconnected: { ids: {} },
  createSocketTicket: { ids: {} },
  createTicketTransfer: { ids: { next_user_id: 'user', previous_user_id: 'user', chat_ticket_id: 'free' } },
  confirmTicketTransfer: { ids: { id: 'transfer' } },
  deleteTicketTransfer: { ids: { id: 'transfer' } },
  sendMessage: {
    ids: { user_id: 'user', instance_id: 'instance', reply_message_id: 'message', client_id: 'own' },
    rest: { to_number: 'phone', message: 'oi' },
  },
  resetCustomerUnseenMsgs: { ids: { id: 'customer', instance_id: 'instance', up_to_id: 'message' } },
  finishChatTicket: { ids: { id: 'ticket' } },
  pinCustomer: { ids: { id: 'customer' }, rest: { pinned: true } },
  blacklistCustomer: { ids: { id: 'customer' }, rest: { blacklisted: true } },
  paginatedUsers: { ids: { role_id: 'role', user_department_id: 'department', user_id: 'user' } },
  newUser: {
    ids: { role_id: 'role', user_department_id: 'department', chosen_instances: 'instance' },
    rest: { username: 'nova', name: 'Nova', email: 'nova@aurora.example', password: 'Uma#boa+senha7' },
  },
  updateUser: {
    ids: { id: 'user', role_id: 'role', user_department_id: 'department', chosen_instances: 'instance' },
    rest: { name: 'Outro Nome' },
  },
  updateUserPassword: { ids: {} },
  deleteUser: { ids: { id: 'user' } },
  blockUser: { ids: { id: 'user' } },
  disconnectUser: { ids: { user_id: 'user' } },
  deleteUserInstance: { ids: { id: 'link' } },
  roles: { ids: { id: 'role' } },
  newRole: { ids: {} },
  duplicateRole: { ids: { id: 'role' }, rest: { display_name: 'Cópia' } },
  updateRole: { ids: { id: 'role' }, rest: { display_name: 'Outro Perfil' } },
  deleteRole: { ids: { id: 'role' } },
  paginatedAudit: { ids: { user_id: 'user' } },
  connectedUsers: { ids: {} },
  mySessions: { ids: {} },
  loginHistory: { ids: {} },
  revokeSession: { ids: { id: 'session' } },
  departments: { ids: {} },
  managedDepartments: { ids: {} },
  newDepartment: { ids: { member_ids: 'user', instance_ids: 'instance' }, rest: { name: 'Nova Área' } },
  updateDepartment: {
    ids: { id: 'department', member_ids: 'user', instance_ids: 'instance' },
    rest: { name: 'Outra Área' },
  },
  deleteDepartment: { ids: { id: 'department' } },
  reportCalendar: { ids: {} },
  reportNumbers: { ids: CHOSEN, rest: DAYS },
  reportGroups: { ids: CHOSEN, rest: { ...DAYS, group_by: 'day' } },
  reportTickets: { ids: CHOSEN, rest: { ...DAYS, tickets: 'opened' } },
  reportLive: { ids: CHOSEN },
};

/** Where an id of someone else's is no reach, and why. */
const HARMLESS: Readonly<Record<string, string>> = {
  'instances.remove_ids': 'leaving out what is not shown changes nothing',
  'sentMessage.client_id': 'looked up among one’s own messages',
  'paginatedUsers.role_id': 'finds nobody',
  'paginatedUsers.user_department_id': 'finds nobody',
  'paginatedUsers.user_id': 'finds nobody',
  'roles.id': 'finds none',
  'paginatedAudit.user_id': 'finds nothing',
  'sendMessage.client_id': 'looked up among one’s own messages',
};
/** What one attendant may know of another: colleagues are seen by all. */
const SHARED_AMONG_COLLEAGUES: ReadonlySet<string> = new Set([
  'onlineUsers.user_id',
  'createTicketTransfer.next_user_id',
  'createTicketTransfer.previous_user_id',
]);

/** Calls that no attendant may make: their ids don't come into it. */
const isForAttendants = (name: string): boolean => {
  const access: CallAccess | undefined = Object.entries<CallAccess>(GRAPHQL_ACCESS).find(
    ([each]) => each === name,
  )?.[1];
  return access !== 'admin' && access !== 'backoffice' && (typeof access !== 'object' || access.includes('chat'));
};

const schema = buildSchema(tenantSdl);
const fields: [string, GraphQLField<unknown, unknown>, 'query' | 'mutation'][] = [
  ...Object.entries(schema.getQueryType()?.getFields() ?? {}).map(
    ([name, field]) => [name, field, 'query'] as [string, GraphQLField<unknown, unknown>, 'query'],
  ),
  ...Object.entries(schema.getMutationType()?.getFields() ?? {}).map(
    ([name, field]) => [name, field, 'mutation'] as [string, GraphQLField<unknown, unknown>, 'mutation'],
  ),
];
const idArguments = (field: GraphQLField<unknown, unknown>) =>
  field.args.filter(({ type }) => getNamedType(type).name === 'ID').map(({ name }) => name);

let world: World;
/** Bia's, of the other tenant. */
let foreign: Things;
/** Bruno's, of Vendas, which Carla doesn't serve. */
let colleague: Things;
/** What the caller may reach, so that only the id in question decides. */
let own: Record<'ana' | 'carla', Things>;

beforeAll(async () => {
  world = await startAttendance();
  const { ana, bruno, carla, bia } = world.people;
  const second = await world.rows<{ id: string }>(
    `insert into app_user (tenant_id, name, username, email, role_id, password_hash)
    select tenant_id, 'Beto', 'beto', 'beto@brisa.example', role_id, '' from app_user where id = $1 returning id`,
    [bia.id],
  );
  await world.rows(
    'insert into user_instance (tenant_id, user_id, instance_id) select tenant_id, $1, id from instance where id = $2',
    [second[0]?.id, world.instances.brisa],
  );
  let last = 5_511_981_000_000;
  const owned = async (owner: Person, number: NumberName): Promise<ChatTicket> => {
    const ticket = await world.open({ from: String((last += 1)), number });
    await world.send(owner, ticket, 'meu');
    return ticket;
  };
  const departmentOf = async (owner: Person): Promise<string> => {
    const [department] = await world.rows<{ id: string }>(
      `insert into department (tenant_id, name) select tenant_id, 'De ' || name from app_user where id = $1 returning id`,
      [owner.id],
    );
    return department?.id ?? '';
  };
  const peopleThings = async (owner: Person): Promise<Pick<Things, 'role' | 'link' | 'session'>> => {
    const [row] = await world.rows<Pick<Things, 'role' | 'link' | 'session'>>(
      `select role_id as role, (select min(id) from user_instance where user_id = u.id) as link,
        (select max(id) from session where user_id = u.id) as session from app_user u where id = $1`,
      [owner.id],
    );
    if (row === undefined) throw new Error('nobody');
    return row;
  };
  const things = async (owner: Person, number: NumberName, next: string): Promise<Things> => {
    const ticket = await owned(owner, number);
    const free = await owned(owner, number);
    const transfer = (await world.call(owner, createTicketTransfer, { chat_ticket_id: ticket.id, next_user_id: next }))
      .createTicketTransfer;
    return {
      ticket: ticket.id,
      free: free.id,
      customer: ticket.customer.id,
      phone: ticket.customer.phone_number,
      instance: ticket.instance.id,
      message: ticket.customerLastChat?.id ?? '',
      transfer: transfer.id,
      user: owner.id,
      department: await departmentOf(owner),
      ...(await peopleThings(owner)),
    };
  };
  foreign = await things(bia, 'brisa', second[0]?.id ?? '');
  colleague = await things(bruno, 'vendas', ana.id);
  own = { ana: await things(ana, 'vendas', bruno.id), carla: await things(carla, 'suporte', bruno.id) };
});
afterAll(() => world.stop());

test('the table has every call of the schema, and every id that it takes', () => {
  expect(Object.keys(CALLS).toSorted()).toEqual(fields.map(([name]) => name).toSorted());
  for (const [name, field] of fields)
    expect([name, Object.keys(CALLS[name]?.ids ?? {}).toSorted()]).toEqual([name, idArguments(field).toSorted()]);
});

/** One call with one id of someone else's, all its other ids the caller's own. */
async function tryId(
  who: Person,
  mine: Things,
  name: string,
  argument: string,
  given: string,
  theirs: Things,
): Promise<string> {
  const found = fields.find(([each]) => each === name);
  const call = CALLS[name];
  if (found === undefined || call === undefined) throw new Error(`No call ${name}`);
  const [, field, kind] = found;
  const optional = new Set(field.args.filter(({ type }) => !String(type).endsWith('!')).map((each) => each.name));
  const variables: Record<string, unknown> = { ...call.rest };
  for (const [each, names] of Object.entries(call.ids)) {
    const isList = field.args.some(({ name: its, type }) => its === each && String(type).startsWith('['));
    if (each === argument) variables[each] = isList ? [given] : given;
    else if (!optional.has(each)) variables[each] = names === 'own' ? randomUUID() : mine[names];
  }
  // An own conversation needs its own number; another's instance is tried with the number that is on it.
  if (name === 'sendMessage') variables['to_number'] = argument === 'instance_id' ? theirs.phone : mine.phone;
  const declared = field.args.filter((each) => each.name in variables);
  const document = `${kind} t(${declared.map((each) => `$${each.name}: ${String(each.type)}`).join(', ')}) { ${name}(${declared.map((each) => `${each.name}: $${each.name}`).join(', ')})${selectionOf(field)} }`;
  const response = await fetch(`${world.url}/${who.tenant}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${who.token}` },
    body: JSON.stringify({ query: document, variables }),
  });
  const body: { errors?: { message: string; extensions?: { code?: string; key?: string } }[] } = await response.json();
  const [error] = body.errors ?? [];
  return error === undefined ? 'answered' : `${error.extensions?.code} ${error.extensions?.key}`;
}

function selectionOf(field: GraphQLField<unknown, unknown>): string {
  const type = getNamedType(field.type);
  return 'getFields' in type ? ' { __typename }' : '';
}

const CHOICES: ReadonlySet<string> = new Set([
  'role_id',
  'user_department_id',
  'chosen_instances',
  'member_ids',
  'instance_ids',
]);
const notFoundOf = (name: string, argument: string): string => {
  if (/^(?:new|update)(?:User|Department)$/.test(name) && CHOICES.has(argument)) return 'INVALID error.form.invalid';
  if (argument === 'reply_message_id') return 'NOT_FOUND error.reply.notFound';
  if (`${name}.${argument}` === 'createTicketTransfer.next_user_id') return 'NOT_FOUND error.transfer.userGone';
  return 'NOT_FOUND error.notFound';
};
const cases = Object.entries(CALLS).flatMap(([name, { ids }]) =>
  Object.entries(ids).map(([argument, names]) => [`${name}.${argument}`, name, argument, names] as const),
);

describe('another tenant’s ids are nobody’s', () => {
  test.each(cases)('%s', async (path, name, argument, names) => {
    const given = names === 'own' ? randomUUID() : foreign[names];
    const before = await snapshot();
    const answer = await tryId(world.people.ana, own.ana, name, argument, given, foreign);
    if (path in HARMLESS && path !== 'sendMessage.client_id') expect(answer).toBe('answered');
    if (path in HARMLESS) return;
    const nobodys = await tryId(world.people.ana, own.ana, name, argument, '987654321', {
      ...foreign,
      phone: '5511900000000',
    });
    expect([answer, nobodys]).toEqual([notFoundOf(name, argument), notFoundOf(name, argument)]);
    expect(await snapshot()).toEqual(before);
  });
});

describe('another attendant’s ids are nobody’s', () => {
  test.each(cases)('%s', async (path, name, argument, names) => {
    if (SHARED_AMONG_COLLEAGUES.has(path) || path in HARMLESS)
      return expect(fields.some(([each]) => each === name)).toBe(true);
    const given = names === 'own' ? randomUUID() : colleague[names];
    const before = await snapshot();
    expect(await tryId(world.people.carla, own.carla, name, argument, given, colleague)).toBe(
      isForAttendants(name) ? notFoundOf(name, argument) : 'FORBIDDEN error.forbidden',
    );
    expect(await snapshot()).toEqual(before);
    return undefined;
  });
});

describe('lists hold nothing of another tenant', () => {
  test.each([
    ['chatTickets', '(all_users: true, pagination_limit: 100) { items { id } }', 'ticket'],
    ['users', ' { id }', 'user'],
    ['instances', ' { id }', 'instance'],
    ['onlineUsers', ' { id }', 'user'],
  ] as const)('%s', async (name, selection, thing) => {
    const idsOf = async (who: Person): Promise<string[]> => {
      const response = await fetch(`${world.url}/${who.tenant}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${who.token}` },
        body: JSON.stringify({ query: `mutation { connected { id } }` }),
      });
      expect(response.status).toBe(200);
      const listed = await fetch(`${world.url}/${who.tenant}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${who.token}` },
        body: JSON.stringify({ query: `{ ${name}${selection} }` }),
      });
      return [...(await listed.text()).matchAll(/"id":"(\d+)"/g)].map(([, id]) => id ?? '');
    };
    const [ours, theirs] = [await idsOf(world.people.ana), await idsOf(world.people.bia)];
    expect(theirs).toContain(foreign[thing]);
    expect(ours).toContain(own.ana[thing]);
    expect(ours.filter((id) => theirs.includes(id))).toEqual([]);
  });
});

describe('sockets', () => {
  test('of another tenant or another user do not open, and a tenant’s frames stay in it', async () => {
    const { ana, bruno, bia } = world.people;
    const ticketOf = async (who: Person) => {
      const response = await fetch(`${world.url}/${who.tenant}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${who.token}` },
        body: JSON.stringify({ query: 'mutation { createSocketTicket { ticket } }' }),
      });
      const body: { data: { createSocketTicket: { ticket: string } } } = await response.json();
      return body.data.createSocketTicket.ticket;
    };
    for (const [tenantName, userId] of [
      ['brisa', ana.id],
      ['brisa', bia.id],
      ['aurora', bruno.id],
      ['aurora', bia.id],
    ] as const) {
      const { code } = await openSocket(world.url, { tenantName, userId, ticket: await ticketOf(ana) }).closed;
      expect(code).toBe(4401);
    }
    const socket = await world.socket(bia);
    await world.write({ from: '5511981000009' });
    await world.write({ from: '5511981000009', number: 'brisa', text: 'aqui sim' });
    await socket.frame('CustomerChatCreated', ({ data }) => data.customerChat.message === 'aqui sim');
    expect(
      socket.frames.every((frame) =>
        JSON.stringify(frame.data).includes(`"instance":{"id":"${world.instances.brisa}"`),
      ),
    ).toBe(true);
  });
});

describe('REST', () => {
  test.each([
    ['GET', '/api/permission/email?email=bia@brisa.example', undefined],
    ['POST', '/api/users/email', { email: 'bia@brisa.example' }],
    ['POST', '/api/dashboard-report', { ...DAYS, selectedUsers: ['987654321'] }],
    ['POST', '/api/report/groups/sheet', { ...DAYS, group_by: 'user', instance_ids: ['987654321'] }],
    ['POST', '/api/report/tickets/sheet', { tickets: 'open', user_ids: ['987654321'] }],
  ])('%s %s', async (method, path, body) => {
    const response = await fetch(`${world.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${world.people.ana.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(response.status).toBe(404);
  });
});

test('a refusal is thrown as one', () => {
  expect(new Refused(401, [{ message: 'Unauthorized', extensions: { code: 'UNAUTHENTICATED' } }]).code).toBe(
    'UNAUTHENTICATED',
  );
});

/** All that must not change by a call that is refused. */
async function snapshot(): Promise<unknown> {
  return world.rows(`select (select count(*) from message) messages, (select count(*) from chat_ticket where finished_at is null) open,
    (select count(*) from ticket_transfer where transferred_at is null and deleted_at is null) pending,
    (select count(*) from pinned_customer) pins, (select count(*) from customer where is_blacklisted) blocked,
    (select count(*) from message where unseen) unseen,
    (select jsonb_agg(jsonb_build_array(id, name, role_id, department_id, is_blocked, deleted_at) order by id) from app_user) people,
    (select count(*) from user_instance) links, (select count(*) from role) roles,
    (select count(*) from session where revoked_at is not null) ended,
    (select count(*) from event where name <> 'CustomerChatAckChanged') events`);
}
