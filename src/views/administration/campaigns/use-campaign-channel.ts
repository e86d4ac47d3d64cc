import { CHANNELS, type ChannelName } from '../../../../contract/facts/channels.ts';
import type { Choice } from '../../../machines/entities/administration.ts';
import { useInstanceChoices } from '../list/use-listing.ts';
import type { CampaignValues } from './campaign-values.ts';

export function channelOfChoice({ isSms }: Choice): ChannelName {
  return isSms === true ? 'sms' : 'whatsapp';
}

type Chosen = Pick<CampaignValues, 'instanceIds' | 'loadedChannel'>;

/** The channel of a draft's instances, which needn't be the viewer's; WhatsApp while none is chosen. */
export function useCampaignChannel({ instanceIds, loadedChannel }: Chosen): ChannelName {
  const chosen = useInstanceChoices().options.find(({ id }) => instanceIds.includes(id));
  if (chosen !== undefined) return channelOfChoice(chosen);
  const loaded = CHANNELS.find((each) => each === loadedChannel);
  return (instanceIds.length > 0 ? loaded : undefined) ?? 'whatsapp';
}
