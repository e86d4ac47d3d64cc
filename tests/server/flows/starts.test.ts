import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setFlowStarts, stopFlowLaunch, flowStarts } from '../../../contract/graphql/flow-starts.ts';
import { setFlowAnswers } from '../../../contract/graphql/flows.ts';
import { changeTenant } from '../../../server/db/change.ts';
import { withTenant } from '../../../server/db/database.ts';
import { startDueFlows } from '../../../server/domain/flows/active/start-due.ts';
import { fillDueLaunches } from '../../../server/domain/flows/active/fill-launches.ts';
import { startFlow } from '../../../server/domain/flows/active/start-flow.ts';
import { sumStarts } from '../../../server/domain/flows/active/start-tally.ts';
import { tellCounts } from '../../../server/domain/flows/active/tell-counts.ts';
import { deleteOldRows } from '../../../server/domain/upkeep.ts';
import { fieldsOf, refusalOf } from '../../support/attendance.ts';
import { end, flow, pause, template } from '../../flows/builders.ts';
import { startTestServer } from '../../support/server.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { EVERYBODY } from './flows-world.ts';
import { ANYTIME, QUESTION, startStarts } from './starts-world.ts';
import type { StartsWorld } from './starts-world.ts';
import { WEDNESDAY_10 } from '../departments/departments-world.ts';

let world: StartsWorld;
beforeAll(async () => {
  world = await startStarts();
});
afterAll(() => world.stop());
beforeEach(() => world.travel(Math.max(world.now(), WEDNESDAY_10)));

const DAY = 24 * 60;

describe('for an audience', () => {
  test('a group -> each gets the template once, in a ticket that is nobody’s; an answer goes on', async () => {
    const { id } = await world.starting();
    const phones = await world.customers(5);
    await world.launch(id, { group_id: await world.group(phones) });
    await world.settle();
    for (const phone of phones) {
      expect(await world.told(phone)).toEqual([expect.stringContaining('Luciana')]);
      expect(await world.runsOf(phone)).toMatchObject([{ status: 'running', node: 'espera' }]);
      expect(await world.ticketsOf(phone)).toMatchObject([{ user_id: null, isOpen: true, waits: false }]);
    }
    expect((await world.viewOf(id)).counts).toEqual({ waiting: 0, started: 5, skipped: 0, reasons: [] });
    const [first = ''] = phones;
    await expectEventually(async () => (await world.emulator.received(first)).map(({ type }) => type)).toEqual([
      'template',
    ]);
    await world.says(first, 'Sim');
    expect((await world.told(first)).at(-1)).toContain(QUESTION);
    await world.settle();
    expect(await world.startsOf(first)).toHaveLength(1);
  });

  test('blocked, opted out, without consent, with a person, in a flow -> left out, each with its reason counted', async () => {
    const { id } = await world.starting({ requires_consent: true });
    const phones = await world.customers(6);
    const [blocked = '', out = '', unasked = '', busy = '', flowing = '', fine = ''] = phones;
    await world.rows("update customer set whatsapp_consent = 'granted' where phone_number = any($1::text[])", [
      phones.filter((phone) => phone !== unasked),
    ]);
    await world.rows('update customer set is_blacklisted = true where phone_number = $1', [blocked]);
    await world.rows("update customer set whatsapp_consent = 'revoked' where phone_number = $1", [out]);
    await world.says(busy, 'Oi');
    await changeTenant(world.server.services.db, world.tenantId, async (change) => {
      const [other] = [await world.customerId(flowing)];
      await startFlow(change, { flowId: id, customerId: other, source: 'api', key: 'a' }, new Date(world.now()));
    });
    await world.settle();
    await world.launch(id, { group_id: await world.group(phones) });
    await world.settle();
    const reasons = await Promise.all(phones.map(async (phone) => (await world.startsOf(phone)).at(-1)?.reason));
    expect(reasons).toEqual(['blocked', 'opted_out', 'no_consent', 'in_attendance', 'in_flow', null]);
    expect(await world.told(fine)).toHaveLength(1);
    expect(await world.told(flowing)).toHaveLength(1);
    const view = await world.viewOf(id);
    expect(view.launches[0]?.counts).toMatchObject({ started: 1, skipped: 5 });
    expect(view.counts.reasons.toSorted((one, other) => one.reason.localeCompare(other.reason))).toEqual(
      ['blocked', 'in_attendance', 'in_flow', 'no_consent', 'opted_out'].map((reason) => ({ reason, count: 1 })),
    );
    const { items } = (
      await world.call(world.people.ana, flowStarts, { flow_id: id, reason: 'blocked', status: 'skipped' })
    ).flowStarts;
    expect(items).toMatchObject([{ customer_name: `Luciana ${blocked}`, source: 'audience', ticket_id: null }]);
  });

  test('at a moment, then each day -> nobody before; again a day later, but for who is still in it', async () => {
    const { id } = await world.starting();
    const phones = await world.customers(2);
    const [quiet = '', talker = ''] = phones;
    const startsAt = new Date(world.now() + 60 * 60_000).toISOString();
    await world.launch(id, { group_id: await world.group(phones), repeats: 'daily', starts_at: startsAt });
    await world.settle();
    expect(await world.startsOf(quiet)).toEqual([]);
    await world.pass(60);
    await world.settle();
    await world.settle();
    expect(await world.startsOf(quiet)).toHaveLength(1);
    await world.says(talker, 'Sim');
    await world.pass(5);
    await world.taps(talker, 'Opção sim');
    await world.pass(DAY - 6);
    await world.settle();
    expect(await world.startsOf(talker)).toHaveLength(1);
    await world.pass(1);
    await world.settle();
    expect(await world.startsOf(talker)).toMatchObject([{ status: 'started' }, { status: 'started' }]);
    // A node that was down for days doesn't send for each of them.
    await world.pass(5 * DAY);
    await world.settle();
    const [launch] = (await world.viewOf(id)).launches;
    expect(Date.parse(launch?.next_at ?? '')).toBeGreaterThan(world.now());
    expect(await world.startsOf(talker)).toHaveLength(3);
    await world.call(world.people.ana, stopFlowLaunch, { id: launch?.id ?? '' });
    await world.pass(2 * DAY);
    await world.settle();
    expect(await world.startsOf(talker)).toHaveLength(3);
  });

  test('each week -> next on the seventh day, at the same time', async () => {
    const { id } = await world.starting();
    const startsAt = world.now() + 60 * 60_000;
    const form = { repeats: 'weekly' as const, starts_at: new Date(startsAt).toISOString() };
    await world.launch(id, { ...form, group_id: await world.group(await world.customers(1)) });
    await world.pass(60);
    await world.settle();
    const [launch] = (await world.viewOf(id)).launches;
    expect(Date.parse(launch?.next_at ?? '')).toBe(startsAt + 7 * 86_400_000);
    await world.call(world.people.ana, stopFlowLaunch, { id: launch?.id ?? '' });
  });

  test('outside of the hours of the customer’s day -> left out; the flow switched off, the launch stopped -> too', async () => {
    const { id } = await world.starting({ starts_from: 20, starts_to: 22 });
    const [early = '', off = '', stopped = ''] = await world.customers(3);
    await world.launch(id, { group_id: await world.group([early]) });
    await world.settle();
    expect(await world.startsOf(early)).toMatchObject([{ status: 'skipped', reason: 'quiet_hours' }]);
    const { ana } = world.people;
    await world.call(ana, setFlowStarts, { id, ...ANYTIME });
    await world.rows("update number_pace set held_until = now() + interval '1 hour'");
    const { launches } = await world.launch(id, { group_id: await world.group([stopped]) });
    await world.launch(id, { group_id: await world.group([off]) });
    await world.settle();
    expect(await world.startsOf(off)).toMatchObject([{ status: 'waiting' }]);
    const { stopFlowLaunch: view } = await world.call(ana, stopFlowLaunch, { id: launches[0]?.id ?? '' });
    expect(view.launches.find(({ id: each }) => each === launches[0]?.id)).toMatchObject({
      is_stopped: true,
      next_at: null,
    });
    await world.settle();
    expect(await world.startsOf(stopped)).toMatchObject([{ status: 'skipped', reason: 'cancelled' }]);
    await world.call(ana, setFlowStarts, { id, ...ANYTIME, is_active: false });
    await world.rows('update number_pace set held_until = null');
    await world.settle();
    expect(await world.startsOf(off)).toMatchObject([{ status: 'skipped', reason: 'flow_off' }]);
  });

  test('a launch that wasn’t through when the hours end -> goes on when they begin again; stopped -> not', async () => {
    const { id } = await world.starting({ starts_from: 9, starts_to: 22 });
    const [late = '', stopped = ''] = await world.customers(2);
    await world.launch(id, { group_id: await world.group([late]) });
    const { launches } = await world.launch(id, { group_id: await world.group([stopped]) });
    await world.rows("update number_pace set held_until = now() + interval '1 hour'");
    await world.settle();
    await world.rows('update number_pace set held_until = null');
    // Twelve hours later it is ten in the evening or later; twelve more, the morning after.
    await world.pass(DAY / 2 + 180);
    await world.settle();
    expect(await world.startsOf(late)).toMatchObject([{ status: 'waiting' }]);
    // A start of a stopped launch doesn't begin even before it is left out.
    await world.rows('update flow_launch set stopped_at = now() where id = $1', [launches[0]?.id]);
    await world.pass(DAY / 2);
    await world.settle();
    expect(await world.startsOf(late)).toMatchObject([{ status: 'started' }]);
    expect(await world.startsOf(stopped)).toMatchObject([{ status: 'skipped', reason: 'cancelled' }]);
  });

  test('the number is off for a while -> the launch and who waits for it go on after that, but not a day later', async () => {
    const { id } = await world.starting();
    const phones = await world.customers(3);
    const [waits = '', added = '', given = ''] = phones;
    const groups = await Promise.all([waits, added, given].map((phone) => world.group([phone])));
    const turn = (on: boolean) =>
      world.rows('update instance set activated = $1 where id = $2', [on, world.instances.vendas]);
    const [first, second, third] = groups;
    const hour = new Date(world.now() + 60 * 60_000).toISOString();
    await world.launch(id, { group_id: second, starts_at: hour });
    await world.rows("update number_pace set held_until = now() + interval '1 hour'");
    await world.launch(id, { group_id: first });
    await world.settle();
    await world.rows('update number_pace set held_until = null');
    await turn(false);
    await world.settle();
    await world.pass(60);
    await world.settle();
    expect(await world.startsOf(waits)).toMatchObject([{ status: 'waiting' }]);
    expect(await world.startsOf(added)).toEqual([]);
    await turn(true);
    await world.pass(5);
    await world.settle();
    for (const phone of [waits, added]) expect(await world.startsOf(phone)).toMatchObject([{ status: 'started' }]);
    await world.launch(id, { group_id: third });
    await turn(false);
    await world.pass(DAY + 1);
    await world.settle();
    await turn(true);
    await world.settle();
    expect(await world.startsOf(given)).toEqual([]);
  });

  test('two launches at once -> a customer of both waits once', async () => {
    const { id } = await world.starting();
    const phones = await world.customers(3);
    const [one, other] = [await world.group(phones), await world.group(phones)];
    await world.launch(id, { group_id: one });
    await world.launch(id, { group_id: other });
    await world.rows("update number_pace set held_until = now() + interval '1 hour'");
    const { services } = world.server;
    await Promise.all([services, services].map((each) => fillDueLaunches(each, 1)));
    await world.rows('update number_pace set held_until = null');
    await world.settle();
    for (const phone of phones) expect(await world.startsOf(phone)).toHaveLength(1);
  });

  test('whoever answers that they want no more -> no further marketing in the flow', async () => {
    const say = template({ 'body.1': 'Ana', 'body.2': 'Rui' }, { next: 'fim', failed: 'nao' });
    const again = { ...say, content: { ...say.content, template_id: world.templateId } };
    const start = { ...again, exits: { next: 'espera', failed: 'nao' } };
    const of = flow(
      {
        start,
        espera: pause(60, { next: 'de_novo', message: 'de_novo' }),
        de_novo: again,
        nao: end(null),
        fim: end(null),
      },
      { kind: 'active' },
    );
    await world.rows("update message_template set category = 'MARKETING' where id = $1", [world.templateId]);
    const { id } = await world.starting({}, of);
    const [out = '', fine = ''] = await world.customers(2);
    await world.launch(id, { group_id: await world.group([out, fine]) });
    await world.settle();
    await world.says(out, 'SAIR');
    await world.says(fine, 'Oi');
    expect(await world.told(fine)).toHaveLength(2);
    expect(await world.told(out)).toHaveLength(1);
    expect(await world.runsOf(out)).toMatchObject([{ node: 'nao' }]);
  });

  test('a template that lost what the flow says in it -> nobody starts, rather than with nothing', async () => {
    const { id } = await world.starting();
    const group_id = await world.group(await world.customers(1));
    const swap = async (components: unknown): Promise<unknown> => {
      const [was] = await world.rows<{ components: unknown }>('select components from message_template where id = $1', [
        world.templateId,
      ]);
      await world.rows('update message_template set components = $2 where id = $1', [
        world.templateId,
        JSON.stringify(components),
      ]);
      return was?.components;
    };
    const before = await swap([{ type: 'BODY', text: '{{1}} {{2}} {{3}}' }]);
    const refused = await refusalOf(world.launch(id, { group_id }));
    await swap(before);
    expect(refused).toBe('CONFLICT error.flow.noNumber');
  });

  test('the account’s daily limit is reached -> the others wait for the next day', async () => {
    const { id } = await world.starting({ instance_ids: [world.instances.vendas] });
    const phones = await world.customers(3);
    await world.pass(2 * DAY);
    await world.rows(
      `insert into whatsapp_account (tenant_id, waba_id, daily_limit) select tenant_id, waba_id, 2 from instance where id = $1
       on conflict (tenant_id, waba_id) do update set daily_limit = 2`,
      [world.instances.vendas],
    );
    await world.launch(id, { group_id: await world.group(phones) });
    await world.settle();
    expect((await world.viewOf(id)).counts).toMatchObject({ waiting: 1, started: 2 });
    await world.pass(DAY + 1);
    await world.settle();
    expect((await world.viewOf(id)).counts).toMatchObject({ waiting: 0, started: 3 });
    await world.rows('update whatsapp_account set daily_limit = null');
  });

  test('two nodes at once -> one start each', async () => {
    const { id } = await world.starting();
    const phones = await world.customers(12);
    await world.launch(id, { group_id: await world.group(phones) });
    await world.rows("update number_pace set held_until = now() + interval '1 hour'");
    await world.settle();
    await world.rows('update number_pace set held_until = null');
    const other = await startTestServer({
      databaseUrl: world.server.databaseUrl,
      now: () => new Date(world.now()),
      emulator: null,
      attendance: null,
    });
    const { services } = world.server;
    await Promise.all([services, other.services, services, other.services].map(startDueFlows));
    await other.stop();
    await world.settle();
    for (const phone of phones) expect(await world.told(phone)).toHaveLength(1);
    expect((await world.viewOf(id)).counts).toMatchObject({ waiting: 0, started: 12 });
  });
});

test('counts -> what the starts say, added up or not, whatever became of them', async () => {
  const { ana } = world.people;
  const { id } = await world.starting();
  const [gone = '', stays = '', other = ''] = await world.customers(3);
  await world.launch(id, { group_id: await world.group([gone, stays, other]) });
  await world.settle();
  await world.rows("update flow_start set claimed_until = now() where status = 'started'");
  await world.rows('delete from flow_start where customer_id = $1', [await world.customerId(gone)]);
  await world.rows(
    `insert into flow_start (tenant_id, flow_id, source, customer_id, instance_id, status, due_at, created_at)
     select tenant_id, $1, 'api', id, $2, 'waiting', '2100-01-01', $3 from customer where phone_number = $4`,
    [id, world.instances.vendas, new Date(world.now() - 40 * DAY * 60_000), stays],
  );
  const counted = () =>
    world.rows(`select flow_id, launch_id, day, status, reason, sum(count)::integer as count from flow_start_tally
      group by 1, 2, 3, 4, 5 having sum(count) <> 0 order by 1, 2, 3, 4, 5`);
  const stored = await world.rows(`select flow_id, coalesce(launch_id, 0)::bigint as launch_id,
      (created_at at time zone 'UTC')::date as day, status, coalesce(reason, '') as reason, count(*)::integer as count
    from flow_start group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`);
  expect(await counted()).toEqual(stored);
  const { db } = world.server.services;
  await Promise.all([1, 2].map(() => withTenant(db, world.tenantId, (tx) => sumStarts(tx, world.tenantId))));
  expect(await counted()).toEqual(stored);
  expect(await world.rows('select from flow_start_tally where not is_sum')).toEqual([]);
  const view = await world.viewOf(id);
  expect(view.counts).toMatchObject({ started: 2, waiting: 0 });
  expect(view.launches[0]?.counts).toMatchObject({ started: 2, waiting: 0 });
  await world.rows('update flow_start_tally set day = day - 2 where count = 0');
  await deleteOldRows(world.server.services);
  expect(await world.rows('select from flow_start_tally where count = 0')).toEqual([]);
  expect(await counted()).toEqual(stored);
  await world.call(ana, setFlowStarts, { id, ...ANYTIME, is_active: false });
});

test('a company can’t be told of its counts -> told later, and others meanwhile', async () => {
  const { services } = world.server;
  const [other] = await world.rows<{ id: string }>("select id from tenant where slug = 'brisa'");
  const companies = [world.tenantId, other?.id ?? ''];
  const told = async () => {
    const rows = await world.rows<{ count: number }>(
      `select (select count(*)::integer from event e where e.tenant_id = c.id::bigint and e.name = 'ListUpdated'
         and e.data ->> 'list' = 'flows') as count from unnest($1::text[]) with ordinality c (id, place) order by place`,
      [companies],
    );
    return rows.map(({ count }) => count);
  };
  await world.travel(world.now() + 60_000);
  const [before = 0, others = 0] = await told();
  await world.rows(`create function refuse_news() returns trigger language plpgsql as $$
    begin raise exception 'No news'; end $$`);
  await world.rows(`create trigger refused before insert on event for each row
    when (new.tenant_id = ${world.tenantId}) execute function refuse_news()`);
  await tellCounts(services, companies);
  await world.rows('drop trigger refused on event');
  expect(await told()).toEqual([before, others + 1]);
  await world.travel(world.now() + 60_000);
  await tellCounts(services, []);
  expect(await told()).toEqual([before + 1, others + 1]);
});

describe('what can’t be', () => {
  test('a flow without a version, a flow that answers, a past moment, neither audience nor group -> refused', async () => {
    const { ana } = world.people;
    const draft = await world.draft(outreachOf(), 'Sem versão');
    const on = { id: draft.id, ...ANYTIME };
    expect(await refusalOf(world.call(ana, setFlowStarts, on))).toBe('CONFLICT error.flow.unpublished');
    const off = await world.starting({ is_active: false });
    const group_id = await world.group(await world.customers(1));
    expect(await refusalOf(world.launch(off.id, { group_id }))).toBe('CONFLICT error.flow.unpublished');
    expect(await refusalOf(world.call(ana, setFlowAnswers, { id: off.id, ...EVERYBODY }))).toBe(
      'CONFLICT error.flow.unpublished',
    );
    const { id } = await world.starting();
    const past = { group_id, starts_at: new Date(world.now() - 60_000).toISOString() };
    expect(await fieldsOf(world.launch(id, past))).toEqual({ starts_at: 'error.campaign.moment' });
    expect(await fieldsOf(world.launch(id, {}))).toEqual({ audience_id: 'error.field.required' });
    expect(await fieldsOf(world.call(ana, setFlowStarts, { ...on, starts_from: 22, starts_to: 9 }))).toEqual({
      starts_to: 'error.flow.hours',
    });
    await world.rows("update message_template set status = 'PAUSED' where name = 'retomar_atendimento'");
    expect(await refusalOf(world.launch(id, { group_id }))).toBe('CONFLICT error.flow.noNumber');
    await world.rows("update message_template set status = 'APPROVED' where name = 'retomar_atendimento'");
  });
});

const outreachOf = () => world.outreach();
