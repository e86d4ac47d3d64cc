import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { eventually } from '../../support/expect-eventually.ts';
import { callRest } from '../../support/rest-wire.ts';
import { openSocket } from '../../support/socket.ts';
import { ask, idArguments, ownVariables } from './asking.ts';
import { HEARD_BY, TOLD, WRITTEN } from './deeds.ts';
import { CALLS, HARMLESS, SHARED_AMONG_COLLEAGUES, isForAttendants } from './calls.ts';
import { FINDS_NONE, inputOf, restIds } from './rest-ids.ts';
import { callsOf } from './running.ts';
import type { Call } from './running.ts';
import { makeThings, snapshotOf } from './things.ts';
import type { Everybodys, Things } from './things.ts';

/*
 * Every id that a call takes, tried in the name of another tenant's user and of another attendant,
 * must be answered as an id that is nobody's. The table in calls.ts has a row for each call and each of
 * its ids; it is compared with the schema, so a call without a row fails.
 */

let world: World;
let foreign: Things;
let colleague: Things;
let own: Everybodys['own'];
let calls: Call[];
let tables: { name: string }[];

/** Workers that leave a campaign or a file of customers as the calls made it. */
const ASLEEP = { pollMs: 3_600_000 };

beforeAll(async () => {
  world = await startAttendance({ attendance: { campaigns: ASLEEP, imports: ASLEEP } });
  calls = callsOf(world.server.app);
  ({ foreign, colleague, own } = await makeThings(world));
  // A query's own conditions have to do: the database's rules behind them would hide one that is missing.
  tables = await world.rows('select oid::regclass::text as name from pg_class where relrowsecurity');
  // One by one: all in one transaction would wait for the server's, and they for it.
  for (const { name } of tables) await world.rows(`alter table ${name} disable row level security`);
});
afterAll(async () => {
  for (const { name } of tables) await world.rows(`alter table ${name} enable row level security`);
  await world.stop();
});

test('the table has every call of the running server, and every id that it takes', () => {
  expect(Object.keys(CALLS).toSorted()).toEqual(calls.map(({ name }) => name).toSorted());
  for (const call of calls)
    expect([call.name, Object.keys(CALLS[call.name]?.ids ?? {}).toSorted()]).toEqual([
      call.name,
      idArguments(call).toSorted(),
    ]);
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
  const call = calls.find((each) => each.name === name);
  if (call === undefined) throw new Error(`No call ${name}`);
  const isList = call.field.args.some((each) => each.name === argument && String(each.type).startsWith('['));
  const variables = { ...ownVariables(call, mine), [argument]: isList ? [given] : given };
  // An own conversation needs its own number; another's instance is tried with the number that is on it.
  if ('to_number' in variables)
    Object.assign(variables, { to_number: argument === 'instance_id' ? theirs.phone : mine.phone });
  return ask(world.url, who, call, variables);
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
      return expect(calls.some((each) => each.name === name)).toBe(true);
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

describe('another tenant’s ids in REST are nobody’s', () => {
  test('each id is known', () => {
    const unknown = restIds.flatMap(({ name, ids }) =>
      Object.entries(ids).flatMap(([key, names]) =>
        names === undefined ? [`${name} takes ${key}: say in rest-ids.ts what it names`] : [],
      ),
    );
    expect(unknown).toEqual([]);
  });

  test.each(
    restIds.flatMap((call) =>
      Object.entries(call.ids).map(([key, names]) => [`${call.name} ${key}`, call, key, names] as const),
    ),
  )('%s', async (path, call, key, names) => {
    const before = await snapshotOf(world);
    const answerTo = async (id: string) => {
      await world.rows('delete from login_limit');
      const { address, body } = inputOf(call, own.ana, { [key]: id });
      const {
        status,
        error,
        body: answer,
      } = await callRest(world.url, call.method, address, {
        token: world.people.ana.token,
        body,
      });
      return status < 400 ? [status, answer] : [status, error?.key];
    };
    const theirs = await answerTo(names === undefined || names === 'own' ? randomUUID() : foreign[names]);
    expect(theirs).toEqual(await answerTo('987654321'));
    expect([path, theirs[0] === 200]).toEqual([path, FINDS_NONE.includes(path)]);
    expect(await snapshotOf(world)).toEqual(before);
  });

  test.each([
    ['GET', '/api/permission/email?email=EMAIL'],
    ['POST', '/api/users/email'],
  ] as const)('%s %s: nor a colleague’s, to an attendant', async (method, path) => {
    const { ana, bia, carla } = world.people;
    const statusFor = async ({ token }: Person, { email }: Person) => {
      const body = method === 'POST' ? { email } : undefined;
      return (await callRest(world.url, method, path.replace('EMAIL', email), { token, body })).status;
    };
    expect(await statusFor(ana, bia)).toBe(404);
    expect([await statusFor(carla, carla), await statusFor(carla, ana)]).toEqual([200, 404]);
  });
});

test('each call with one’s own ids; what it does is written down by who made it, and told', async () => {
  const { ana } = world.people;
  const head = async () => {
    const [row] = await world.rows<{ audit: string; stream: string }>(
      "select (select max(id) from audit) as audit, stream_position as stream from tenant where slug = 'aurora'",
    );
    return row;
  };
  const filling = () => world.rows('select id from customer_group where fill_wanted_at is not null');
  const written: Record<string, readonly string[]> = {};
  const told: Record<string, readonly string[]> = {};
  const begun = await head();
  for (const call of calls.toSorted((a, b) => Number(isLate(a)) - Number(isLate(b)))) {
    const before = await head();
    for (const isWhole of [false, true]) {
      // A call on a group that is still being filled has nothing to do.
      await eventually(async () => expect(await filling()).toEqual([]));
      const answer = await ask(world.url, ana, call, ownVariables(call, own.ana, isWhole));
      expect([call.name, answer]).not.toEqual([call.name, expect.stringMatching(/INTERNAL|undefined/)]);
    }
    const entries = await world.rows<{ action: string }>(
      `select distinct action from audit
       where id > $1 and user_id = $2 and address is not null and request_id is not null`,
      [before?.audit, ana.id],
    );
    const events = await world.rows<{ what: string }>(
      `select distinct coalesce(e.data->>'list', e.name) as what from event e join tenant t on t.id = e.tenant_id
       where t.slug = 'aurora' and e.position > $1`,
      [before?.stream],
    );
    if (entries.length > 0) written[call.name] = entries.map(({ action }) => action);
    told[call.name] = events.map(({ what }) => what);
  }
  expect(written).toEqual(WRITTEN);
  // Besides, what the server does by itself meanwhile.
  const missing = Object.entries(TOLD).flatMap(([name, all]) =>
    all.filter((what) => told[name]?.includes(what) !== true).map((what) => `${name}: ${what}`),
  );
  expect(missing).toEqual([]);
  const heard = await world.rows<{ what: string; by: string }>(
    `select coalesce(e.data->>'list', e.name) as what, string_agg(distinct concat_ws(' ', e.audience->>'to',
       e.audience->>'route', case when (e.audience->>'admins')::boolean then 'admins' end), ', ') as by
     from event e join tenant t on t.id = e.tenant_id
     where t.slug = 'aurora' and e.position > $1 and coalesce(e.data->>'list', e.name) = any($2) group by 1`,
    [begun?.stream, Object.keys(HEARD_BY)],
  );
  expect(Object.fromEntries(heard.map(({ what, by }) => [what, by]))).toEqual(HEARD_BY);
});

/** Calls after which the caller is somebody else, or nobody. */
const isLate = ({ name }: Call): boolean => /^(?:delete|revoke|updateUser|disconnect|erase|merge)/.test(name);
