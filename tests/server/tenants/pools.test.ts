import { afterAll, beforeAll, expect, test } from 'vitest';
import * as calls from '../../../contract/rest/tenants.ts';
import { snoozeChatTicket } from '../../../contract/graphql/snooze-chat-ticket.ts';
import { readConfig } from '../../../server/config.ts';
import { startJobs } from '../../../server/db/jobs.ts';
import { recordLoginFailures } from '../../../server/domain/auth/login-failures.ts';
import { findCampaigning } from '../../../server/domain/campaigns/advance.ts';
import { transferUnanswered } from '../../../server/domain/departments/transfer-unanswered.ts';
import { findTenantsWithMedia } from '../../../server/domain/media/media-rows.ts';
import { servedTenants } from '../../../server/domain/pools.ts';
import { sendDueScheduled } from '../../../server/domain/scheduled/send-due.ts';
import { syncTemplates } from '../../../server/domain/templates/sync-templates.ts';
import { wakeSnoozed } from '../../../server/domain/tickets/snooze-ticket.ts';
import { tellShortWindows } from '../../../server/domain/tickets/tell-windows.ts';
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

const servicesOf = (pool: string) => ({ ...one.server.services, pools: [pool] });
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

test('each sends its companies’ read receipts', async () => {
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

/** The servers' own workers are of pools `a` to `c`, so nobody runs these jobs but the test. */
test('scheduled sends, files to fetch, templates, automatic transfers and short windows: only of the companies served', async () => {
  const { bruno, carla } = one.people;
  const ticket = await one.open({ from: '5511960000006', number: 'suporte' });
  await one.send(bruno, ticket, 'oi');
  // Its window shut while Bruno was away.
  const shut = await one.open({ from: '5511960000007', number: 'suporte' });
  await one.send(bruno, shut, 'oi');
  await one.rows(
    `update chat_ticket set last_received_at = now() - interval '24.5 hours', owned_since = now() - interval '2 days'
    where id = $1`,
    [shut.id],
  );
  await one.rows("update app_user set last_seen_at = null, left_at = now() - interval '1 hour' where id = $1", [
    bruno.id,
  ]);
  await one.rows("update tenant set pool = 'z' where slug = 'aurora'");
  await one.rows("update tenant set pool = 'y' where slug = 'brisa'");
  const place = [ticket.id];
  const [scheduled] = await one.rows<{ id: string }>(
    `insert into scheduled_message (tenant_id, customer_id, instance_id, user_id, client_id, body, send_at)
    select tenant_id, customer_id, instance_id, user_id, gen_random_uuid(), 'na hora', now() - interval '1 minute'
    from chat_ticket where id = $1 returning id`,
    place,
  );
  await one.rows(
    `insert into message_media (tenant_id, message_id)
    select m.tenant_id, m.id from message m where m.ticket_id = $1 order by m.id limit 1`,
    place,
  );
  const [account] = await one.rows<{ waba: string }>(
    "insert into template_sync (tenant_id, waba_id) select tenant_id, '990001' from chat_ticket where id = $1 returning waba_id as waba",
    place,
  );
  await one.rows("update instance set waba_id = '990001' where id = $1", [one.instances.suporte]);
  const [offer] = await one.rows<{ id: string }>(
    `insert into ticket_transfer (tenant_id, ticket_id, previous_user_id, next_user_id, created_by, created_at)
    select tenant_id, id, user_id, $2, null, now() - interval '2 days' from chat_ticket where id = $1 returning id`,
    [ticket.id, carla.id],
  );
  const asked: string[] = [];
  const channel = {
    findAccount: async () => ({ outcome: 'refused', code: 100, key: 'channel.error.other' }) as const,
    listTemplates: async (waba: string) => {
      asked.push(waba);
      return { outcome: 'refused', code: 100, key: 'channel.error.other' } as const;
    },
  };
  const done = async (pool: string) => {
    const services = servicesOf(pool);
    const media = await findTenantsWithMedia(services);
    await sendDueScheduled(services);
    await syncTemplates(services, channel);
    await transferUnanswered(services);
    const windows = await tellShortWindows(services);
    const [state] = await one.rows<{ scheduled: string; isWithdrawn: boolean }>(
      `select (select state from scheduled_message where id = $1) as scheduled,
        (select deleted_at is not null from ticket_transfer where id = $2) as "isWithdrawn"`,
      [scheduled?.id, offer?.id],
    );
    return { media: media.length, templates: asked.includes(account?.waba ?? ''), windows, ...state };
  };
  expect(await done('y')).toEqual({
    media: 0,
    templates: false,
    windows: 0,
    scheduled: 'waiting',
    isWithdrawn: false,
  });
  expect(await done('z')).toMatchObject({ media: 1, templates: true, windows: 1, isWithdrawn: true });
  const [after] = await one.rows('select state from scheduled_message where id = $1', [scheduled?.id]);
  expect(after).not.toEqual({ state: 'waiting' });
  await one.rows('delete from message_media');
  await one.rows(`update tenant set pool = case slug when 'aurora' then 'a' when 'brisa' then 'b' end`);
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

test('campaigns under way: only of the companies served, and of none that was deleted', async () => {
  await one.rows(`update tenant set pool = case slug when 'aurora' then 'z' when 'brisa' then 'y' end
    where slug in ('aurora', 'brisa')`);
  const begun = await one.rows<{ id: string }>(
    `insert into campaign (tenant_id, name, status, instance_ids, message)
    select tenant_id, 'Volta às aulas', 'running', array[id], 'Olá!' from instance where id = any($1::bigint[]) order by tenant_id
    returning tenant_id as id`,
    [[one.instances.vendas, one.instances.brisa]],
  );
  const of = async (...pools: string[]) => await Promise.all(pools.map((pool) => findCampaigning(servicesOf(pool))));
  const [aurora, brisa] = begun.map(({ id }) => [id]);
  expect(await of('z', 'y', 'x')).toEqual([aurora, brisa, []]);
  await one.rows("update tenant set deleted_at = now() where slug = 'brisa'");
  expect(await of('z', 'y')).toEqual([aurora, []]);
  await one.rows("update tenant set deleted_at = null where slug = 'brisa'");
  await one.rows("update campaign set status = 'cancelled'");
});

test('failed logins: each server writes those of its companies, and takes those of nobody away', async () => {
  await one.rows('delete from login_failure');
  await one.rows(
    `insert into login_failure (tenant_id, user_id, address, request_id)
    select tenant_id, id, '203.0.113.7', 'r' from app_user where id = any($1::bigint[])
    union all select 0, 0, '203.0.113.7', 'r'`,
    [[one.people.bruno.id, one.people.bia.id]],
  );
  const left = async () =>
    (
      await one.rows<{ slug: string | null }>(
        'select t.slug from login_failure f left join tenant t on t.id = f.tenant_id order by t.slug',
      )
    ).map(({ slug }) => slug);
  expect(await left()).toEqual(['aurora', 'brisa', null]);
  await recordLoginFailures(servicesOf('x'));
  expect(await left()).toEqual(['aurora', 'brisa']);
  await recordLoginFailures(servicesOf('z'));
  expect(await left()).toEqual(['brisa']);
});
