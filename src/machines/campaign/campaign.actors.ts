import type { Core } from '../directory/core.ts';
import { createKeyed } from '../directory/keyed.ts';
import type { EventOf, Logged } from '../log/event.ts';
import { campaignMachine } from './campaign.machine.ts';
import type { CampaignNews } from './campaign.machine.ts';

/** The campaigns that the server sent news of. */
export function createCampaigns(core: Core) {
  const campaigns = createKeyed<typeof campaignMachine, string>('campaign', campaignMachine, core);
  return {
    ...campaigns,
    /** Returns whether lists may have others now: a change of counts alone is shown as it comes. */
    take: (event: Logged<EventOf<'campaign.updated'>>): boolean => {
      const { campaignId, news } = event;
      if (news === null) return false;
      const before = campaigns.get(campaignId)?.getSnapshot().context.news;
      if (before === undefined) campaigns.make(campaignId, { news });
      else campaigns.send(campaignId, event);
      return before === undefined || (news.version > before.version && hasChanged(before, news));
    },
  };
}

/** Each change of a draft is one of what it says. */
function hasChanged(before: CampaignNews, after: CampaignNews): boolean {
  return before.status !== after.status || before.reason !== after.reason || after.status === 'draft';
}
