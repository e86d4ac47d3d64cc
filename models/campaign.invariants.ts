import { keysOf } from './actors.ts';
import type { Invariant } from './model.ts';

/** Derived from the frames alone: whatever their order, the state shown is that of the highest version. */
const newestWins: Invariant = {
  name: 'campaign: what is shown is the highest version that was told',
  ofState: true,
  follow: (begun) => {
    const highest = new Map<string, { readonly version: number; readonly status: string }>();
    for (const id of keysOf(begun, 'campaign')) {
      const news = begun.directory.campaign(id)?.getSnapshot().context.news;
      if (news !== undefined) highest.set(id, news);
    }
    return ({ app, event }) => {
      if (event.type === 'campaign.updated' && event.news !== null) {
        const known = highest.get(event.campaignId);
        if (known === undefined || event.news.version > known.version) highest.set(event.campaignId, event.news);
      }
      for (const [id, { version, status }] of highest) {
        const news = app.directory.campaign(id)?.getSnapshot().context.news;
        // Campaigns aren't followed before their screens are loaded, nor after a logout.
        if (news === undefined) highest.delete(id);
        else if (news.version !== version || news.status !== status)
          return `${id}: shown ${news.status} of version ${news.version}, told ${status} of ${version}`;
      }
      return null;
    };
  },
};

export const campaignInvariants: readonly Invariant[] = [newestWins];
