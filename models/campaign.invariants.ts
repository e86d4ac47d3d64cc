import type { Invariant } from './model.ts';

/** Written from the frames alone: whatever their order, what is shown is what the highest version said. */
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
        // Before its screens are loaded, and after a logout, nothing is followed.
        if (news === undefined) highest.delete(id);
        else if (news.version !== version || news.status !== status)
          return `${id}: shown ${news.status} of version ${news.version}, told ${status} of ${version}`;
      }
      return null;
    };
  },
};

export const campaignInvariants: readonly Invariant[] = [newestWins];
