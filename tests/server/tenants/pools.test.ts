import { afterAll, beforeAll, expect, test } from 'vitest';
import * as calls from '../../../contract/rest/tenants.ts';
import { snoozeChatTicket } from '../../../contract/graphql/snooze-chat-ticket.ts';
import { readConfig } from '../../../server/config.ts';
import { startJobs } from '../../../server/db/jobs.ts';
import { servedTenants } from '../../../server/domain/pools.ts';
import { wakeSnoozed } from '../../../server/domain/tickets/snooze-ticket.ts';
import { findTenantsWithReads } from '../../../server/domain/unseen/read-rows.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { EMULATOR_APP_SECRET } from '../../support/emulator.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { askRest } from '../../support/rest-calls.ts';
import { TEST_VERIFY_TOKEN } from '../../support/server.ts';

let one: World;
let two: World;
/** Aurora's pool is `a`, Brisa's is `b`; `one` serves `a`, `two` serves `b` and `c`. */
beforeAll(async () => {
  one = await startAttendance({
    config: { pools: ['a'] },
    attendance: { upkeep: false, reads: { pollMs: 3_600_000 } },
  });
  await one.rows(`update tenant set pool = case slug when 'aurora' then 'a' when 'brisa' then 'b' end`);
  const graphUrl = `${one.url}/emulator/graph/v23.0`;
  const whatsapp = { graphUrl, appSecret: EMULATOR_APP_SECRET, verifyToken: TEST_VERIFY_TOKEN };
  two = await startAttendance({
    databaseUrl: one.server.databaseUrl,
    emulator: null,
    config: { pools: ['b', 'c'], whatsapp },
    attendance: { upkeep: false, reads: { pollMs: 3_600_000 } },
  });
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

const sentBy = async ({ url }: World) =>
  Number(
    /outbound_sends_total\{outcome="accepted"\} (\d+)/.exec(await (await fetch(`${url}/metrics`)).text())?.[1] ?? 0,
  );
const slugsOf = async ({ server }: World) => {
  const ids = await servedTenants(server.services);
  const rows = await one.rows<{ slug: string }>('select slug from tenant where id = any($1::bigint[]) order by slug', [
    ids,
  ]);
  return rows.map(({ slug }) => slug);
};

test('each server sends the messages of its companies, whichever took them', async () => {
  const { bruno, bia } = one.people;
  const ofAurora = await one.open({ from: '5511960000001' });
  const ofBrisa = await one.open({ from: '5511960000002', number: 'brisa' });
  await two.send(bruno, ofAurora, 'aurora pelo dois');
  await one.send(bia, ofBrisa, 'brisa pelo um');
  for (const [phone, text] of [
    ['5511960000001', 'aurora pelo dois'],
    ['5511960000002', 'brisa pelo um'],
  ] as const) {
    await expectEventually(async () => (await one.emulator.received(phone)).length).toBe(1);
    expect(JSON.stringify(await one.emulator.received(phone))).toContain(text);
  }
  await expectEventually(async () => [await sentBy(one), await sentBy(two)]).toEqual([1, 1]);
});

test('each runs the jobs of its companies, and all the back-office’s', async () => {
  expect(await slugsOf(one)).toEqual(['aurora', 'balcao']);
  expect(await slugsOf(two)).toEqual(['balcao', 'brisa']);
  const { bruno } = one.people;
  const ticket = await one.open({ from: '5511960000003', number: 'suporte' });
  await one.send(bruno, ticket, 'oi');
  await one.call(bruno, snoozeChatTicket, { id: ticket.id, until: new Date(Date.now() + 3_600_000).toISOString() });
  await one.rows("update chat_ticket set snoozed_until = now() - interval '1 minute' where id = $1", [ticket.id]);
  expect(await wakeSnoozed(two.server.services)).toBe(0);
  expect(await wakeSnoozed(one.server.services)).toBe(1);
});

test('each tells the provider what was read in its companies', async () => {
  const { bruno, bia } = one.people;
  for (const [who, ticket] of [
    [bruno, await one.open({ from: '5511960000004', number: 'suporte' })],
    [bia, await one.open({ from: '5511960000005', number: 'brisa' })],
  ] as const)
    await two.send(who, ticket, 'oi');
  const due = async ({ server }: World) => {
    const ids = await findTenantsWithReads(server.services);
    return (await one.rows<{ slug: string }>('select slug from tenant where id = any($1::bigint[])', [ids])).map(
      ({ slug }) => slug,
    );
  };
  expect([await due(one), await due(two)]).toEqual([['aurora'], ['brisa']]);
});

test('a job’s queue can be named after any pool', async () => {
  const ran: string[] = [];
  const name = 'upkeep/A_b-c.9';
  const stop = await startJobs(two.server.db, [{ name, cron: '0 * * * *', work: async () => void ran.push(name) }]);
  await expectEventually(() => ran).toEqual([name]);
  await stop();
});

test('the back-office sees which companies no server serves', async () => {
  const support = await one.server.tokenOf('suporte@balcao.example');
  const served = async () => {
    const tenants = await askRest(one.url, support, calls.tenants, { filter: 'active' });
    return tenants.flatMap(({ tenantName, served: isServed }) => (isServed === true ? [tenantName] : [])).toSorted();
  };
  await expectEventually(served).toEqual(['aurora', 'balcao', 'brisa']);
  await one.rows("update tenant set pool = 'd' where slug = 'aurora'");
  expect(await served()).toEqual(['balcao', 'brisa']);
  await one.rows("update tenant set pool = null where slug = 'aurora'");
  expect(await served()).toEqual(['balcao', 'brisa']);
  // A server without pools serves all.
  await one.rows('insert into server_node (id) values (gen_random_uuid())');
  expect(await served()).toEqual(['aurora', 'balcao', 'brisa']);
});

test('the setting', () => {
  const env = { DATA_DIR: one.server.services.isDemo ? '/tmp' : '', BALCAO_SECRET: 'x'.repeat(32) };
  const pools = (POOLS?: string) => readConfig('demo', { ...env, ...(POOLS === undefined ? {} : { POOLS }) }).pools;
  expect(pools()).toBeUndefined();
  expect(pools(' a, b ,a')).toEqual(['a', 'b']);
  expect(() => pools('a;b')).toThrow('POOLS');
  expect(() => pools('a,')).toThrow('POOLS');
});
