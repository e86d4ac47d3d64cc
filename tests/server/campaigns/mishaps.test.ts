import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { audienceCount, audienceWhy, deleteAudience, newAudience } from '../../../contract/graphql/audiences.ts';
import {
  campaignDryRun,
  cancelCampaign,
  resumeCampaign,
  retryCampaign,
  startCampaign,
} from '../../../contract/graphql/campaigns.ts';
import { deleteCustomerGroup, newCustomerGroup } from '../../../contract/graphql/customer-groups.ts';
import { paginatedCustomers } from '../../../contract/graphql/paginated-customers.ts';
import { updateCustomer } from '../../../contract/graphql/update-customer.ts';
import { mergeCustomers } from '../../../contract/graphql/merge-customers.ts';
import { withTenant } from '../../../server/db/database.ts';
import { fieldsOf, refusalOf, statusBody } from '../../support/attendance.ts';
import { fillDueGroups } from '../../../server/domain/customer-groups/fill-group.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { startCampaigning } from './campaign-world.ts';
import type { CampaignWorld } from './campaign-world.ts';

let world: CampaignWorld;
beforeAll(async () => {
  world = await startCampaigning();
});
afterAll(() => world.stop());

/** A campaign to a new group that was paused before anybody got it. */
async function paused(count: number) {
  const group = await world.group(count);
  await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131042 } });
  const id = await world.start({ group_id: group.id });
  await world.until(id, 'paused');
  await world.emulator.patchPolicy({ sends: { mode: 'accept' } });
  return { ...group, campaign: id };
}

/** A campaign to a new group that reached everybody, whose statuses didn't come. */
async function sent(count: number) {
  const group = await world.group(count);
  await world.emulator.patchPolicy({ statuses: { send: false } });
  const id = await world.start({ group_id: group.id });
  // The probe is waited for.
  await expectEventually(async () => (await world.details(id)).campaign.counts.sent).toBe(1);
  const [probe] = await world.rows<{ callback: string }>(
    `select callback_of(campaign_id, customer_id, attempts) as callback from campaign_recipient
     where campaign_id = $1 and state = 'sent'`,
    [id],
  );
  if (count > 1) await status(probe?.callback ?? '', 'delivered');
  await world.until(id, 'finished');
  await world.emulator.patchPolicy({ statuses: { send: true } });
  return { ...group, campaign: id };
}

async function status(callback: string, name: string, code?: number, pricing?: object) {
  const errors = code === undefined ? {} : { errors: [{ code, title: 'x' }] };
  const body = statusBody('vendas', {
    id: `wamid.${callback}`,
    status: name,
    biz_opaque_callback_data: callback,
    ...(pricing && { pricing }),
    ...errors,
  });
  expect(await world.webhook(body)).toBe(200);
}

const rowOf = async (campaign: string, customer = '') => {
  const [row] = await world.rows<{ state: string; attempts: number }>(
    'select state, attempts from campaign_recipient where campaign_id = $1 and customer_id = $2',
    [campaign, customer],
  );
  return row;
};

test('what is under way of another campaign counts for the limit of a week', async () => {
  const group = await sent(1);
  await world.rows(
    `update campaign_recipient set state = 'uncertain', sent_at = null, next_attempt_at = now() + interval '1 day'
     where campaign_id = $1`,
    [group.campaign],
  );
  const next = await world.start({ group_id: group.id, weekly_limit: 1 });
  await world.until(next, 'finished');
  expect((await world.details(next)).skipped).toEqual([{ reason: 'weekly_limit', count: 1 }]);
  expect(await world.ledger(group.phones)).toEqual([1]);
});

describe('asked by the provider to send once more after a day', () => {
  test('a finished campaign goes on', async () => {
    const { campaign, customers, phones } = await sent(1);
    await status(`campaign:${campaign}:${customers[0]}:1`, 'failed', 131049);
    expect((await world.details(campaign)).campaign).toMatchObject({ status: 'running', counts: { pending: 1 } });
    await world.rows('update campaign_recipient set next_attempt_at = now() where campaign_id = $1', [campaign]);
    await world.until(campaign, 'finished');
    expect(await world.ledger(phones)).toEqual([2]);
  });

  test('of a cancelled one it has failed', async () => {
    const { campaign, customers } = await sent(1);
    await world.rows(`update campaign set status = 'cancelled' where id = $1`, [campaign]);
    await status(`campaign:${campaign}:${customers[0]}:1`, 'failed', 131049);
    expect((await world.details(campaign)).campaign).toMatchObject({ status: 'cancelled', counts: { failed: 1 } });
  });
});

describe('two who are merged', () => {
  test('keep what one of them got, not what failed', async () => {
    const { campaign, customers } = await sent(2);
    const [failed = '', got = ''] = customers;
    await world.rows(
      `update campaign_recipient set state = 'failed', error_code = '131026' where campaign_id = $1 and customer_id = $2`,
      [campaign, failed],
    );
    const { state } = (await rowOf(campaign, got)) ?? {};
    await world.call(world.people.ana, mergeCustomers, { id: failed, other_id: got });
    expect((await rowOf(campaign, failed))?.state).toBe(state);
  });

  test('what the provider says of either afterwards is counted: read, its price, a late failure', async () => {
    const { campaign, customers } = await sent(2);
    const [one = '', other = ''] = customers;
    await world.rows("update campaign_recipient set state = 'sent' where campaign_id = $1", [campaign]);
    const merge = (id: string, other_id: string) => world.call(world.people.ana, mergeCustomers, { id, other_id });
    const [first = '', second = '', third = ''] = (await world.group(3)).customers;
    await merge(first, one);
    await merge(second, first);
    await status(`campaign:${campaign}:${one}:1`, 'read', undefined, { billable: true, category: 'marketing' });
    expect(await rowOf(campaign, second)).toMatchObject({ state: 'read' });
    await merge(third, other);
    await status(`campaign:${campaign}:${other}:1`, 'failed', 131050);
    const costs = expect.arrayContaining([expect.objectContaining({ category: 'marketing', messages: 1 })]);
    const counts = { sent: 0, read: 1, failed: 1 };
    expect(await world.details(campaign)).toMatchObject({ campaign: { counts }, costs });
    const consent = await world.rows('select whatsapp_consent as said from customer where id = $1', [third]);
    expect(consent).toEqual([{ said: 'revoked' }]);
  });

  test('not while a campaign’s message to one of them is under way', async () => {
    const { campaign, customers } = await sent(2);
    const [one = '', other = ''] = customers;
    await world.rows(
      `update campaign_recipient set state = 'uncertain', next_attempt_at = now() + interval '1 day'
       where campaign_id = $1 and customer_id = $2`,
      [campaign, other],
    );
    const merging = world.call(world.people.ana, mergeCustomers, { id: one, other_id: other });
    expect(await refusalOf(merging)).toBe('CONFLICT error.merge.sending');
  });
});

test('a campaign that can’t be claimed from doesn’t hold up the others', async () => {
  const [one, other] = [await world.group(1), await world.group(2)];
  const { id: broken } = await world.draft({ group_id: one.id });
  await world.rows(`
    create function refuse_claims() returns trigger language plpgsql as
      $$ begin if new.campaign_id = ${broken} and new.state = 'sending' then raise 'refused'; end if; return new; end $$`);
  await world.rows(
    'create trigger refused before update on campaign_recipient for each row execute function refuse_claims()',
  );
  await world.rows(
    `update campaign set content = (select content from campaign where content is not null limit 1),
    status = 'scheduled', starts_at = now() where id = $1`,
    [broken],
  );
  await world.until(broken, 'probing');
  await world.until(await world.start({ group_id: other.id }), 'finished');
  expect(await world.ledger([...one.phones, ...other.phones])).toEqual([0, 1, 1]);
  await world.rows('drop trigger refused on campaign_recipient');
  await world.until(broken, 'finished');
  expect(await world.ledger(one.phones)).toEqual([1]);
});

test('many who are left out at their turn are so in several transactions', async () => {
  const { campaign, customers } = await paused(70);
  await world.rows('update customer set is_blacklisted = true where id = any($1::bigint[])', [customers]);
  await world.call(world.people.ana, resumeCampaign, { id: campaign });
  await world.until(campaign, 'finished');
  const transactions = await world.rows<{ count: number }>(
    `select count(*)::integer as count from campaign_recipient where campaign_id = $1 and skip_reason = 'blocked'
     group by xmin::text order by count desc`,
    [campaign],
  );
  expect(transactions.map(({ count }) => count)).toEqual([50, 20]);
});

test('a send whose recipient is being changed -> settled once it is free, and sent once', async () => {
  const { id: group_id, phones } = await world.group(1);
  await world.emulator.patchPolicy({ sends: { mode: 'accept', delayMs: 300 }, statuses: { send: false } });
  const id = await world.start({ group_id });
  const counts = async () => (await world.details(id)).campaign.counts;
  await expectEventually(counts).toMatchObject({ sending: 1 });
  await withTenant(world.server.db, world.tenantId, async (tx) => {
    await sql`select from campaign_recipient where campaign_id = ${id} for update`.execute(tx);
    const waiting = () =>
      world.rows(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
    await expectEventually(waiting).toHaveLength(1);
  });
  await world.emulator.patchPolicy({ sends: { delayMs: 0 }, statuses: { send: true } });
  expect(await world.until(id, 'finished')).toMatchObject({ counts: { sent: 1 } });
  expect(await world.ledger(phones)).toEqual([1]);
});

test('a status while another change of the company is being stored -> counted without waiting for it', async () => {
  const { campaign, customers } = await sent(1);
  const [customer = ''] = customers;
  await withTenant(world.server.db, world.tenantId, async (tx) => {
    await sql`select from tenant where id = ${world.tenantId} for no key update`.execute(tx);
    await status(`campaign:${campaign}:${customer}:1`, 'delivered');
    expect(await rowOf(campaign, customer)).toMatchObject({ state: 'delivered' });
  });
});

test('a status after the customer has answered -> the message in the ticket rises, too', async () => {
  const { campaign, customers, phones } = await sent(1);
  const [customer = ''] = customers;
  const callback = `campaign:${campaign}:${customer}:1`;
  const { ana } = world.people;
  await world.write({ from: phones[0] ?? '', text: 'Quero!' });
  const ticket = await world.ticketOf(ana, phones[0] ?? '');
  if (ticket === undefined) throw new Error('no ticket');
  const [{ whatsapp_message_id: id } = { whatsapp_message_id: '' }] = await world.rows<{ whatsapp_message_id: string }>(
    'select whatsapp_message_id from message where ticket_id = $1 order by id limit 1',
    [ticket.id],
  );
  expect(await world.webhook(statusBody('vendas', { id, status: 'read', biz_opaque_callback_data: callback }))).toBe(
    200,
  );
  const [read] = await world.chat(ana, ticket);
  expect([read?.ack, (await rowOf(campaign, customer))?.state]).toEqual([3, 'read']);
});

test('sent again to those it failed for, even after the click before was lost halfway', async () => {
  const { campaign, phones } = await sent(2);
  await world.rows(`update campaign_recipient set state = 'pending', next_attempt_at = now() where campaign_id = $1`, [
    campaign,
  ]);
  await world.call(world.people.ana, retryCampaign, { id: campaign });
  await world.until(campaign, 'finished');
  expect(await world.ledger(phones)).toEqual([2, 2]);
});

test('a number corrected meanwhile, or after it failed -> nothing to the wrong one, and the table says why', async () => {
  const { campaign, customers, phones } = await paused(3);
  await world.rows(
    `update campaign_recipient set state = 'failed', error_code = 131026 where campaign_id = $1 and customer_id = $2`,
    [campaign, customers[1]],
  );
  for (const [place, right] of [
    [0, '5511972990001'],
    [1, '5511972990002'],
  ] as const) {
    await world.call(world.people.ana, updateCustomer, {
      id: customers[place] ?? '',
      name: 'Rita',
      phone_number: right,
    });
  }
  await world.call(world.people.ana, resumeCampaign, { id: campaign });
  await world.until(campaign, 'finished');
  await world.call(world.people.ana, retryCampaign, { id: campaign });
  await expectEventually(async () => (await rowOf(campaign, customers[1]))?.state).toBe('skipped');
  await world.until(campaign, 'finished');
  const states = await world.rows(
    'select state, skip_reason from campaign_recipient where campaign_id = $1 order by customer_id',
    [campaign],
  );
  const left = { state: 'skipped', skip_reason: 'number_changed' };
  expect(states.slice(0, 2)).toEqual([left, left]);
  expect(await world.ledger([...phones, '5511972990001', '5511972990002'])).toEqual([0, 0, 1, 0, 0]);
});

test('what is left of a number that was switched off is waited for', async () => {
  const { campaign, customers, phones } = await paused(2);
  const { suporte, vendas } = world.instances;
  await world.rows('update campaign set instance_ids = $2::bigint[] where id = $1', [
    campaign,
    `{${vendas},${suporte}}`,
  ]);
  await world.rows('update campaign_recipient set instance_id = $3 where campaign_id = $1 and customer_id = $2', [
    campaign,
    customers[1],
    suporte,
  ]);
  await world.rows('insert into number_pace (tenant_id, instance_id) values ($1, $2)', [world.tenantId, suporte]);
  await world.rows('update instance set activated = false where id = $1', [suporte]);
  await world.call(world.people.ana, resumeCampaign, { id: campaign });
  expect(await world.until(campaign, 'waiting')).toMatchObject({ reason: 'number', counts: { pending: 1 } });
  await world.rows('update instance set activated = true where id = $1', [suporte]);
  await world.until(campaign, 'finished');
  expect(await world.ledger(phones)).toEqual([1, 1]);
});

describe('whom a campaign is for', () => {
  const later = () => new Date(Date.now() + 3_600_000).toISOString();

  test('a deleted group -> selects nobody: no dry run, audience or list; neither saved nor started', async () => {
    const { ana } = world.people;
    const group = await world.group(2);
    const tree = JSON.stringify({ all: [{ field: 'group', op: 'in', value: [group.id] }] });
    const { id } = await world.draft({ group_id: group.id });
    const selected = async () => [
      (await world.call(ana, campaignDryRun, { id })).campaignDryRun.total,
      (await world.call(ana, audienceCount, { tree })).audienceCount.total,
      (await world.call(ana, paginatedCustomers, { group_id: group.id })).paginatedCustomers.total_items,
    ];
    const why = async () =>
      (await world.call(ana, audienceWhy, { tree, customer_id: group.customers[0] ?? '' })).audienceWhy[1];
    expect(await selected()).toEqual([2, 2, 2]);
    expect(await why()).toMatchObject({ holds: true, values: [expect.stringContaining('Grupo')] });
    await world.call(ana, deleteCustomerGroup, { id: group.id });
    expect(await selected()).toEqual([0, 0, 0]);
    expect(await why()).toMatchObject({ holds: false, values: [] });
    const gone = { group_id: 'error.campaign.targetGone' };
    expect(await fieldsOf(world.call(ana, startCampaign, { id }))).toEqual(gone);
    expect(await fieldsOf(world.draft({ group_id: group.id }))).toEqual(gone);
  });

  test('stays while a scheduled campaign needs it; an audience that went before is refused', async () => {
    const { ana } = world.people;
    const group = await world.group(1);
    const tree = JSON.stringify({ all: [{ field: 'group', op: 'in', value: [group.id] }] });
    const { newAudience: audience } = await world.call(ana, newAudience, { name: 'Fica', tree });
    const ofGroup = await world.start({ group_id: group.id, starts_at: later() });
    const ofAudience = await world.start({ group_id: null, audience_id: audience.id, starts_at: later() });
    const draft = await world.draft({ group_id: null, audience_id: audience.id });
    const inUse = 'CONFLICT error.campaign.targetInUse';
    expect(await refusalOf(world.call(ana, deleteCustomerGroup, { id: group.id }))).toBe(inUse);
    expect(await refusalOf(world.call(ana, deleteAudience, { id: audience.id }))).toBe(inUse);
    for (const id of [ofGroup, ofAudience]) {
      await world.call(ana, cancelCampaign, { id });
      expect(await world.until(id, 'cancelled')).toMatchObject({ reason: null });
    }
    const named = 'CONFLICT error.customerGroup.inAudience';
    expect(await refusalOf(world.call(ana, deleteCustomerGroup, { id: group.id }))).toBe(named);
    await world.call(ana, deleteAudience, { id: audience.id });
    await world.call(ana, deleteCustomerGroup, { id: group.id });
    expect(await fieldsOf(world.call(ana, startCampaign, { id: draft.id }))).toEqual({
      audience_id: 'error.campaign.targetGone',
    });
  });

  test('a group that an audience feeds -> as the audience is when the campaign begins', async () => {
    const { ana } = world.people;
    const group = await world.group(2);
    const [early = '', late = ''] = group.customers;
    const named = (id: string) => world.rows(`update customer set name = 'Fresquinha' where id = $1`, [id]);
    await named(early);
    const tree = JSON.stringify({ all: [{ field: 'name', op: 'has', value: 'fresquinha' }] });
    const { newAudience: audience } = await world.call(ana, newAudience, { name: 'Frescas', tree });
    const form = { name: 'Frescas', audience_id: audience.id };
    const { newCustomerGroup: fed } = await world.call(ana, newCustomerGroup, form);
    await expectEventually(async () =>
      world.rows('select member_count as count, fill_wanted_at as wanted from customer_group where id = $1', [fed.id]),
    ).toEqual([{ count: 1, wanted: null }]);
    await named(late);
    const id = await world.start({ group_id: fed.id });
    await world.until(id, 'finished');
    expect(await world.ledger(group.phones)).toEqual([1, 1]);
  });

  test('an audience that leaves out a group that can’t be filled -> it waits, says so, and reaches none of them', async () => {
    const { ana } = world.people;
    const group = await world.group(2);
    await world.rows(`update customer set name = 'Recusante' where id = $1`, [group.customers[0]]);
    const tree = JSON.stringify({ all: [{ field: 'name', op: 'has', value: 'recusante' }] });
    const { newAudience: fedBy } = await world.call(ana, newAudience, { name: 'Recusantes', tree });
    const { newCustomerGroup: fed } = await world.call(ana, newCustomerGroup, { name: 'Recusantes' });
    const inGroup = (id: string) => ({ field: 'group', op: 'in', value: [id] });
    const others = JSON.stringify({ all: [inGroup(group.id), { not: [inGroup(fed.id)] }] });
    const { newAudience: audience } = await world.call(ana, newAudience, { name: 'Os outros', tree: others });
    const setTree = (text: string) => world.rows('update audience set tree = $2 where id = $1', [fedBy.id, text]);
    await setTree('{"field": "nothing"}');
    const feed = 'update customer_group set audience_id = $2, fill_wanted_at = now() where id = $1';
    await world.rows(feed, [fed.id, fedBy.id]);
    const id = await world.start({ group_id: null, audience_id: audience.id });
    await expectEventually(async () => (await world.details(id)).campaign).toMatchObject({
      status: 'scheduled',
      reason: 'groupFailing',
    });
    await setTree(tree);
    await fillDueGroups(world.server.services);
    expect(await world.until(id, 'finished')).toMatchObject({ reason: null });
    expect(await world.ledger(group.phones)).toEqual([0, 1]);
  });

  test('an audience that names a deleted group -> neither saved, nor started: it left people out by that', async () => {
    const { ana } = world.people;
    const group = await world.group(1);
    const tree = JSON.stringify({ all: [{ not: [{ field: 'group', op: 'in', value: [group.id] }] }] });
    const { newAudience: audience } = await world.call(ana, newAudience, { name: 'Sem eles', tree });
    const draft = await world.draft({ group_id: null, audience_id: audience.id });
    await world.rows('update customer_group set deleted_at = now() where id = $1', [group.id]);
    expect(await fieldsOf(world.call(ana, startCampaign, { id: draft.id }))).toEqual({
      audience_id: 'error.campaign.targetUnsound',
    });
    expect(await fieldsOf(world.call(ana, newAudience, { name: 'Sem eles também', tree }))).toEqual({
      tree: 'error.audience.groupGone',
    });
    await world.call(ana, deleteAudience, { id: audience.id });
  });

  test('a group that went with its file -> the campaign is cancelled as it begins, and says why', async () => {
    const group = await world.group(2);
    const id = await world.start({ group_id: group.id, starts_at: later() });
    await world.rows('update customer_group set deleted_at = now() where id = $1', [group.id]);
    await world.rows('update campaign set starts_at = now() where id = $1', [id]);
    const { counts, reason } = await world.until(id, 'cancelled');
    expect([counts.total, reason]).toEqual([0, 'target']);
    expect(await world.ledger(group.phones)).toEqual([0, 0]);
  });
});

test('a campaign tells its counts once a second at most, however many messages go out', async () => {
  const group = await world.group(40);
  await world.pace(20);
  const socket = await world.socket(world.people.ana);
  const since = performance.now();
  const id = await world.start({ group_id: group.id });
  await socket.frame(
    'CampaignUpdated',
    ({ data: { campaign } }) => campaign.id === id && campaign.status === 'finished' && campaign.counts?.read === 40,
  );
  const told = socket.frames.flatMap((frame) =>
    frame.event === 'CampaignUpdated' && frame.data.campaign.id === id ? [frame.data.campaign.status] : [],
  );
  const ofCounts = told.filter((status, at) => status === told[at - 1]);
  expect(ofCounts.length).toBeLessThanOrEqual((performance.now() - since) / 1_000 + 1);
  await world.pace(80);
});
