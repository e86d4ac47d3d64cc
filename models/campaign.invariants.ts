import type { Invariant } from './model.ts';

/** Derived from the frames alone: whatever their order, the state shown is that of the highest version. */
const newestWins: Invariant = {
  name: 'campaign: what is shown is the highest version that was told',
  follow: () => {
    const highest = new Map<string, { readonly version: number; readonly status: string }>();
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
