import { randomUUID } from 'node:crypto';
import { buildSchema, getNamedType } from 'graphql';
import type { GraphQLField } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tenantSdl } from '../../../contract/graphql/schema.ts';
import { Refused, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { openSocket } from '../../support/socket.ts';
import { CALLS, DAYS, HARMLESS, SHARED_AMONG_COLLEAGUES, isForAttendants } from './calls.ts';
import { makeThings, snapshotOf } from './things.ts';
import type { Everybodys, Things } from './things.ts';

/*
 * Every id that a call takes, tried in the name of another tenant's user and of another attendant,
 * must be answered as an id that is nobody's. The table in calls.ts has a row for each call and each of
 * its ids; it is compared with the schema, so a call without a row fails.
 */

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
let foreign: Things;
let colleague: Things;
let own: Everybodys['own'];

beforeAll(async () => {
  world = await startAttendance();
  ({ foreign, colleague, own } = await makeThings(world));
  // A query's own conditions have to do: the database's rules behind them would hide one that is missing.
  const tables = await world.rows<{ name: string }>(
    'select oid::regclass::text as name from pg_class where relrowsecurity',
  );
  // One by one: all in one transaction would wait for the server's, and they for it.
  for (const { name } of tables) await world.rows(`alter table ${name} disable row level security`);
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
  if ('to_number' in variables) variables['to_number'] = argument === 'instance_id' ? theirs.phone : mine.phone;
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
  if (argument === 'mention_ids') return 'NOT_FOUND error.note.mention';
  if (argument === 'reply_message_id') return 'NOT_FOUND error.reply.notFound';
  if (`${name}.${argument}` === 'createTicketTransfer.next_user_id') return 'NOT_FOUND error.transfer.userGone';
  return 'NOT_FOUND error.notFound';
};
const cases = Object.entries(CALLS).flatMap(([name, { ids }]) =>
  Object.entries(ids).map(([argument, names]) => [`${name}.${argument}`, name, argument, names] as const),
);

test('a ticket changes hands -> the first user who is notified is the company’s own', async () => {
  const { ana, bia } = world.people;
  expect(Number(ana.id)).toBeLessThan(Number(bia.id));
  const socket = await world.socket(bia);
  const ticket = await world.open({ from: '5511988880001', number: 'brisa' });
  await world.send(bia, ticket, 'Bom dia!');
  const { data } = await socket.frame('ChatTicketTransferred', (frame) => frame.data.chatTicket.id === ticket.id);
  expect(data.first_user_id).toBe(bia.id);
});

describe('another tenant’s ids are nobody’s', () => {
  test.each(cases)('%s', async (path, name, argument, names) => {
    const given = names === 'own' ? randomUUID() : foreign[names];
    const before = await snapshotOf(world);
    const answer = await tryId(world.people.ana, own.ana, name, argument, given, foreign);
    if (path in HARMLESS && !/^send.*\.client_id$/.test(path)) expect(answer).toBe('answered');
    if (path in HARMLESS) return;
    const nobodys = await tryId(world.people.ana, own.ana, name, argument, '987654321', {
      ...foreign,
      phone: '5511900000000',
    });
    expect([answer, nobodys]).toEqual([notFoundOf(name, argument), notFoundOf(name, argument)]);
    expect(await snapshotOf(world)).toEqual(before);
  });
});

describe('another attendant’s ids are nobody’s', () => {
  test.each(cases)('%s', async (path, name, argument, names) => {
    if (SHARED_AMONG_COLLEAGUES.has(path) || path in HARMLESS)
      return expect(fields.some(([each]) => each === name)).toBe(true);
    const given = names === 'own' ? randomUUID() : colleague[names];
    const before = await snapshotOf(world);
    expect(await tryId(world.people.carla, own.carla, name, argument, given, colleague)).toBe(
      isForAttendants(name) ? notFoundOf(name, argument) : 'FORBIDDEN error.forbidden',
    );
    expect(await snapshotOf(world)).toEqual(before);
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
