import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CampaignForm } from '../../../contract/entities/campaign.ts';
import {
  campaignDryRun,
  campaigns,
  cancelCampaign,
  newCampaign,
  resumeCampaign,
  retryCampaign,
  startCampaign,
  testCampaign,
  updateCampaign,
} from '../../../contract/graphql/campaigns.ts';
import { setMessageRate } from '../../../contract/graphql/message-rates.ts';
import { createInstance } from '../../../contract/rest/instances.ts';
import { HOOK_HEADER, hookSecret } from '../../../server/channels/sms/zenvia/secret.ts';
import { withTenant } from '../../../server/db/database.ts';
import { smsErrorKeys } from '../../../server/channels/sms/errors.ts';
import { reactionTo } from '../../../server/domain/campaigns/reactions.ts';
import { fieldsOf, refusalOf } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { askRest } from '../../support/rest-calls.ts';
import { addSmsInstance, hookOf, NUMBERS_WITH_SMS, SMS_SENDERS } from '../../support/sms.ts';
import { startCampaigning } from './campaign-world.ts';
import type { CampaignWorld } from './campaign-world.ts';

const PROVIDERS = ['twilio', 'zenvia'] as const;

let world: CampaignWorld;
let ids: Record<(typeof PROVIDERS)[number], string>;
beforeAll(async () => {
  world = await startCampaigning({ emulator: { numbers: NUMBERS_WITH_SMS } });
  const [twilio, zenvia] = [await addSmsInstance(world, 'twilio'), await addSmsInstance(world, 'zenvia')];
  ids = { twilio: twilio.id, zenvia: zenvia.id };
});
afterAll(() => world.stop());
beforeEach(() =>
  world.emulator.patchPolicy({ sends: { mode: 'accept', times: null }, statuses: { failWith: null, send: true } }),
);

/** A text with the customer's first name, by Twilio. */
const text = (more: Partial<CampaignForm> = {}) => ({
  instance_ids: [ids.twilio],
  template_id: null,
  message: 'Oi, {{nome}}! Sua loja abriu.',
  variables: [{ key: 'body.nome', source: 'first_name' as const, fallback: 'cliente' }],
  ...more,
});
const states = async (id: string) => (await world.recipients(id)).map(({ state }) => state).toSorted();
const errors = async (id: string) =>
  (await world.recipients(id)).map(({ state, error_key: key }) => [state, key] as const);
const consents = (customers: readonly string[]) =>
  world.rows('select sms_consent as sms, whatsapp_consent as whatsapp from customer where id = any($1::bigint[])', [
    customers,
  ]);

describe.each(PROVIDERS)('%s', (provider) => {
  test('who is written to gets it once; it is delivered; an answer opens a ticket with the text and is counted', async () => {
    const group = await world.group(3);
    await world.rows("update customer set name = 'João Sá' where id = $1", [group.customers[0]]);
    const id = await world.start({ group_id: group.id, ...text({ instance_ids: [ids[provider]] }) });
    expect(await world.until(id, 'finished')).toMatchObject({ channel: 'sms', counts: { total: 3 } });
    await expectEventually(() => states(id)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(await world.ledger(group.phones)).toEqual([1, 1, 1]);
    const [phone = ''] = group.phones;
    expect((await world.emulator.received(phone)).map((each) => each.text)).toEqual(['Oi, João! Sua loja abriu.']);
    await world.emulator.write(SMS_SENDERS[provider].sender, phone, 'Que bom!');
    const { bruno } = world.people;
    const ticket = () => world.ticketOf(bruno, phone);
    await expectEventually(async () => (await ticket())?.customerLastChat?.message).toBe('Que bom!');
    const opened = await ticket();
    expect(opened).toMatchObject({ instance: { id: ids[provider] } });
    const said = opened === undefined ? [] : await world.chat(bruno, opened);
    expect(said.map(({ message, ack }) => [message, ack])).toEqual([
      ['Oi, João! Sua loja abriu.', 2],
      ['Que bom!', 0],
    ]);
    await expectEventually(async () => (await world.details(id)).campaign.counts.answered).toBe(1);
  });

  test('without an answer from the provider -> unconfirmed, and never sent again', async () => {
    const group = await world.group(2);
    await world.emulator.patchPolicy({ sends: { mode: 'drop', times: 1 } });
    const id = await world.start({ group_id: group.id, ...text({ instance_ids: [ids[provider]] }) });
    await expectEventually(async () => (await world.details(id)).campaign.counts.uncertain).toBe(1);
    await world.until(id, 'finished');
    expect((await world.ledger(group.phones)).toSorted((one, other) => one - other)).toEqual([0, 1]);
    expect((await world.recipients(id, 'failed')).map(({ error_code: code }) => code)).toEqual(['uncertain']);
    const retried = world.call(world.people.ana, retryCampaign, { id });
    expect(await refusalOf(retried)).toBe('CONFLICT error.campaign.nothingFailed');
  });

  test('taken, but the answer is lost -> its status says so', async () => {
    const group = await world.group(1);
    await world.emulator.patchPolicy({ sends: { mode: 'cut', times: 1 } });
    const id = await world.start({ group_id: group.id, ...text({ instance_ids: [ids[provider]] }) });
    await expectEventually(() => states(id)).toEqual(['delivered']);
    await world.until(id, 'finished');
    expect(await world.ledger(group.phones)).toEqual([1]);
  });

  test('not delivered -> failed, with the reason', async () => {
    const group = await world.group(1);
    await world.emulator.patchPolicy({ statuses: { failWith: 30_003 } });
    const id = await world.start({ group_id: group.id, ...text({ instance_ids: [ids[provider]] }) });
    await expectEventually(() => errors(id)).toEqual([['failed', 'channel.error.sms.phoneOff']]);
  });

  test('too many at once -> the number rests, and then they get it', async () => {
    const group = await world.group(2);
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: provider === 'twilio' ? 20_429 : 429 } });
    const id = await world.start({ group_id: group.id, ...text({ instance_ids: [ids[provider]] }) });
    const holds = () =>
      world.rows('select holds from number_pace where instance_id = $1 and holds > 0', [ids[provider]]);
    await expectEventually(async () => (await holds()).length).toBe(1);
    expect(await world.ledger(group.phones)).toEqual([0, 0]);
    await world.emulator.patchPolicy({ sends: { mode: 'accept' } });
    await world.rows('update number_pace set held_until = now()');
    await world.until(id, 'finished');
    expect(await world.ledger(group.phones)).toEqual([1, 1]);
  });

  test('the account’s token isn’t taken -> paused; resumed, they get it', async () => {
    const group = await world.group(2);
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: provider === 'twilio' ? 20_003 : 401 } });
    const id = await world.start({ group_id: group.id, ...text({ instance_ids: [ids[provider]] }) });
    expect(await world.until(id, 'paused')).toMatchObject({
      reason: 'channel.error.sms.token',
      counts: { pending: 2 },
    });
    await world.emulator.patchPolicy({ sends: { mode: 'accept' } });
    await world.call(world.people.ana, resumeCampaign, { id });
    await world.until(id, 'finished');
    expect(await world.ledger(group.phones)).toEqual([1, 1]);
  });
});

test('21610 -> opted out of SMS alone; the next campaign leaves them out, and they aren’t retried', async () => {
  const group = await world.group(2);
  await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 21_610 } });
  const id = await world.start({ group_id: group.id, ...text() });
  await world.until(id, 'finished');
  expect(await errors(id)).toEqual([
    ['failed', 'channel.error.sms.optedOut'],
    ['failed', 'channel.error.sms.optedOut'],
  ]);
  const gone = { sms: 'revoked', whatsapp: null };
  expect(await consents(group.customers)).toEqual([gone, gone]);
  const retried = world.call(world.people.ana, retryCampaign, { id });
  expect(await refusalOf(retried)).toBe('CONFLICT error.campaign.nothingFailed');
  await world.emulator.patchPolicy({ sends: { mode: 'accept' } });
  const next = await world.start({ group_id: group.id, ...text() });
  await world.until(next, 'finished');
  expect((await world.details(next)).skipped).toEqual([{ reason: 'opted_out', count: 2 }]);
  expect(await world.ledger(group.phones)).toEqual([0, 0]);
});

test('each channel by its own consents: by SMS, by WhatsApp, and only whoever consented', async () => {
  const { id: group_id, phones, customers } = await world.group(4);
  const [noSms, noWhatsApp, yes] = customers;
  await world.rows("update customer set sms_consent = 'revoked', whatsapp_consent = 'granted' where id = $1", [noSms]);
  await world.rows("update customer set whatsapp_consent = 'revoked', declined_marketing_at = now() where id = $1", [
    noWhatsApp,
  ]);
  await world.rows("update customer set sms_consent = 'granted' where id = $1", [yes]);
  const leftOut = async (id: string) => {
    await world.until(id, 'finished');
    return (await world.recipients(id, 'skipped')).map((each) => [each.customer.id, each.skip_reason]);
  };
  expect(await leftOut(await world.start({ group_id, ...text() }))).toEqual([[noSms, 'opted_out']]);
  expect(await world.ledger(phones)).toEqual([0, 1, 1, 1]);
  const strict = await world.start({ group_id, ...text({ requires_consent: true }) });
  expect(new Map((await leftOut(strict)) as [string, string][])).toEqual(
    new Map([
      [noSms, 'opted_out'],
      [noWhatsApp, 'no_consent'],
      [customers[3], 'no_consent'],
    ]),
  );
  expect(await leftOut(await world.start({ group_id }))).toEqual([[noWhatsApp, 'opted_out']]);
});

test('an answer SAIR by SMS -> the next by SMS leaves them out', async () => {
  const group = await world.group(1);
  const [phone = ''] = group.phones;
  await world.until(await world.start({ group_id: group.id, ...text() }), 'finished');
  await world.emulator.write(SMS_SENDERS.twilio.sender, phone, 'Sair');
  await expectEventually(() => consents(group.customers)).toEqual([{ sms: 'revoked', whatsapp: null }]);
  const next = await world.start({ group_id: group.id, ...text({ skip_in_attendance: false }) });
  await world.until(next, 'finished');
  expect((await world.details(next)).skipped).toEqual([{ reason: 'opted_out', count: 1 }]);
});

test('instances of two channels, gateways, and all but texts -> refused by field; another company’s isn’t found', async () => {
  const { ana, bia } = world.people;
  const of = { tenantName: 'aurora', name: 'Gateway', provider: 'evolution' } as const;
  const gateway = await askRest(world.url, ana.token, createInstance, of);
  const make = (form: Partial<CampaignForm>) =>
    world.call(ana, newCampaign, { name: 'Por SMS', ...text(), group_id: null, ...form });
  const field = (form: Partial<CampaignForm>) => fieldsOf(make(form));
  const { vendas } = world.instances;
  expect(await field({ instance_ids: [ids.twilio, vendas] })).toEqual({ instance_ids: 'error.campaign.channels' });
  expect(await field({ instance_ids: [gateway.id] })).toEqual({ instance_ids: 'error.campaign.gateway' });
  expect(await field({ instance_ids: [ids.twilio, gateway.id] })).toEqual({ instance_ids: 'error.campaign.gateway' });
  expect(await field({ template_id: world.templateId })).toEqual({ template_id: 'error.campaign.smsText' });
  expect(await field({ file_id: '1' })).toEqual({ file_id: 'error.campaign.smsText' });
  expect(await field({ message: 'a'.repeat(1_521) })).toEqual({ message: 'error.field.tooLong' });
  const own = { batch: 2, message: 'a'.repeat(1_521) };
  expect(await field({ batches: [50, 50], part_messages: [own] })).toEqual({
    'part_messages.0.message': 'error.field.tooLong',
  });
  expect(await refusalOf(make({ instance_ids: [ids.twilio, world.instances.brisa] }))).toBe('NOT_FOUND error.notFound');
  const stolen = world.call(bia, newCampaign, { name: 'Minha', ...text({ variables: [], message: 'Oi' }) });
  expect(await refusalOf(stolen)).toBe('NOT_FOUND error.notFound');
});

test('a rehearsal counts by SMS, in the time that its number takes and at the company’s price; a test goes out', async () => {
  const { ana } = world.people;
  const group = await world.group(10);
  await world.rows("update customer set sms_consent = 'revoked' where id = $1", [group.customers[0]]);
  await world.rows("update customer set whatsapp_consent = 'revoked' where id = $1", [group.customers[1]]);
  // 75 characters that GSM hasn’t: two SMS.
  const message = `${'ã'.repeat(68)}{{nome}}`;
  const { id } = await world.draft({ group_id: group.id, ...text({ message }) });
  const rehearsed = async () => (await world.call(ana, campaignDryRun, { id })).campaignDryRun;
  expect(await rehearsed()).toMatchObject({
    reached: 9,
    left_out: [{ reason: 'opted_out', count: 1 }],
    room: null,
    seconds: 2,
    costs: [{ category: 'sms', messages: 18, amount: null }],
  });
  await world.call(ana, setMessageRate, {
    category: 'sms',
    prefix: '55',
    since: '2020-01-01',
    currency: 'BRL',
    amount: 0.1,
  });
  expect((await rehearsed()).costs).toEqual([
    { category: 'sms', currency: 'BRL', messages: 18, amount: expect.closeTo(1.8) },
  ]);
  // As long as GSM has all of it, two whose names it hasn’t make it more.
  const short = await world.draft({ group_id: group.id, ...text({ message: `${'a'.repeat(60)} {{nome}}` }) });
  await world.rows("update customer set name = 'João Silvério dos Anjos' where id = any($1::bigint[])", [
    group.customers.slice(2, 4),
  ]);
  const full = {
    id: short.id,
    version: short.version,
    name: short.name,
    group_id: group.id,
    ...text({ message: short.message }),
  };
  const variables = [{ key: 'body.nome', source: 'name' as const, fallback: 'cliente' }];
  await world.call(ana, updateCampaign, { ...full, variables });
  const { costs } = (await world.call(ana, campaignDryRun, { id: short.id })).campaignDryRun;
  expect(costs).toMatchObject([{ category: 'sms', messages: 11 }]);
  const to_number = '5511966660001';
  await world.call(ana, testCampaign, { id, instance_id: ids.twilio, to_number });
  await expectEventually(async () => (await world.emulator.received(to_number)).length).toBe(1);
  const out = { id, instance_id: ids.twilio, to_number: group.phones[0] ?? '' };
  expect(await refusalOf(world.call(ana, testCampaign, out))).toBe('CONFLICT error.campaign.testOptedOut');
});

test('sent -> it costs what the SMS that each took cost', async () => {
  const { ana } = world.people;
  await world.call(ana, setMessageRate, {
    category: 'sms',
    prefix: '',
    since: '2020-01-01',
    currency: 'BRL',
    amount: 0.1,
  });
  const group = await world.group(2);
  await world.rows('update customer set name = $2 where id = $1', [group.customers[0], 'ã'.repeat(70)]);
  const id = await world.start({ group_id: group.id, ...text({ weekly_limit: null }) });
  await world.until(id, 'finished');
  expect((await world.details(id)).costs).toEqual([
    { category: 'sms', currency: 'BRL', messages: 3, amount: expect.closeTo(0.3) },
  ]);
});

/** Tells that a message is delivered, by its own id alone. */
async function statusOfZenvia(messageId = ''): Promise<number> {
  const secret = hookSecret(`zenvia:${ids.zenvia}:${SMS_SENDERS.zenvia.sender}`, SMS_SENDERS.zenvia.token);
  const event = { type: 'MESSAGE_STATUS', channel: 'sms', messageId, messageStatus: { code: 'DELIVERED' } };
  const answer = await fetch(hookOf(world, 'zenvia', ids.zenvia), {
    method: 'POST',
    headers: { 'content-type': 'application/json', [HOOK_HEADER]: secret },
    body: JSON.stringify(event),
  });
  return answer.status;
}

test('a status of Zenvia’s that names its own id alone -> its recipient is found', async () => {
  const group = await world.group(1);
  await world.emulator.patchPolicy({ statuses: { send: false } });
  const id = await world.start({ group_id: group.id, ...text({ instance_ids: [ids.zenvia] }) });
  await world.until(id, 'finished');
  expect(await states(id)).toEqual(['sent']);
  const [sent] = await world.emulator.received(group.phones[0] ?? '');
  expect(await statusOfZenvia(sent?.id)).toBe(200);
  await expectEventually(() => states(id)).toEqual(['delivered']);
});

test('a status of Zenvia’s that names its own id alone, before the answer is stored -> counts all the same', async () => {
  const group = await world.group(1);
  const [phone = ''] = group.phones;
  await world.emulator.patchPolicy({ sends: { mode: 'accept', delayMs: 300 }, statuses: { send: false } });
  const id = await world.start({ group_id: group.id, ...text({ instance_ids: [ids.zenvia] }) });
  await expectEventually(() => states(id)).toEqual(['sending']);
  await withTenant(world.server.db, world.tenantId, async (tx) => {
    await sql`select from campaign_recipient where campaign_id = ${id} for update`.execute(tx);
    const waiting = () =>
      world.rows(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
    await expectEventually(waiting).toHaveLength(1);
    expect(await statusOfZenvia((await world.emulator.received(phone))[0]?.id)).toBe(200);
  });
  await world.emulator.patchPolicy({ sends: { delayMs: 0 } });
  await expectEventually(() => states(id)).toEqual(['delivered']);
});

test('cancelled before it began -> in the list; a draft that is given up isn’t', async () => {
  const { ana } = world.people;
  const { id: group_id } = await world.group(1);
  const [given, scheduled] = [await world.draft({ group_id, ...text() }), await world.draft({ group_id, ...text() })];
  await world.rows(`update campaign set starts_at = now() + interval '1 day' where id = $1`, [scheduled.id]);
  await world.call(ana, startCampaign, { id: scheduled.id });
  for (const { id } of [given, scheduled]) await world.call(ana, cancelCampaign, { id });
  await world.until(scheduled.id, 'cancelled');
  const { items } = (await world.call(ana, campaigns, { statuses: ['cancelled'], pagination_limit: 100 })).campaigns;
  const listed = new Set(items.map(({ id }) => id));
  expect([listed.has(given.id), listed.has(scheduled.id)]).toEqual([false, true]);
});

test('a version that knows WhatsApp alone neither starts nor tests a campaign by SMS, nor adds its recipients', async () => {
  const { id } = await world.draft({ group_id: (await world.group(1)).id, ...text() });
  const started = world.rows(`update campaign set status = 'scheduled', content = '{}' where id = $1`, [id]);
  await expect(started).rejects.toMatchObject({ code: '23514' });
  const tested = world.rows(
    `insert into campaign_test (tenant_id, campaign_id, instance_id, address, content, params, requested_by)
     values ($1, $2, $3, '5511971000000', '{}', '{}', $4)`,
    [world.tenantId, id, ids.twilio, world.people.ana.id],
  );
  await expect(tested).rejects.toThrow(/by versions that know of it/u);
  const added = world.rows(
    `insert into campaign_recipient (tenant_id, campaign_id, customer_id, address, instance_id, zone, state, next_attempt_at)
     select tenant_id, $1, id, phone_number, $2, 'America/Sao_Paulo', 'pending', now() from customer
     where tenant_id = $3 limit 1`,
    [id, ids.twilio, world.tenantId],
  );
  await expect(added).rejects.toThrow(/by versions that know of it/u);
});

test('what follows from each error of SMS', () => {
  const wanted: Readonly<Record<string, readonly string[]>> = {
    optOut: ['optedOut'],
    hold: ['rate'],
    later: ['unavailable'],
    pause: ['account', 'balance', 'sender', 'token', 'unknownSender'],
  };
  for (const key of smsErrorKeys) {
    const name = key.slice('channel.error.sms.'.length);
    const reaction = Object.keys(wanted).find((each) => wanted[each]?.includes(name)) ?? 'final';
    // An operator’s codes mean nothing of Meta’s.
    expect([key, reactionTo('sms', { code: 131_050, key })]).toEqual([key, reaction]);
  }
});
