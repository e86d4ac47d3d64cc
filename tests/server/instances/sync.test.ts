import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RestCall } from '../../../contract/rest/call.ts';
import * as calls from '../../../contract/rest/instances.ts';
import { NUMBERS, startAttendance, writtenBody } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { breakInserts, mendInserts } from '../../support/faults-database.ts';
import { askRest, refusedRest } from '../../support/rest-calls.ts';

const of = { tenantName: 'aurora' };
let world: World;
let id: string;
/** Nobody's until it is claimed. */
let number: string;
let count = 0;

beforeAll(async () => {
  world = await startAttendance({
    attendance: { upkeep: false, replay: { pollMs: 20, retryMs: 20, maxRetryMs: 40 } },
  });
});
afterAll(() => world.stop());
beforeEach(async () => {
  count += 1;
  number = `30000000000001${count}`;
  ({ id } = await ask(calls.createInstance, { ...of, name: `Loja ${count}` }));
});

const ask = <Body, Answer>(call: RestCall<Body, Answer>, given: Record<string, unknown>) =>
  askRest(world.url, world.people.ana.token, call, given);
const refused = <Body, Answer>(call: RestCall<Body, Answer>, given: Record<string, unknown>) =>
  refusedRest(world.url, world.people.ana.token, call, given);
/** A customer writes to the number. */
const write = async (from: string, text: string): Promise<void> => {
  const { body } = writtenBody({ from, text });
  expect(await world.webhook(JSON.parse(JSON.stringify(body).replaceAll(NUMBERS.vendas, number)))).toBe(200);
};
const claim = async (): Promise<void> => {
  await ask(calls.updateInstance, { ...of, id, phone_number_id: number, access_token: 'EAAG-segredo-do-provedor' });
  await world.rows("update instance set state = 'connected', claimed_number = phone_number_id where id = $1", [id]);
};
const sync = async (): Promise<void> => {
  const begun = await ask(calls.syncMessages, { ...of, id, unlimitedSync: true });
  const state = () => world.rows('select state, total - done as left from instance_sync where id = $1', [begun.id]);
  await expectEventually(state).toEqual([{ state: 'done', left: 0 }]);
};
const keptAside = () =>
  world.rows<{ body: string }>('select * from webhook_rejected where reason like $1', [`%${number}`]);
const textsOf = async (phone: string): Promise<string[]> =>
  (
    await world.rows<{ body: string }>(
      `select m.body from message m join customer c on c.id = m.customer_id
      where m.instance_id = $1 and c.phone_number = $2 order by m.id`,
      [id, phone],
    )
  ).map(({ body }) => body);
const [ANDRE, BEATRIZ] = ['5511966100001', '5511966100002'];

test('kept aside -> messages of the instance, marked as recovered, with progress; twice at once is refused', async () => {
  for (let index = 0; index < 60; index += 1)
    await write(`55119660000${String(index).padStart(2, '0')}`, `perdida ${index}`);
  await claim();
  expect(await refused(calls.syncMessages, { ...of, id })).toMatchObject({
    fields: { daysAgo: 'error.field.required' },
  });
  expect(await refused(calls.syncMessages, { ...of, id, daysAgo: 91 })).toMatchObject({
    fields: { daysAgo: 'error.field.tooLarge' },
  });
  const socket = await world.socket(world.people.ana);
  await socket.hello();
  const answers = await Promise.allSettled([1, 2].map(() => ask(calls.syncMessages, { ...of, id, daysAgo: 30 })));
  expect(answers.map(({ status }) => status)).toContain('fulfilled');
  await socket.frame('InstanceUpdated', ({ data }) => data.sync?.done === 50 && data.sync.total === 60);
  await socket.frame('InstanceUpdated', ({ data }) => data.sync?.state === 'done' && data.sync.done === 60);
  expect(
    await world.rows(
      'select count(*)::integer count, bool_and(recovered) recovered from message where instance_id = $1',
      [id],
    ),
  ).toEqual([{ count: 60, recovered: true }]);
  expect(await keptAside()).toEqual([]);
  const again = await ask(calls.syncMessages, { ...of, id, unlimitedSync: true });
  expect(again.state).toBe('waiting');
  await socket.frame('InstanceUpdated', ({ data }) => data.sync?.id === again.id && data.sync.state === 'done');
  // Under way on another node.
  await world.rows(
    "update instance_sync set state = 'running', locked_until = now() + interval '1 hour' where id = $1",
    [again.id],
  );
  expect(await refused(calls.syncMessages, { ...of, id, daysAgo: 30 })).toMatchObject({
    status: 409,
    key: 'error.instance.syncing',
  });
  await world.rows("update instance_sync set state = 'done', locked_until = null where id = $1", [again.id]);
  const written = await world.rows(
    "select user_id as by, details from audit where action = 'instance.sync' and subject = $1 order by id desc limit 1",
    [`instance:${id}`],
  );
  expect(written).toEqual([{ by: world.people.ana.id, details: { days_ago: null, unlimited: true } }]);
});

test('one that a fault of ours keeps out -> waits with what came after it; the others are taken in', async () => {
  await breakInserts(world.rows, 'message', `new.body like '%(quebra)%'`);
  await write(ANDRE, 'um (quebra)');
  await write(ANDRE, 'dois');
  await write(BEATRIZ, 'outra pessoa');
  await world.rows(`update webhook_rejected set received_at = received_at - interval '2 days'`);
  await claim();
  await sync();
  expect([await textsOf(ANDRE), await textsOf(BEATRIZ)]).toEqual([[], ['outra pessoa']]);
  expect(await keptAside()).toEqual([]);
  expect(await world.rows(`select from inbound_waiting where received_at < now() - interval '1 day'`)).toHaveLength(2);
  await mendInserts(world.rows, 'message');
  await expectEventually(() => textsOf(ANDRE)).toEqual(['um (quebra)', 'dois']);
  expect(await world.rows('select from message where instance_id = $1 and not recovered', [id])).toEqual([]);
});

test('one that takes too long each time -> waits; the others are taken in', async () => {
  await breakInserts(world.rows, 'message', `new.body like '%(quebra)%'`, '57014');
  await write(ANDRE, 'um (quebra)');
  await write(BEATRIZ, 'outra pessoa');
  await claim();
  await sync();
  expect([await textsOf(ANDRE), await textsOf(BEATRIZ)]).toEqual([[], ['outra pessoa']]);
  await mendInserts(world.rows, 'message');
  await expectEventually(() => textsOf(ANDRE)).toEqual(['um (quebra)']);
  expect(await keptAside()).toEqual([]);
});

test('came before what waits of the same customer -> taken in before it', async () => {
  await breakInserts(world.rows, 'message', `new.body like '%(quebra)%'`);
  await write(ANDRE, 'antes');
  await claim();
  await write(ANDRE, 'depois (quebra)');
  await sync();
  expect(await textsOf(ANDRE)).toEqual(['antes']);
  await mendInserts(world.rows, 'message');
  await expectEventually(() => textsOf(ANDRE)).toEqual(['antes', 'depois (quebra)']);
});

test('one that can’t even wait -> stays kept aside; the others are taken in, and it is the next time', async () => {
  await breakInserts(world.rows, 'message', `new.body like '%(quebra)%'`);
  await breakInserts(world.rows, 'inbound_waiting', 'true');
  await write(ANDRE, 'um (quebra)');
  await write(BEATRIZ, 'outra pessoa');
  await claim();
  await sync();
  expect([await textsOf(ANDRE), await textsOf(BEATRIZ)]).toEqual([[], ['outra pessoa']]);
  expect(await keptAside()).toMatchObject([{ body: expect.stringContaining('um (quebra)') }]);
  for (const table of ['inbound_waiting', 'message']) await mendInserts(world.rows, table);
  await sync();
  expect(await textsOf(ANDRE)).toEqual(['um (quebra)']);
  expect(await keptAside()).toEqual([]);
});
