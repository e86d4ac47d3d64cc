import type { ChannelName } from '../../../../contract/facts/channels.ts';
import type { Choice } from '../../../machines/entities/administration.ts';
import { useInstanceChoices } from '../list/use-listing.ts';
import type { CampaignValues } from './campaign-values.ts';

export function channelOfChoice({ isSms }: Choice): ChannelName {
  return isSms === true ? 'sms' : 'whatsapp';
}

/** The channel of a draft's instances; WhatsApp while none is chosen. */
export function useCampaignChannel({ instanceIds }: Pick<CampaignValues, 'instanceIds'>): ChannelName {
  const chosen = useInstanceChoices().options.find(({ id }) => instanceIds.includes(id));
  return chosen === undefined ? 'whatsapp' : channelOfChoice(chosen);
}
