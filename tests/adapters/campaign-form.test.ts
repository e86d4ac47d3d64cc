import { expect, test } from 'vitest';
import type { Campaign } from '../../contract/entities/campaign.ts';
import type { CampaignDetails } from '../../contract/graphql/campaigns.ts';
import { campaignCountsSchema } from '../../contract/entities/campaign.ts';
import { data } from '../support/scripted-server.ts';
import { startBench } from './harness.ts';

const campaign: Campaign = {
  id: '70',
  name: 'Natal',
  status: 'draft',
  reason: null,
  version: 2,
  audience_id: '3',
  audience_name: 'Ouro',
  group_id: null,
  group_name: null,
  instance_ids: ['6'],
  channel: 'sms',
  template_id: null,
  template_name: null,
  message: 'Oi!',
  file_id: null,
  file_name: null,
  variables: [],
  starts_at: null,
  window_from: 9,
  window_to: 22,
  requires_consent: false,
  skip_in_attendance: true,
  weekly_limit: null,
  per_minute: null,
  batches: [100],
  batch_minutes: 60,
  part_messages: [],
  created_at: '2026-03-01T12:00:00.000Z',
  started_at: null,
  finished_at: null,
  counts: campaignCountsSchema.parse(
    Object.fromEntries(Object.keys(campaignCountsSchema.shape).map((name) => [name, 0])),
  ),
};
const none = { skipped: [], failed: [], queue: [], numbers: [], tests: [], parts: [], costs: [] };

test('a draft is loaded -> the form knows its channel, which isn’t saved with it', async () => {
  const { adapters, adopt, next, server } = await startBench();
  adopt('token-1', 1);
  const details: CampaignDetails = { campaign, ...none };
  server.on('campaignDetails', data({ campaignDetails: details }));
  server.on('updateCampaign', data({ updateCampaign: campaign }));
  adapters.run({ type: 'form.load', form: 'campaign', key: '70', request: 1 });
  const { values, version } = await next('form.loaded');
  expect(values).toMatchObject({ channel: 'sms', instance_ids: ['6'] });
  adapters.run({ type: 'form.save', form: 'campaign', key: '70', request: 2, values, version });
  await next('form.saved');
  const { body } = await server.requests.find(({ name }) => name === 'updateCampaign');
  expect(body).toMatchObject({ instance_ids: ['6'] });
  expect(body).not.toHaveProperty('channel');
});
