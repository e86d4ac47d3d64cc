import type { CampaignNews, CampaignSnapshot } from './campaign.machine.ts';

/** A campaign's latest pushed state. */
export function selectNews(snapshot: CampaignSnapshot): CampaignNews {
  return snapshot.context.news;
}
