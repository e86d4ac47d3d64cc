import {
  CAMPAIGN_STATUSES,
  type CampaignStatus,
  type RecipientStage,
  type RecipientState,
} from '../../../../contract/facts/campaigns.ts';
import type { ChannelName } from '../../../../contract/facts/channels.ts';
import type { Campaign, CampaignRecipient } from '../../../machines/entities/campaigns.ts';
import { useIsText } from '../../app/failure-text.ts';
import type { Tone } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';

export const STATUS_TONES: Readonly<Record<CampaignStatus, Tone>> = {
  draft: 'neutral',
  scheduled: 'neutral',
  preparing: 'primary',
  probing: 'primary',
  running: 'primary',
  paused: 'warning',
  waiting: 'warning',
  cancelling: 'neutral',
  cancelled: 'neutral',
  finished: 'success',
};

/** The stages of the funnel: an SMS isn't said to be read. */
export const REACHED_BY = {
  whatsapp: ['sent', 'delivered', 'read', 'answered'],
  sms: ['sent', 'delivered', 'answered'],
} as const satisfies Readonly<Record<ChannelName, readonly RecipientStage[]>>;

export const RECIPIENT_TONES: Readonly<Record<RecipientState, Tone>> = {
  pending: 'neutral',
  sending: 'primary',
  sent: 'primary',
  delivered: 'primary',
  read: 'success',
  failed: 'danger',
  uncertain: 'warning',
  skipped: 'neutral',
  cancelled: 'neutral',
};

/** A frame's status, if this version of the page knows it. */
export function statusOf(status: string): CampaignStatus | undefined {
  return CAMPAIGN_STATUSES.find((each) => each === status);
}

const REASONED: readonly CampaignStatus[] = ['scheduled', 'paused', 'waiting', 'cancelling', 'cancelled'];

/** Why a campaign is paused, waiting or was cancelled automatically, in words; undefined for none. */
export function useReason(): (campaign: Pick<Campaign, 'reason' | 'status'>) => string | undefined {
  const text = useText();
  const isText = useIsText();
  return ({ reason, status }) => {
    if (reason === null || !REASONED.includes(status)) return undefined;
    const own = `campaign.reason.${reason}`;
    if (isText(own)) return text(own);
    return isText(reason) ? text(reason) : text('campaign.reason.other');
  };
}

/** Why a recipient got nothing, in words; undefined if there is no reason. */
export function useRecipientReason(): (
  recipient: Omit<CampaignRecipient, 'phone' | 'instanceId'>,
) => string | undefined {
  const text = useText();
  const isText = useIsText();
  return ({ state, skipReason, errorCode, errorKey }) => {
    if (skipReason !== null) return text(`campaign.skip.${skipReason}`);
    if (state === 'uncertain' || errorCode === 'uncertain') return text('campaign.recipient.uncertain.why');
    if (errorKey === null || state !== 'failed') return undefined;
    const words = isText(errorKey) ? text(errorKey) : text('campaign.recipient.failed.why');
    return errorCode === null || errorCode === '0' ? words : text('campaign.coded', { words, code: errorCode });
  };
}

/** The displayed name of a provider's category. */
export function useCategoryName(): (category: string) => string {
  const text = useText();
  const isText = useIsText();
  return (category) => {
    const key = `campaign.category.${category}`;
    return isText(key) ? text(key) : category;
  };
}
