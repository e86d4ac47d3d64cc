import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERASED } from '../../../contract/facts/phone.ts';
import { audienceCount, newAudience } from '../../../contract/graphql/audiences.ts';
import { resumeCampaign, startCampaign, unscheduleCampaign } from '../../../contract/graphql/campaigns.ts';
import { customerGroups, newCustomerGroup } from '../../../contract/graphql/customer-groups.ts';
import {
  cancelCustomerImport,
  pauseCustomerImport,
  resumeCustomerImport,
  undoCustomerImport,
} from '../../../contract/graphql/customer-imports.ts';
import { eraseCustomer } from '../../../contract/graphql/erase-customer.ts';
import { mergeCustomers } from '../../../contract/graphql/merge-customers.ts';
import { newCustomer } from '../../../contract/graphql/new-customer.ts';
import { updateCustomer } from '../../../contract/graphql/update-customer.ts';
import { withTenant } from '../../../server/db/database.ts';
import { advanceCampaigns } from '../../../server/domain/campaigns/advance.ts';
import { CAMPAIGN_DEFAULTS } from '../../../server/domain/campaigns/sender.ts';
import { statusBody } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { breakInserts, mendInserts } from '../../support/faults-database.ts';
import { importsOf } from '../imports/import-world.ts';
import { startCampaigning, VARIABLES } from './campaign-world.ts';
import type { CampaignWorld } from './campaign-world.ts';

/* What changes between a campaign's start and its turns: its groups, and its customers' cards. */

let world: CampaignWorld;
let imports: ReturnType<typeof importsOf>;
beforeAll(async () => {
  world = await startCampaigning({ attendance: { imports: { pollMs: 30, chunk: 3 } } });
  imports = importsOf(world.url, world.people.ana);
});
afterAll(() => world.stop());

const inGroup = (id: string) => ({ field: 'group', op: 'in', value: [id] });
const audienceOf = async (name: string, tree: object) =>
  (await world.call(world.people.ana, newAudience, { name, tree: JSON.stringify(tree) })).newAudience.id;
const groupNow = async (id: string) =>
  (await world.call(world.people.ana, customerGroups, {})).customerGroups.find((each) => each.id === id);
const campaignNow = async (id: string) => (await world.details(id)).campaign;

describe('a group of a file', () => {
  /** Begins to take a file in as a group, of which nothing comes in until `go`: another import of the company is worked on. */
  async function comingIn(name: string, phones: readonly string[]) {
    const { id } = await imports.checked(`${name}.csv`, ['Telefone', ...phones].join('\n'));
    const [other] = await world.rows<{ id: string }>(
      `insert into customer_import (tenant_id, client_id, name, size_bytes, sha256, status, locked_by, locked_until)
       values ($1, gen_random_uuid(), 'outro.csv', 1, 'x', 'checking', 'another node', now() + interval '1 hour')
       returning id`,
      [world.tenantId],
    );
    await imports.begin(id, { as_group: true });
    const group = (await imports.read(id)).group_id ?? '';
    const go = () =>
      world.rows(`update customer_import set status = 'cancelled', locked_until = null where id = $1`, [other?.id]);
    return { id, group, go };
  }

  test('is still coming in, paused, then in -> campaigns for it and against it wait, say so, and miss nobody', async () => {
    const { ana } = world.people;
    const base = await world.group(3);
    const file = await comingIn('presentes', base.phones.slice(0, 2));
    const others = { all: [inGroup(base.id), { not: [inGroup(file.group)] }] };
    const chained = await audienceOf('Do arquivo', { all: [inGroup(file.group)] });
    const form = { name: 'Do arquivo', audience_id: chained };
    const fed = (await world.call(ana, newCustomerGroup, form)).newCustomerGroup.id;
    const [theirs, fromFed, rest] = [
      await world.start({ group_id: file.group }),
      await world.start({ group_id: fed }),
      await world.start({ group_id: null, audience_id: await audienceOf('Sem o arquivo', others) }),
    ];
    const all = () => Promise.all([theirs, fromFed, rest].map(campaignNow));
    const waiting = { status: 'scheduled', reason: 'groupImporting' };
    const partial = async () =>
      (await world.call(ana, audienceCount, { tree: JSON.stringify(others) })).audienceCount.is_partial;
    await expectEventually(all).toMatchObject([waiting, waiting, waiting]);
    expect([await partial(), (await groupNow(file.group))?.is_filling]).toEqual([true, true]);
    await world.call(ana, pauseCustomerImport, { id: file.id });
    await file.go();
    await expectEventually(all).toMatchObject([waiting, waiting, waiting]);
    expect(await partial()).toBe(true);
    await world.call(ana, resumeCustomerImport, { id: file.id });
    for (const id of [theirs, fromFed, rest]) await world.until(id, 'finished');
    expect(await world.ledger(base.phones)).toEqual([2, 2, 1]);
    expect([await partial(), (await groupNow(file.group))?.is_filling]).toEqual([false, false]);
  });

  test('is cancelled -> the campaign begins with who is in, and the groups’ screen hears of it', async () => {
    const { ana } = world.people;
    const base = await world.group(1);
    const file = await comingIn('desistidos', base.phones);
    const id = await world.start({ group_id: file.group });
    await expectEventually(() => campaignNow(id)).toMatchObject({ status: 'scheduled', reason: 'groupImporting' });
    const socket = await world.socket(ana);
    await world.call(ana, cancelCustomerImport, { id: file.id });
    await socket.frame('GroupOfCustomersUpdated', ({ data }) => data.groupOfCustomers.id === file.group);
    await file.go();
    expect(await world.until(id, 'finished')).toMatchObject({ reason: null, counts: { total: 0 } });
    expect((await groupNow(file.group))?.is_filling).toBe(false);
  });

  test('a campaign that waits for it is taken back -> a draft without a moment, which can begin again', async () => {
    const { ana } = world.people;
    const { id: file, group, go } = await comingIn('de-volta', ['11971880091']);
    const id = await world.start({ group_id: group });
    await expectEventually(async () => (await campaignNow(id)).reason).toBe('groupImporting');
    const { unscheduleCampaign: back } = await world.call(ana, unscheduleCampaign, { id });
    expect(back).toMatchObject({ status: 'draft', starts_at: null, reason: null });
    await go();
    await imports.until(file, 'done');
    await world.call(ana, startCampaign, { id });
    await world.until(id, 'finished');
    expect(await world.ledger(['5511971880091'])).toEqual([1]);
  });
});

test('an audience that names groups which audiences feed -> they are as of the campaign’s start, in their order', async () => {
  const { ana } = world.people;
  const base = await world.group(3);
  const named = (at: number, name: string) =>
    world.rows('update customer set name = $2 where id = $1', [base.customers[at], name]);
  const fed = async (name: string, tree: object) => {
    const form = { name, audience_id: await audienceOf(name, tree) };
    const { id } = (await world.call(ana, newCustomerGroup, form)).newCustomerGroup;
    await expectEventually(async () => (await groupNow(id))?.is_filling).toBe(false);
    return id;
  };
  await named(0, 'Comprou já');
  const bought = await fed('Compraram', { all: [{ field: 'name', op: 'has', value: 'comprou' }] });
  const theirs = await fed('Das que compraram', { all: [inGroup(bought)] });
  const others = await audienceOf('Não compraram', { all: [inGroup(base.id), { not: [inGroup(theirs)] }] });
  await named(1, 'Comprou agora');
  await world.until(await world.start({ group_id: null, audience_id: others }), 'finished');
  expect(await world.ledger(base.phones)).toEqual([0, 0, 1]);
  expect((await groupNow(theirs))?.member_count).toBe(2);
});

test('what failed, though the provider had taken it, doesn’t count for the limit of a week; what was sent does', async () => {
  const group = await world.group(2);
  await world.until(await world.start({ group_id: group.id }), 'finished');
  const failed = `update campaign_recipient set state = 'failed', error_code = '131026' where customer_id = $1`;
  await world.rows(failed, [group.customers[0]]);
  await world.until(await world.start({ group_id: group.id, weekly_limit: 1 }), 'finished');
  expect(await world.ledger(group.phones)).toEqual([2, 1]);
});

test('put off while the server is about to begin it -> its new moment counts', async () => {
  const { db, services } = world.server;
  const hence = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const group = await world.group(1);
  const { id } = await world.draft({ group_id: group.id, starts_at: hence(1).toISOString() });
  await world.call(world.people.ana, startCampaign, { id });
  const { begun } = await withTenant(db, world.tenantId, async (tx) => {
    await sql`select from tenant where id = ${world.tenantId} for no key update`.execute(tx);
    const later = { ...services, now: () => hence(2) };
    const beginning = advanceCampaigns(later, world.tenantId, CAMPAIGN_DEFAULTS);
    const waiting = () =>
      world.rows(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
    await expectEventually(waiting).toHaveLength(1);
    await sql`update campaign set starts_at = ${hence(3)} where id = ${id}`.execute(tx);
    return { begun: beginning };
  });
  await begun;
  expect((await campaignNow(id)).status).toBe('scheduled');
});

test('a customer erased while a message to them is under way -> nothing of their number comes back', async () => {
  const group = await world.group(1);
  await world.emulator.patchPolicy({ sends: { mode: 'accept', delayMs: 300 }, statuses: { send: false } });
  const id = await world.start({ group_id: group.id });
  await expectEventually(async () => (await campaignNow(id)).counts).toMatchObject({ sending: 1 });
  await world.rows(`update campaign_recipient set address = $2 where campaign_id = $1`, [id, `${ERASED}1`]);
  await world.until(id, 'finished');
  await world.emulator.patchPolicy({ sends: { delayMs: 0 }, statuses: { send: true } });
  const stored = 'select state, provider_message_id as id from campaign_recipient where campaign_id = $1';
  expect(await world.rows(stored, [id])).toEqual([{ state: 'sent', id: null }]);
});

test('a customer erased before the provider says that they want no offers -> kept for whoever comes with their number', async () => {
  const { ana } = world.people;
  await world.emulator.patchPolicy({ statuses: { send: false } });
  const [written, other] = [await world.group(1), await world.group(1)];
  const campaign = await world.start({ group_id: written.id });
  await world.until(campaign, 'finished');
  await world.emulator.patchPolicy({ statuses: { send: true } });
  const said = async (phone = '') => {
    const { id } = (await world.call(ana, newCustomer, { name: 'Nova', phone_number: phone })).newCustomer.customer;
    const columns = 'whatsapp_consent, sms_consent, declined_marketing_at is not null as declined';
    const [row] = await world.rows(`select ${columns} from customer where id = $1`, [id]);
    return row;
  };
  for (const {
    phones: [phone = ''],
    customers: [id = ''],
  } of [written, other]) {
    await world.call(ana, eraseCustomer, { id, phone_number: phone });
    const status = {
      id: `wamid.${id}`,
      status: 'failed',
      biz_opaque_callback_data: `campaign:${campaign}:${id}:1`,
      errors: [{ code: id === written.customers[0] ? 131050 : 131026, title: 'x' }],
    };
    expect(await world.webhook(statusBody('vendas', { ...status, recipient_id: phone }))).toBe(200);
  }
  expect(await said(written.phones[0])).toEqual({ whatsapp_consent: 'revoked', sms_consent: null, declined: true });
  expect(await said(other.phones[0])).toEqual({ whatsapp_consent: null, sms_consent: null, declined: false });
});

test('a customer erased while the provider’s word that they want no offers is queued -> kept, too', async () => {
  const { ana } = world.people;
  const {
    phones: [phone = ''],
    customers: [id = ''],
  } = await world.group(1);
  await breakInserts(world.rows, 'parked_status', 'true');
  const status = { id: 'wamid.queued', status: 'failed', errors: [{ code: 131050, title: 'x' }], recipient_id: phone };
  expect(await world.webhook(statusBody('vendas', status))).toBe(200);
  expect(await world.rows(`select from inbound_waiting where body like '%wamid.queued%'`)).toHaveLength(1);
  await world.call(ana, eraseCustomer, { id, phone_number: phone });
  await mendInserts(world.rows, 'parked_status');
  expect(await world.rows(`select from inbound_waiting where body like '%wamid.queued%'`)).toHaveLength(0);
  const again = (await world.call(ana, newCustomer, { name: 'Nova', phone_number: phone })).newCustomer.customer;
  expect(await world.rows('select whatsapp_consent as said from customer where id = $1', [again.id])).toEqual([
    { said: 'revoked' },
  ]);
});

describe('corrected while their recipients wait', () => {
  /** A campaign to a new group that was paused at its first message. */
  async function paused(count: number, message: Partial<Parameters<CampaignWorld['start']>[0]> = {}) {
    const group = await world.group(count);
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131042 } });
    const campaign = await world.start({ group_id: group.id, ...message });
    await world.until(campaign, 'paused');
    await world.emulator.patchPolicy({ sends: { mode: 'accept' } });
    return { ...group, campaign };
  }

  const correct = (id = '', card: { name: string; phone_number?: string; timezone?: string }) =>
    world.call(world.people.ana, updateCustomer, { id, ...card });
  const rowsOf = (campaign: string) =>
    world.rows<{ address: string; zone: string; params: Record<string, string>; state: string }>(
      'select address, zone, params, state from campaign_recipient where campaign_id = $1 order by customer_id',
      [campaign],
    );
  const zonesOf = async (campaign: string) =>
    (await world.rows<{ zones: string[] }>('select zones from campaign where id = $1', [campaign]))[0]?.zones;
  const finish = async (id: string) => {
    await world.rows('update campaign_recipient set next_attempt_at = now() where campaign_id = $1', [id]);
    await world.call(world.people.ana, resumeCampaign, { id });
    await world.until(id, 'finished');
  };

  test('a number -> address, zone and values are anew, of their part; whoever was tried at the wrong one is left out', async () => {
    const [name, text] = VARIABLES ?? [];
    if (name === undefined || text === undefined) throw new Error('no variables');
    const number = { key: text.key, source: 'number' as const, fallback: '-' };
    const parts = {
      batches: [50, 50],
      part_messages: [{ batch: 2, template_id: world.templateId, variables: [name, number] }],
    };
    const { campaign, customers, phones } = await paused(6, parts);
    const waiting = await world.rows<{ id: string; at: number; batch: number }>(
      `select customer_id as id, batch, row_number() over (order by customer_id)::integer - 1 as at
       from campaign_recipient where campaign_id = $1 and attempts = 0`,
      [campaign],
    );
    const [tried] = await world.rows<{ id: string }>(
      'select customer_id as id from campaign_recipient where campaign_id = $1 and attempts > 0',
      [campaign],
    );
    const first = waiting.find(({ batch }) => batch === 1)?.id;
    const second = waiting.find(({ batch }) => batch === 2)?.id;
    await correct(tried?.id, { name: 'Rita', phone_number: '5511971990001' });
    await correct(first, { name: 'Rosa Sá', phone_number: '5592971990002' });
    await correct(second, { name: 'Rute Sá', phone_number: '5511971990003' });
    const rows = new Map((await rowsOf(campaign)).map((row, at) => [customers[at], row]));
    expect(rows.get(tried?.id)?.address).toBe(phones[customers.indexOf(tried?.id ?? '')]);
    expect(rows.get(first)).toMatchObject({
      address: '5592971990002',
      zone: 'America/Manaus',
      params: { [name.key]: 'Rosa', [text.key]: 'Ana' },
    });
    expect(rows.get(second)).toMatchObject({
      address: '5511971990003',
      zone: 'America/Sao_Paulo',
      params: { [name.key]: 'Rute', [text.key]: '5511971990003' },
    });
    await finish(campaign);
    const right = ['5511971990001', '5592971990002', '5511971990003'];
    expect(await world.ledger(right)).toEqual([0, 1, 1]);
    const wrong = [tried?.id, first, second].map((id) => phones[customers.indexOf(id ?? '')] ?? '');
    expect(await world.ledger(wrong)).toEqual([0, 0, 0]);
    expect((await world.details(campaign)).skipped).toEqual([{ reason: 'number_changed', count: 1 }]);
  });

  test('a time zone, on the card, by a file and its undoing, by a merge -> theirs, and one of the campaign’s', async () => {
    const { campaign, customers, phones } = await paused(3);
    const zones = async () => (await rowsOf(campaign)).map(({ zone }) => zone);
    await correct(customers[0], { name: 'Um', timezone: 'Asia/Tokyo' });
    const file = await imports.done('fusos.csv', `Telefone;Fuso horário\n${phones[1]};Europe/Lisbon\n`);
    expect(file.changed).toBe(1);
    expect(await zones()).toEqual(['Asia/Tokyo', 'Europe/Lisbon', 'America/Sao_Paulo']);
    expect(await zonesOf(campaign)).toEqual(expect.arrayContaining(['Asia/Tokyo', 'Europe/Lisbon']));
    await correct(customers[0], { name: 'Um', timezone: '' });
    await world.call(world.people.ana, undoCustomerImport, { id: file.id });
    await imports.until(file.id, 'undone');
    expect(await zones()).toEqual(['America/Sao_Paulo', 'America/Sao_Paulo', 'America/Sao_Paulo']);
    const twin = await world.group(1);
    await world.rows(`update customer set timezone = 'America/Noronha' where id = $1`, twin.customers);
    const pair = { id: customers[2] ?? '', other_id: twin.customers[0] ?? '' };
    await world.call(world.people.ana, mergeCustomers, pair);
    expect((await zones())[2]).toBe('America/Noronha');
    await finish(campaign);
    expect(await world.ledger(phones)).toEqual([1, 1, 1]);
    // Who has got it stays as they got it.
    await correct(customers[0], { name: 'Um', timezone: 'Asia/Tokyo' });
    expect((await zones())[0]).toBe('America/Sao_Paulo');
  });

  test('by a file that waits for its group, as for a merge -> it doesn’t hold the campaign meanwhile', async () => {
    const { campaign, phones } = await paused(1);
    const { id } = await imports.checked('fusos-grupo.csv', `Telefone;Fuso horário\n${phones[0]};Asia/Tokyo\n`);
    await withTenant(world.server.db, world.tenantId, async (tx) => {
      await sql`lock table customer_group_member in share mode`.execute(tx);
      await imports.begin(id, { as_group: true, on_existing: 'overwrite' });
      const waiting = () =>
        world.rows(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%customer_group_member%'`);
      await expectEventually(waiting).toHaveLength(1);
      // Fails at once if somebody has it.
      await sql`select from campaign where id = ${campaign} for no key update nowait`.execute(tx);
    });
    await imports.until(id, 'done');
    expect((await rowsOf(campaign)).map(({ zone }) => zone)).toEqual(['Asia/Tokyo']);
  });
});
