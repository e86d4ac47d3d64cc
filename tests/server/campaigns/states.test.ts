import { describe, expect, test } from 'vitest';
import { CAMPAIGN_STATUSES, RECIPIENT_STATES } from '../../../contract/facts/campaigns.ts';
import type { CampaignStatus, RecipientState } from '../../../contract/facts/campaigns.ts';
import { CAMPAIGN_EVENTS, campaignAfter } from '../../../server/domain/campaigns/campaign-state.ts';
import type { CampaignEvent } from '../../../server/domain/campaigns/campaign-state.ts';
import { secondsFor } from '../../../server/domain/campaigns/pace.ts';
import { saysOptOut } from '../../../server/domain/campaigns/opt-out.ts';
import { holdMs, pauseAfter, reactionTo } from '../../../server/domain/campaigns/reactions.ts';
import { RECIPIENT_EVENTS, recipientAfter } from '../../../server/domain/campaigns/recipient-state.ts';
import type { RecipientEvent } from '../../../server/domain/campaigns/recipient-state.ts';
import { costsOf } from '../../../server/domain/campaigns/costs.ts';
import { isOpenAt } from '../../../server/domain/campaigns/zones.ts';

/** Every transition, written down a second time; all others have no effect. */
const CAMPAIGN: Readonly<Record<string, CampaignStatus>> = {
  'draft scheduled': 'scheduled',
  'draft cancelled': 'cancelled',
  'scheduled unscheduled': 'draft',
  'scheduled due': 'preparing',
  'scheduled cancelled': 'cancelling',
  'preparing prepared': 'probing',
  'preparing cancelled': 'cancelling',
  'probing passed': 'running',
  'probing held': 'waiting',
  'probing paused': 'paused',
  'probing cancelled': 'cancelling',
  'probing drained': 'finished',
  'running paused': 'paused',
  'running held': 'waiting',
  'running cancelled': 'cancelling',
  'running drained': 'finished',
  'waiting goesOn': 'running',
  'waiting goesOnUnproven': 'probing',
  'waiting paused': 'paused',
  'waiting cancelled': 'cancelling',
  'waiting drained': 'finished',
  'paused resumed': 'running',
  'paused resumedUnproven': 'probing',
  'paused cancelled': 'cancelling',
  'cancelling drained': 'cancelled',
  'finished retryFailed': 'running',
  'finished reopened': 'running',
};
const RECIPIENT: Readonly<Record<string, RecipientState>> = {
  'pending claimed': 'sending',
  'pending skipped': 'skipped',
  'pending cancelled': 'cancelled',
  'pending ackDelivered': 'delivered',
  'pending ackRead': 'read',
  'sending accepted': 'sent',
  'sending putBack': 'pending',
  'sending refused': 'failed',
  'sending lost': 'uncertain',
  'sending ackSent': 'sent',
  'sending ackDelivered': 'delivered',
  'sending ackRead': 'read',
  'sending ackFailed': 'failed',
  'uncertain accepted': 'sent',
  'uncertain putBack': 'pending',
  'uncertain refused': 'failed',
  'uncertain timedOut': 'failed',
  'uncertain ackSent': 'sent',
  'uncertain ackDelivered': 'delivered',
  'uncertain ackRead': 'read',
  'uncertain ackFailed': 'failed',
  'sent putBack': 'pending',
  'sent ackDelivered': 'delivered',
  'sent ackRead': 'read',
  'sent ackFailed': 'failed',
  'delivered ackRead': 'read',
  'failed retried': 'pending',
  'failed ackDelivered': 'delivered',
  'failed ackRead': 'read',
  'cancelled ackDelivered': 'delivered',
  'cancelled ackRead': 'read',
};

const campaignPairs = CAMPAIGN_STATUSES.flatMap((state) =>
  CAMPAIGN_EVENTS.map((event): [CampaignStatus, CampaignEvent] => [state, event]),
);
const recipientPairs = RECIPIENT_STATES.flatMap((state) =>
  RECIPIENT_EVENTS.map((event): [RecipientState, RecipientEvent] => [state, event]),
);

test('a campaign in each state, at each event', () => {
  for (const [state, event] of campaignPairs)
    expect([state, event, campaignAfter(state, event)]).toEqual([state, event, CAMPAIGN[`${state} ${event}`]]);
});

test('a recipient in each state, at each event', () => {
  for (const [state, event] of recipientPairs)
    expect([state, event, recipientAfter(state, event)]).toEqual([state, event, RECIPIENT[`${state} ${event}`]]);
});

test('what follows from each of the provider’s errors', () => {
  const wanted = {
    hold: [4, 80007, 130429, 131057],
    pair: [131056],
    oneDay: [131049],
    pause: [190, 368, 131031, 131042, 131048, 132000, 132001, 132012],
    template: [132015],
    optOut: [131050],
    final: [131026, 131047, 131062, 999999],
    later: [131000, 131016],
  };
  for (const [reaction, codes] of Object.entries(wanted))
    for (const code of codes) expect([code, reactionTo('whatsapp', { code, key: '' })]).toEqual([code, reaction]);
  expect([1, 2, 3].map((attempts) => pauseAfter('pair', attempts))).toEqual([4_000, 16_000, 64_000]);
  expect(holdMs(2, 60_000)).toBe(60_000);
  expect(holdMs(99, undefined)).toBe(300_000);
});

describe('the hours in which a campaign may be sent', () => {
  // Noon in Greenwich: 9 in São Paulo, 8 in Manaus, 7 in Rio Branco.
  const noon = new Date('2026-03-11T12:00:00Z');
  test.each([
    ['America/Sao_Paulo', 9, 22, true],
    ['America/Sao_Paulo', 10, 22, false],
    ['America/Sao_Paulo', 8, 9, false],
    ['America/Manaus', 9, 22, false],
    ['America/Rio_Branco', 7, 8, true],
    ['America/Rio_Branco', 0, 24, true],
  ])('%s, %i to %i: %s', (zone, from, to, isOpen) => expect(isOpenAt(noon, zone, { from, to })).toBe(isOpen));
});

test('about how long it takes: by its numbers, its own pace, and its parts', () => {
  const usual = { perSecond: 80, per_minute: null, batches: [100], batch_minutes: 60 };
  expect(secondsFor(0, usual)).toBe(0);
  expect(secondsFor(640, usual)).toBe(10);
  expect(secondsFor(640, { ...usual, perSecond: 1_080 })).toBe(1);
  expect(secondsFor(120, { ...usual, per_minute: 60 })).toBe(120);
  expect(secondsFor(120, { ...usual, per_minute: 60, batches: [50, 50] })).toBe(3_660);
  // A part that is longer than the pause isn't followed by one.
  expect(secondsFor(120, { ...usual, per_minute: 1, batches: [50, 50], batch_minutes: 1 })).toBe(7_200);
});

test.each([
  ['whatsapp', ' Sair ', true],
  ['whatsapp', 'pare', true],
  ['whatsapp', 'pare de ligar', false],
  ['whatsapp', 'cancelar', false],
  ['sms', 'cancelar', true],
  ['sms', 'sair', true],
  ['sms', 'saio', false],
] as const)('by %s %j ends campaigns: %s', (channel, text, isNo) => {
  expect(saysOptOut(text, channel)).toBe(isNo);
});

test('what may pass is tried later and later, up to a limit', () => {
  expect([1, 2, 8, 9].map((attempts) => pauseAfter('later', attempts))).toEqual([2_000, 4_000, 256_000, 256_000]);
  expect([6, 7].map((attempts) => pauseAfter('pair', attempts))).toEqual([4_096_000, 4_096_000]);
  expect([pauseAfter('oneDay', 1), pauseAfter('hold', 3), pauseAfter('pause', 3)]).toEqual([86_400_000, 0, 0]);
  expect([0, 1, 3].map((holds) => holdMs(holds, undefined))).toEqual([1_000, 2_000, 8_000]);
});

test('what the provider sends for nothing costs nothing, though its category has a rate', () => {
  const rate = { category: 'utility', prefix: '', since: '2026-01-01', currency: 'BRL', amount: 0.5 } as const;
  const sent = { category: 'utility', prefix: '55', day: '2026-01-01' };
  const day = [
    { ...sent, count: 2 },
    { ...sent, count: 3, isFree: true },
    { ...sent, day: '2025-12-31', count: 1 },
  ];
  expect(costsOf([rate], day)).toEqual([
    { category: 'utility', currency: null, messages: 3, amount: 0 },
    { category: 'utility', currency: 'BRL', messages: 2, amount: 1 },
    { category: 'utility', currency: null, messages: 1, amount: null },
  ]);
});
