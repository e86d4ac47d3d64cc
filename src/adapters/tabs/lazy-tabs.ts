import type { UserId } from '../../machines/entities/ids.ts';
import { late } from '../late.ts';
import type { Tabs } from './tabs.ts';

/** The tabs, loaded after the first screen. A tab without the code knows of no other, and tries again with each note. */
export function createLazyTabs(id: string, load: () => Promise<Tabs>): Tabs {
  const loadOnce = late(load);
  let loaded: Tabs | null = null;
  let joined: UserId | null = null;

  async function ready(): Promise<Tabs | null> {
    const tabs = await loadOnce().catch(() => null);
    if (tabs === null || loaded !== null) return tabs;
    loaded = tabs;
    if (joined !== null) tabs.join(joined);
    return tabs;
  }

  return {
    id,
    join: (userId) => {
      joined = userId;
      if (loaded === null) void ready();
      else loaded.join(userId);
    },
    leave: () => {
      joined = null;
      loaded?.leave();
    },
    post: (note) => {
      if (loaded === null) void ready().then((tabs) => tabs?.post(note));
      else loaded.post(note);
    },
    leads: () => loaded === null || loaded.leads(),
    others: async () => (await ready())?.others() ?? new Set(),
  };
}
