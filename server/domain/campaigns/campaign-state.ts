import { CAMPAIGN_STATUSES } from '../../../contract/facts/campaigns.ts';
import type { CampaignStatus } from '../../../contract/facts/campaigns.ts';

/** What happens to a campaign. */
export const CAMPAIGN_EVENTS = [
  'scheduled',
  'unscheduled',
  'due',
  'prepared',
  'passed',
  'paused',
  'resumed',
  /** The same before a probe has passed. */
  'resumedUnproven',
  'held',
  'goesOn',
  /** The same before a probe has passed. */
  'goesOnUnproven',
  'cancelled',
  'drained',
  'retryFailed',
  /** The provider wants a message sent once more after the end. */
  'reopened',
] as const;
export type CampaignEvent = (typeof CAMPAIGN_EVENTS)[number];

/** The reason of a cancelled one that never was more than a draft: lists leave it out. */
export const DISCARDED = 'discarded';

/**
 * The state after an event; what is missing changes nothing and is refused. `held`: until the window opens, a template
 * or number is back; `drained`: nothing is pending or under way any more.
 */
export const CAMPAIGN_TRANSITIONS: Readonly<
  Record<CampaignStatus, Readonly<Partial<Record<CampaignEvent, CampaignStatus>>>>
> = {
  draft: { scheduled: 'scheduled', cancelled: 'cancelled' },
  scheduled: { unscheduled: 'draft', due: 'preparing', cancelled: 'cancelling' },
  preparing: { prepared: 'probing', cancelled: 'cancelling' },
  probing: { passed: 'running', held: 'waiting', paused: 'paused', cancelled: 'cancelling', drained: 'finished' },
  running: { paused: 'paused', held: 'waiting', cancelled: 'cancelling', drained: 'finished' },
  waiting: {
    goesOn: 'running',
    goesOnUnproven: 'probing',
    paused: 'paused',
    cancelled: 'cancelling',
    drained: 'finished',
  },
  paused: { resumed: 'running', resumedUnproven: 'probing', cancelled: 'cancelling' },
  cancelling: { drained: 'cancelled' },
  cancelled: {},
  finished: { retryFailed: 'running', reopened: 'running' },
};

export function campaignAfter(status: CampaignStatus, event: CampaignEvent): CampaignStatus | undefined {
  return CAMPAIGN_TRANSITIONS[status][event];
}

/** The states that an event has an effect in. */
export function campaignsBefore(event: CampaignEvent): CampaignStatus[] {
  return CAMPAIGN_STATUSES.filter((status) => campaignAfter(status, event) !== undefined);
}
