import type { CampaignNews, CampaignSnapshot } from './campaign.machine.ts';

/** The last that was told of a campaign. */
export function selectNews(snapshot: CampaignSnapshot): CampaignNews {
  return snapshot.context.news;
}
