import type { CampaignSnapshot } from '../src/machines/campaign/campaign.machine.ts';
import { oraclesOf, wholeContext } from './oracles.ts';

/** Of a campaign the news of the highest version, whole, in whatever order they come. */
export const campaignOracles = oraclesOf<CampaignSnapshot, null>(
  ({ directory }, actor) => directory.campaign(actor.replace('campaign:', ''))?.getSnapshot(),
  () => null,
  {
    'the highest version': wholeContext(
      ({ news }, { event }) => {
        if (event.type !== 'campaign.updated' || event.campaignId !== '70' || event.news === null) return {};
        return event.news.version > news.version ? { news: event.news } : {};
      },
      {},
      ({ event }) => (event.type === 'campaign.updated' && event.news !== null ? { news: event.news } : null),
    ),
  },
);
