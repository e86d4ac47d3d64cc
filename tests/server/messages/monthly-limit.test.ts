import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../contract/facts/day-ms.ts';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { messageLimit } from '../../../contract/graphql/message-limit.ts';
import { openChatTicket } from '../../../contract/graphql/open-chat-ticket.ts';
import { startConversation } from '../../../contract/graphql/start-conversation.ts';
import { paginatedTenants } from '../../../contract/rest/tenants.ts';
import { Refused, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { createClock } from '../../support/clock.ts';
import { sentThisMonth } from '../../../server/domain/messages/monthly-limit.ts';
import { askRest } from '../../support/rest-calls.ts';

const USED_UP = 'CONFLICT error.message.monthlyLimit';

const clock = createClock();
let world: World;
beforeAll(async () => {
  world = await startAttendance({ now: clock.now });
});
afterAll(() => world.stop());

let last = 30_000_000;
const fresh = (number: 'vendas' | 'brisa' = 'vendas'): Promise<ChatTicket> =>
  world.open({ from: `55119${(last += 1)}`, number, at: clock.now() });
const answer = (ticket: ChatTicket, text: string) => world.send(world.people.bruno, ticket, text);
async function usage(): Promise<number> {
  const token = await world.server.tokenOf('suporte@balcao.example');
  const { items } = await askRest(world.url, token, paginatedTenants, { search: 'aurora' });
  return items[0]?.usage.messages ?? -1;
}
/** The company may send so many more this month; null: as many as it likes. */
async function allow(more: number | null): Promise<number> {
  const used = await usage();
  const limit = more === null ? null : used + more;
  await world.rows(`update tenant set message_limit = $1 where slug = 'aurora'`, [limit]);
  return limit ?? 0;
}

test('at the limit -> the next is refused with it; received messages don’t count', async () => {
  const limit = await allow(2);
  const ticket = await fresh();
  await answer(ticket, 'um');
  await answer(ticket, 'dois');
  const refused = await answer(ticket, 'três').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({
    key: 'error.message.monthlyLimit',
    errors: [{ extensions: { params: { max: limit } } }],
  });
  await world.write({ from: ticket.customer.phone_number, at: clock.now() });
  expect((await world.chat(world.people.bruno, ticket)).map(({ message }) => message)).not.toContain('três');
  expect(await usage()).toBe(limit);
});

test('a send reads one counter an instance, which equals the messages', async () => {
  const plan = await world.server.db.pool.connect();
  try {
    const [aurora] = await world.rows<{ id: string }>("select id from tenant where slug = 'aurora'");
    await plan.query(
      `begin; set local role balcao_app; set local app.tenant_id = '${aurora?.id}'; set local enable_seqscan = off`,
    );
    const { sql: text, parameters } = sentThisMonth(aurora?.id ?? '', clock.now()).compile(world.server.db.kysely);
    const { rows } = await plan.query(`explain ${text.slice(1, -1)}`, [...parameters]);
    const steps = JSON.stringify(rows);
    expect(steps).toContain('message_month_pkey');
    expect(steps).not.toContain('message_tally');
  } finally {
    await plan.query('rollback');
    plan.release();
  }
  const counted = `select coalesce(sum(sent), 0)::integer as sent from message_month`;
  const stored = `select count(*)::integer as sent from message where type = 0 and not is_quiet and not recovered`;
  expect(await world.rows(counted)).toEqual(await world.rows(stored));
});

test('80 % and all of it -> administrators are notified once each, nobody else, and can query the usage', async () => {
  const { ana, bruno, bia } = world.people;
  const told = async () => {
    const rows = await world.rows<{ audience: unknown }>(
      `select audience from event where name = 'ListUpdated' and data ->> 'list' = 'message_limit'`,
    );
    return rows.map(({ audience }) => audience);
  };
  await allow(null);
  const ticket = await fresh();
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await answer(ticket, text);
  const next = (await usage()) + 1;
  // The next message is exactly 80 % of it.
  await world.rows(`update tenant set message_limit = $1 where slug = 'aurora'`, [Math.floor(next / 0.8)]);
  const before = (await told()).length;
  expect((await world.call(ana, messageLimit, {})).messageLimit?.percent).toBe(0);
  await answer(ticket, 'um');
  expect((await told()).slice(before)).toEqual([{ to: 'users', userIds: [], admins: true }]);
  expect((await world.call(ana, messageLimit, {})).messageLimit).toMatchObject({ percent: 80, sent: next });
  await answer(ticket, 'dois');
  expect((await told()).length).toBe(before + 1);
  await allow(1);
  await answer(ticket, 'três');
  expect((await told()).length).toBe(before + 2);
  expect((await world.call(ana, messageLimit, {})).messageLimit?.percent).toBe(100);
  expect(await refusalOf(world.call(bruno, messageLimit, {}))).toContain('FORBIDDEN');
  expect((await world.call(bia, messageLimit, {})).messageLimit).toBeNull();
});

test.each([
  [
    'again',
    async (ticket: ChatTicket) => {
      const place = { customer_id: ticket.customer.id, instance_id: ticket.instance.id };
      return (await world.call(world.people.bruno, openChatTicket, place)).openChatTicket;
    },
  ],
  [
    'with its number',
    async (ticket: ChatTicket) => {
      const to_number = ticket.customer.phone_number;
      const begun = { to_number, instance_id: ticket.instance.id, client_id: randomUUID() };
      return (await world.call(world.people.bruno, startConversation, begun)).startConversation;
    },
  ],
])('opened %s without a message -> no threshold is told of; beyond the limit refused', async (_how, open) => {
  await allow(null);
  const ticket = await fresh();
  await answer(ticket, 'um');
  const told = () => world.rows("select from event where name = 'ListUpdated' and data ->> 'list' = 'message_limit'");
  const finish = (id: string) => world.call(world.people.bruno, finishChatTicket, { id });
  await finish(ticket.id);
  await allow(1);
  const before = (await told()).length;
  const again = await open(ticket);
  expect((await told()).length).toBe(before);
  await answer(again, 'dois');
  expect((await told()).length).toBe(before + 1);
  await finish(again.id);
  expect(await refusalOf(open(ticket))).toBe(USED_UP);
});

test('many at once near the limit -> exactly the remaining ones are sent', async () => {
  await allow(3);
  const ticket = await fresh();
  await answer(ticket, 'um');
  const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((text) => refusalOf(answer(ticket, text))));
  expect(answers.toSorted()).toEqual([USED_UP, USED_UP, USED_UP, 'not refused', 'not refused']);
});

test('an instance without limit -> neither counted nor refused', async () => {
  const ticket = await fresh();
  const { instances } = world;
  await world.rows('update instance set is_unlimited = true where id = $1', [instances.vendas]);
  const limit = await allow(0);
  await answer(ticket, 'um');
  await answer(ticket, 'dois');
  expect(await usage()).toBe(limit);
  await world.rows('update instance set is_unlimited = false where id = $1', [instances.vendas]);
  expect(await refusalOf(answer(ticket, 'três'))).toBe(USED_UP);
});

test('another company’s limit and messages -> no concern of this one', async () => {
  await allow(0);
  const { bia } = world.people;
  const ticket = await fresh('brisa');
  expect((await world.send(bia, ticket, 'um')).message).toBe('um');
});

test('the limit is raised, or the next month begins -> it is sent', async () => {
  await allow(1);
  const ticket = await fresh();
  await answer(ticket, 'um');
  expect(await refusalOf(answer(ticket, 'dois'))).toBe(USED_UP);
  await allow(1);
  await answer(ticket, 'dois');
  expect(await refusalOf(answer(ticket, 'três'))).toBe(USED_UP);
  clock.advance(32 * DAY_MS);
  const { bruno, ana } = world.people;
  const [asBruno, asAna] = await Promise.all(
    [bruno, ana].map(async (who) => ({ ...who, token: await world.server.tokenOf(who.email) })),
  );
  if (asBruno === undefined || asAna === undefined) throw new Error('Nobody is logged in');
  const later = await world.open({ from: `55119${(last += 1)}`, at: clock.now() }, asAna);
  await world.send(asBruno, later, 'quatro');
  expect(await usage()).toBe(1);
});
