import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClock } from '../../support/clock.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { startCampaigning, VARIABLES } from './campaign-world.ts';
import type { CampaignWorld } from './campaign-world.ts';

const HOUR_MS = 3_600_000;
/** A quarter of them is the limit of a day. 1,000 take half a minute. */
const RECIPIENTS = Number(process.env['BALCAO_CAMPAIGN_LIMITED'] ?? 16);

/** Three at night in São Paulo, two in Manaus. */
const clock = createClock();
const sinceThree = (clock.now().getTime() - 6 * HOUR_MS) % (24 * HOUR_MS);
clock.advance(24 * HOUR_MS - sinceThree);

let world: CampaignWorld;
/** Starts at noon, in two parts. */
let halved: { id: string; phones: string[] };
beforeAll(async () => {
  world = await startCampaigning({
    now: clock.now,
    attendance: { campaigns: { pollMs: 50, uncertainMs: 500, chunk: 100 } },
  });
  const [offer] = await world.rows<{ id: string }>(
    "select id from message_template where tenant_id = $1 and name = 'ofertas_da_semana' limit 1",
    [world.tenantId],
  );
  const group = await world.group(4);
  const id = await world.start({
    group_id: group.id,
    window_from: 12,
    window_to: 22,
    batches: [50, 50],
    batch_minutes: 600,
    part_messages: [{ batch: 2, template_id: offer?.id ?? '', variables: VARIABLES }],
  });
  halved = { id, phones: group.phones };
});
afterAll(() => world.stop());

/** Past the calls: a login is over long before the clock gets there. */
const standing = async (id: string) => {
  const [row] = await world.rows<{ status: string; reason: string | null }>(
    'select status, reason from campaign where id = $1',
    [id],
  );
  return row;
};
const reached = async (phones: readonly string[]) => (await world.ledger(phones)).filter((count) => count > 0).length;

test('nobody gets anything outside the hours of their own time zone: of their record, else by area code', async () => {
  const group = await world.group(5);
  const inManaus = '5592971000001';
  await world.rows('update customer set phone_number = $2 where id = $1', [group.customers[2], inManaus]);
  const lives = (at: number, zone: string) =>
    world.rows('update customer set timezone = $2 where id = $1', [group.customers[at], zone]);
  await lives(3, 'America/Manaus');
  // In the afternoon.
  await lives(4, 'Asia/Tokyo');
  const phones = [...group.phones.slice(0, 2), inManaus, ...group.phones.slice(3)];
  const id = await world.start({ group_id: group.id, window_from: 9, window_to: 22 });
  await expectEventually(() => world.ledger(phones)).toEqual([0, 0, 0, 0, 1]);
  await expectEventually(() => standing(id)).toEqual({ status: 'waiting', reason: 'window' });
  expect(await world.ledger(phones)).toEqual([0, 0, 0, 0, 1]);
  clock.advance(6.5 * HOUR_MS);
  await expectEventually(() => world.ledger(phones)).toEqual([1, 1, 0, 0, 1]);
  await expectEventually(() => standing(id)).toEqual({ status: 'waiting', reason: 'window' });
  expect(await world.ledger(phones)).toEqual([1, 1, 0, 0, 1]);
  clock.advance(HOUR_MS);
  await expectEventually(async () => (await standing(id))?.status).toBe('finished');
  expect(await world.ledger(phones)).toEqual([1, 1, 1, 1, 1]);
});

test('a part’s template is refused, and the other’s hours are over -> the hours are the reason', async () => {
  const { id, phones } = halved;
  await expectEventually(() => standing(id)).toEqual({ status: 'waiting', reason: 'window' });
  const set = (status: string) =>
    world.rows('update message_template set status = $2 where id = $1', [world.templateId, status]);
  await set('PAUSED');
  await world.rows(
    `update campaign_recipient set next_attempt_at = now(), zone = 'America/Manaus' where campaign_id = $1 and batch = 2`,
    [id],
  );
  // Past noon in São Paulo, where the first part is due; not yet in Manaus.
  clock.advance(2 * HOUR_MS);
  await world.rows("update campaign set status = 'running', reason = null where id = $1", [id]);
  await expectEventually(() => standing(id)).toEqual({ status: 'waiting', reason: 'window' });
  clock.advance(HOUR_MS);
  await expectEventually(() => standing(id)).toEqual({ status: 'waiting', reason: 'template' });
  await set('APPROVED');
  await expectEventually(async () => (await standing(id))?.status).toBe('finished');
  expect(await world.ledger(phones)).toEqual([1, 1, 1, 1]);
});

test('what is over the account’s limit of a day waits for the next', async () => {
  clock.advance(24 * HOUR_MS);
  const [account] = await world.rows<{ id: string }>('select waba_id as id from instance where id = $1', [
    world.instances.vendas,
  ]);
  const tier = async (name: string) => {
    const value = { max_daily_conversations_per_business: name, max_phone_numbers_per_business: 25 };
    const change = { field: 'business_capability_update', value };
    const body = { object: 'whatsapp_business_account', entry: [{ id: account?.id, changes: [change] }] };
    expect(await world.webhook(body)).toBe(200);
  };
  await tier(`TIER_${RECIPIENTS / 4}`);
  // Faster than the usual number, as the days pass at once.
  await world.pace(10_000);
  const { phones, id: group } = await world.group(RECIPIENTS);
  const [made] = await world.rows<{ id: string }>(
    `insert into campaign (tenant_id, name, status, group_id, instance_ids, template_id, content, variables, starts_at,
       window_from, window_to)
     select tenant_id, 'Limite', 'scheduled', $1, instance_ids, template_id, content, variables, now(), 0, 24
     from campaign order by id desc limit 1 returning id`,
    [group],
  );
  const id = made?.id ?? '';
  for (const days of [1, 2, 3]) {
    const total = (days * RECIPIENTS) / 4;
    await expectEventually(() => reached(phones)).toBe(total);
    await expectEventually(() => standing(id)).toEqual({ status: 'waiting', reason: 'limit' });
    expect(await reached(phones)).toBe(total);
    clock.advance(24.5 * HOUR_MS);
  }
  await expectEventually(async () => (await standing(id))?.status).toBe('finished');
  expect(await world.ledger(phones)).toEqual(phones.map(() => 1));
  await tier('TIER_UNLIMITED');
  expect(await world.rows('select daily_limit from whatsapp_account')).toEqual([{ daily_limit: null }]);
});
