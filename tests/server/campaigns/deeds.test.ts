import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignForm } from '../../../contract/entities/campaign.ts';
import {
  cancelCampaign,
  newCampaign,
  pauseCampaign,
  resumeCampaign,
  startCampaign,
  testCampaign,
  unscheduleCampaign,
  updateCampaign,
} from '../../../contract/graphql/campaigns.ts';
import { campaignSheet } from '../../../contract/rest/campaign-sheet.ts';
import { refusalOf } from '../../support/attendance.ts';
import { VARIABLES, ALL_DAY, startCampaigning } from './campaign-world.ts';
import type { CampaignWorld } from './campaign-world.ts';

/* What people do with a campaign, without anything of it being sent. */

let world: CampaignWorld;
beforeAll(async () => {
  // Nobody looks after campaigns meanwhile.
  world = await startCampaigning({ attendance: { campaigns: { pollMs: 3_600_000 } } });
});
afterAll(() => world.stop());

const form = (group_id: string): CampaignForm => ({
  name: 'Volta',
  group_id,
  instance_ids: [world.instances.vendas],
  template_id: world.templateId,
  variables: VARIABLES,
  ...ALL_DAY,
});
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test('each deed -> written down once, by who did it; a second click changes nothing', async () => {
  const { ana } = world.people;
  const { id: group_id } = await world.group(1);
  const starts_at = inDays(1);
  const { id, version } = (await world.call(ana, newCampaign, { ...form(group_id), starts_at })).newCampaign;
  await world.call(ana, updateCampaign, { ...form(group_id), id, version, name: 'Outra', starts_at });
  // As it was before that.
  expect(await refusalOf(world.call(ana, startCampaign, { id, version }))).toBe('CONFLICT error.form.conflict');
  const twice = async (call: () => Promise<unknown>) => {
    for (let times = 0; times < 2; times += 1) await call();
  };
  const start = () => world.call(ana, startCampaign, { id, version: version + 1 });
  await start();
  expect(await refusalOf(start())).toMatch(/^CONFLICT/);
  await twice(() => world.call(ana, unscheduleCampaign, { id }));
  await world.call(ana, startCampaign, { id });
  expect(await refusalOf(world.call(ana, pauseCampaign, { id }))).toBe('CONFLICT error.campaign.state');
  await world.rows("update campaign set status = 'running' where id = $1", [id]);
  await twice(() => world.call(ana, pauseCampaign, { id }));
  // Nothing of it has reached anybody: one goes before the others.
  expect((await world.call(ana, resumeCampaign, { id })).resumeCampaign.status).toBe('probing');
  await world.call(ana, resumeCampaign, { id });
  await twice(() => world.call(ana, cancelCampaign, { id }));
  const file = await fetch(`${world.url}${campaignSheet.path}?campaign_id=${id}&format=csv`, {
    headers: { authorization: `Bearer ${ana.token}` },
  });
  await file.text();
  const written = await world.rows<{ action: string; by: string }>(
    'select action, user_id as by from audit where subject = $1 order by id',
    [`campaign:${id}`],
  );
  expect(new Set(written.map(({ by }) => by))).toEqual(new Set([ana.id]));
  const deeds = ['create', 'update', 'start', 'unschedule', 'start', 'pause', 'resume', 'cancel', 'download'];
  expect(written.map(({ action }) => action)).toEqual(deeds.map((deed) => `campaign.${deed}`));
});

test('a moment that passed, or in more than a year -> no start', async () => {
  const { ana } = world.people;
  const { id: group_id } = await world.group(1);
  for (const starts_at of [inDays(-1), inDays(366)]) {
    const { id } = (await world.call(ana, newCampaign, { ...form(group_id), starts_at })).newCampaign;
    expect(await refusalOf(world.call(ana, startCampaign, { id }))).toBe('INVALID error.form.invalid');
    expect((await world.details(id)).campaign.status).toBe('draft');
  }
  const { id } = (await world.call(ana, newCampaign, { ...form(group_id), starts_at: inDays(364) })).newCampaign;
  expect((await world.call(ana, startCampaign, { id })).startCampaign.status).toBe('scheduled');
});

test('tests: of its numbers and parts alone, not to who is blocked, twenty an hour; the last five are shown', async () => {
  const { ana } = world.people;
  const { id: group_id, phones, customers } = await world.group(1);
  const { id } = (await world.call(ana, newCampaign, form(group_id))).newCampaign;
  const numbers = { vendas: world.instances.vendas, suporte: world.instances.suporte };
  const tried = (to_number: string, more: { instance_id?: string; batch?: number } = {}) =>
    world.call(ana, testCampaign, { id, instance_id: numbers.vendas, to_number, ...more });
  const to = (n: number) => `55119887766${n}`;
  expect(await refusalOf(tried(to(10), { instance_id: numbers.suporte }))).toBe('NOT_FOUND error.notFound');
  for (const batch of [0, 2]) expect(await refusalOf(tried(to(10), { batch }))).toBe('NOT_FOUND error.notFound');
  const blocked = 'CONFLICT error.customer.blacklisted';
  await world.rows('update customer set is_blacklisted = true where id = $1', [customers[0]]);
  expect(await refusalOf(tried(phones[0] ?? ''))).toBe(blocked);
  await world.rows('insert into blocked_contact (tenant_id, address) values ($1, $2)', [world.tenantId, to(50)]);
  expect(await refusalOf(tried(to(50)))).toBe(blocked);
  for (let n = 10; n < 30; n += 1) await tried(to(n));
  expect(await refusalOf(tried(to(30)))).toBe('CONFLICT error.campaign.tests');
  const shown = async () => (await world.details(id)).tests.map(({ address }) => address);
  expect(await shown()).toEqual([29, 28, 27, 26, 25].map(to));
  await world.rows("update campaign_test set created_at = now() - interval '61 minutes' where campaign_id = $1", [id]);
  await tried(to(30));
  expect((await shown())[0]).toBe(to(30));
});
