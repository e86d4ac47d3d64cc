import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { campaignDryRun, cancelCampaign } from '../../../contract/graphql/campaigns.ts';
import { sendTemplate } from '../../../contract/graphql/send-template.ts';
import { testInstance } from '../../../contract/rest/instances.ts';
import { DAY_MS } from '../../../contract/facts/day-ms.ts';
import { WhatsAppChannel } from '../../../server/channels/whatsapp/whatsapp-channel.ts';
import { askAccounts } from '../../../server/domain/templates/accounts.ts';
import { probeInstances } from '../../../server/domain/instances/probe-instances.ts';
import { askRest } from '../../support/rest-calls.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { startCampaigning } from './campaign-world.ts';
import type { CampaignWorld } from './campaign-world.ts';

/* What each error code of the provider leads to, by its emulator: the recipient, the campaign and the number. */

let world: CampaignWorld;
beforeAll(async () => {
  world = await startCampaigning();
});
afterAll(() => world.stop());

type Row = { state: string; attempts: number; error_code: string | null; was_put_off: boolean; wait: number };

/** A campaign to two new customers, whose messages are all refused with the code. */
async function refused(code: number) {
  const group = await world.group(2);
  await world.emulator.patchPolicy({ sends: { mode: 'refuse', code } });
  const campaign = await world.start({ group_id: group.id });
  const rows = () =>
    world.rows<Row>(
      `select state, attempts, error_code, was_put_off,
         (extract(epoch from next_attempt_at - updated_at) * 1000)::float8 as wait
       from campaign_recipient where campaign_id = $1 order by attempts desc, customer_id`,
      [campaign],
    );
  return { ...group, campaign, rows, tried: () => expectEventually(async () => (await rows())[0]?.attempts).toBe(1) };
}

/** The provider takes messages again, and the number doesn't rest any longer. */
async function takeAgain(campaign: string) {
  await world.emulator.patchPolicy({ sends: { mode: 'accept' } });
  await world.rows('update number_pace set held_until = now()');
  await world.rows('update campaign_recipient set next_attempt_at = now() where campaign_id = $1', [campaign]);
}

const held = async () => {
  const [pace] = await world.rows<{ ms: number }>(
    `select (extract(epoch from held_until - now()) * 1000)::float8 as ms from number_pace where instance_id = $1`,
    [world.instances.vendas],
  );
  return pace?.ms ?? 0;
};

describe('refused with', () => {
  test.each([4, 80007, 130429, 131057])('%i: the number rests, and then they get it', async (code) => {
    const { campaign, phones, tried } = await refused(code);
    await tried();
    await expectEventually(held).toBeGreaterThan(0);
    expect(await world.ledger(phones)).toEqual([0, 0]);
    await takeAgain(campaign);
    await world.until(campaign, 'finished');
    expect(await world.ledger(phones)).toEqual([1, 1]);
  });

  test('131056: this one later, and the others go on', async () => {
    const { campaign, phones, rows, tried } = await refused(131056);
    await tried();
    await expectEventually(async () => (await rows())[0]?.state).toBe('pending');
    expect((await rows())[0]?.wait).toBeGreaterThan(3_000);
    await takeAgain(campaign);
    await world.until(campaign, 'finished');
    expect(await world.ledger(phones)).toEqual([1, 1]);
  });

  test('131056 for the fourth time: later once more; for the fifth: no more', async () => {
    const { campaign, rows } = await refused(131056);
    const stand = async () => (await rows()).map(({ state, attempts }) => `${state} ${attempts}`);
    await expectEventually(stand).toEqual(['pending 1', 'pending 1']);
    await world.rows('update campaign_recipient set attempts = 3, next_attempt_at = now() where campaign_id = $1', [
      campaign,
    ]);
    await expectEventually(stand).toEqual(['pending 4', 'pending 4']);
    await world.rows('update campaign_recipient set next_attempt_at = now() where campaign_id = $1', [campaign]);
    await world.until(campaign, 'finished');
    expect(await stand()).toEqual(['failed 5', 'failed 5']);
  });

  test('131049: this one once more after a day, and then no more', async () => {
    const { campaign, phones, rows } = await refused(131049);
    await expectEventually(async () => (await rows()).map((row) => [row.state, row.attempts, row.was_put_off])).toEqual(
      [
        ['pending', 1, true],
        ['pending', 1, true],
      ],
    );
    for (const { wait } of await rows()) expect(wait).toBeGreaterThan(DAY_MS - 60_000);
    await world.rows('update campaign_recipient set next_attempt_at = now() where campaign_id = $1', [campaign]);
    await world.until(campaign, 'finished');
    expect((await rows()).map((row) => [row.state, row.error_code, row.attempts])).toEqual([
      ['failed', '131049', 2],
      ['failed', '131049', 2],
    ]);
    expect(await world.ledger(phones)).toEqual([0, 0]);
  });

  test.each([
    [131048, 'channel.error.spamRate'],
    [368, 'channel.error.blockedForPolicy'],
    [131031, 'channel.error.accountLocked'],
    [131042, 'channel.error.payment'],
    [190, 'channel.error.token'],
    [132000, 'channel.error.templateParameters'],
    [132001, 'channel.error.templateGone'],
    [132012, 'channel.error.templateParameters'],
  ])('%i: the campaign is paused, for the reason %s', async (code, reason) => {
    const { campaign, phones, rows } = await refused(code);
    expect(await world.until(campaign, 'paused')).toMatchObject({ reason, counts: { pending: 2, failed: 0 } });
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 0]);
    await world.emulator.patchPolicy({ sends: { mode: 'accept' } });
    await world.call(world.people.ana, cancelCampaign, { id: campaign });
    await world.until(campaign, 'cancelled');
    expect(await world.ledger(phones)).toEqual([0, 0]);
  });

  test('132015: the campaign waits until a webhook unpauses its template, though none paused it', async () => {
    const [stored] = (await world.emulator.templates()).filter(({ name }) => name === 'retomar_atendimento');
    await world.emulator.patchPolicy({ sends: { mode: 'accept' }, webhooks: { hold: 'templates' } });
    await world.emulator.setTemplateStatus(stored?.id ?? '', 'PAUSED');
    const group = await world.group(2);
    const id = await world.start({ group_id: group.id });
    expect(await world.until(id, 'waiting')).toMatchObject({ reason: 'template' });
    // It is looked after every 50 ms, and another one goes by meanwhile.
    const other = await world.group(1);
    await world.open({ from: other.phones[0] ?? '' });
    const text = { template_id: null, message: 'Olá', variables: [], skip_in_attendance: false };
    await world.until(await world.start({ group_id: other.id, ...text }), 'finished');
    const attempts = () =>
      world.rows('select attempts from campaign_recipient where campaign_id = $1 order by attempts', [id]);
    expect(await attempts()).toEqual([{ attempts: 0 }, { attempts: 1 }]);
    await world.emulator.setTemplateStatus(stored?.id ?? '', 'APPROVED');
    // In the order in which they came about.
    await world.emulator.patchPolicy({ webhooks: { hold: 'none' } });
    await world.until(id, 'finished');
    expect(await world.ledger(group.phones)).toEqual([1, 1]);
  });

  test('131050: noted as an opt-out, and told to the screens', async () => {
    const socket = await world.socket(world.people.ana);
    const { campaign, customers, phones, rows } = await refused(131050);
    await world.until(campaign, 'finished');
    await socket.pong();
    const told = socket.frames.filter(({ event, data }) => event === 'ListUpdated' && data.list === 'consents');
    expect(told).toHaveLength(2);
    expect((await rows()).map(({ state }) => state)).toEqual(['failed', 'failed']);
    expect(
      await world.rows('select origin, evidence from consent where customer_id = any($1::bigint[])', [customers]),
    ).toEqual([
      { origin: 'provider', evidence: '131050' },
      { origin: 'provider', evidence: '131050' },
    ]);
    expect(await world.ledger(phones)).toEqual([0, 0]);
  });

  test.each([131026, 131047, 131062])('%i: final', async (code) => {
    const { campaign, phones, rows } = await refused(code);
    await world.until(campaign, 'finished');
    expect((await rows()).map((row) => [row.state, row.error_code, row.attempts])).toEqual([
      ['failed', String(code), 1],
      ['failed', String(code), 1],
    ]);
    expect(await world.ledger(phones)).toEqual([0, 0]);
  });
});

test('no number goes over its rate: four fifths of what the provider takes', async () => {
  await world.emulator.patchPolicy({ sends: { mode: 'accept' } });
  await world.pace(10);
  const group = await world.group(18);
  const id = await world.start({ group_id: group.id });
  await world.until(id, 'finished');
  const [run] = await world.rows<{ seconds: number }>(
    `select extract(epoch from max(sent_at) - min(sent_at))::float8 as seconds from campaign_recipient
     where campaign_id = $1`,
    [id],
  );
  // The bucket holds two; eight a second come in.
  expect(run?.seconds).toBeGreaterThan((18 - 2) / 8 - 0.5);
  await world.pace(80);
});

test('what the provider says a number takes is its rate, and counts for how long a campaign takes', async () => {
  const { ana } = world.people;
  const { vendas, suporte } = world.instances;
  const rateAt = async (id: string) =>
    (await world.rows<{ rate: number }>('select per_second as rate from number_pace where instance_id = $1', [id]))[0]
      ?.rate;
  const { id: group } = await world.group(17);
  const { id: draft } = await world.draft({ group_id: group, per_minute: null });
  const seconds = async () => (await world.call(ana, campaignDryRun, { id: draft })).campaignDryRun.seconds;
  const tested = async (throughput: 'standard' | 'high' | 'shared') => {
    await world.emulator.patchPolicy({ throughput });
    await askRest(world.url, ana.token, testInstance, { tenantName: 'aurora', id: vendas });
    return [await rateAt(vendas), await seconds()];
  };
  expect(await tested('high')).toEqual([1_000, 1]);
  expect(await tested('shared')).toEqual([20, 2]);
  // Another number of the account is upgraded.
  const [of] = await world.rows<{ account: string }>('select waba_id as account from instance where id = $1', [vendas]);
  await world.rows(`update instance set phone_number = '551140000002', waba_id = $2 where id = $1`, [
    suporte,
    of?.account,
  ]);
  const upgraded = (event: string) => {
    const value = { display_phone_number: '551140000002', event, current_limit: 'TIER_UNLIMITED' };
    const entry = [{ id: of?.account, changes: [{ field: 'phone_number_quality_update', value }] }];
    return world.webhook({ object: 'whatsapp_business_account', entry });
  };
  expect(await upgraded('ONBOARDING')).toBe(200);
  expect(await rateAt(suporte)).not.toBe(1_000);
  expect(await upgraded('THROUGHPUT_UPGRADE')).toBe(200);
  expect([await rateAt(vendas), await rateAt(suporte)]).toEqual([20, 1_000]);
  // One of the account that isn't here says nothing of the one that is.
  await world.rows('update instance set waba_id = null where id = $1', [suporte]);
  await world.rows(`update instance set phone_number = '551140000003' where id = $1`, [vendas]);
  expect(await upgraded('THROUGHPUT_UPGRADE')).toBe(200);
  expect(await rateAt(vendas)).toBe(20);
  expect(await tested('standard')).toEqual([80, 1]);
});

test('the account’s limit of a day is asked with the number, once the account is known; attendants’ templates use it, too', async () => {
  const { ana, bruno } = world.people;
  const { vendas } = world.instances;
  const { id: group } = await world.group(1);
  const { id: draft } = await world.draft({ group_id: group });
  const room = async () => (await world.call(ana, campaignDryRun, { id: draft })).campaignDryRun.room;
  await world.rows('delete from whatsapp_account');
  await world.rows('update instance set waba_id = null, waba_asked_at = null where id = $1', [vendas]);
  await world.emulator.patchPolicy({ dailyLimit: 2_000, sends: { mode: 'accept' } });
  await askRest(world.url, ana.token, testInstance, { tenantName: 'aurora', id: vendas });
  expect(await room()).toBeNull();
  await world.rows('update campaign_recipient set sent_at = null');
  const { graphUrl } = world.emulator;
  const settings = { graphUrl: () => graphUrl, appSecret: 'x', accessToken: () => 't', defaultToken: 't' };
  const channel = new WhatsAppChannel(settings);
  const checkNumber = (address: string) => channel.checkNumber(address, undefined);
  const { services } = world.server;
  await askAccounts(services, channel);
  await probeInstances(services, { checkNumber, connect: ({ phoneNumberId }) => checkNumber(phoneNumberId) });
  expect(await room()).toBe(2_000);

  const write = (to_number: string) =>
    world.call(bruno, sendTemplate, {
      to_number,
      instance_id: vendas,
      template_id: world.templateId,
      variables: [
        { key: 'body.1', value: 'Luciana' },
        { key: 'body.2', value: 'Bruno' },
      ],
      client_id: randomUUID(),
    });
  const age = ({ id }: ChatTicket) =>
    world.rows("update chat_ticket set last_received_at = now() - interval '25 hours' where id = $1", [id]);
  // They have just written: nothing is begun.
  const writing = await world.open({ from: '5511973330001' });
  await write(writing.customer.phone_number);
  expect(await room()).toBe(2_000);
  const quiet = await world.open({ from: '5511973330002' });
  await age(quiet);
  await write(quiet.customer.phone_number);
  await write(quiet.customer.phone_number);
  expect(await room()).toBe(1_999);
  // What was refused wasn't begun.
  await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131026 } });
  const refusing = await world.open({ from: '5511973330003' });
  await age(refusing);
  await write(refusing.customer.phone_number);
  await expectEventually(room).toBe(1_999);
});
