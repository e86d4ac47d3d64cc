import type { UserId } from '../../machines/entities/ids.ts';
import { late } from '../late.ts';
import type { Here, LoadedTabs, Tabs } from './tabs.ts';
import type { TabNote } from './notes.ts';

/** The tabs, loaded after the first screen. A tab without the code knows of no other, and tries again with each note. */
export function createLazyTabs(id: string, load: () => Promise<LoadedTabs>): Tabs {
  const loadOnce = late(load);
  let loaded: LoadedTabs | null = null;
  let joined: UserId | null = null;
  let here: Partial<Here> = {};

  async function ready(): Promise<LoadedTabs | null> {
    const tabs = await loadOnce().catch(() => null);
    if (tabs === null || loaded !== null) return tabs;
    loaded = tabs;
    tabs.tellHere(here);
    if (joined !== null) tabs.join(joined);
    return tabs;
  }

  /** The user may have logged out before the code loads; the note still goes only to their tabs. */
  async function postLater(note: TabNote): Promise<void> {
    const userId = joined;
    const tabs = await ready();
    if (userId === null) return;
    if (joined === userId) tabs?.post(note);
    else tabs?.postTo(userId, note);
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
      if (loaded === null) void postLater(note);
      else loaded.post(note);
    },
    // Tabs not notified yet are when this tab joins them.
    tellHere: (change = {}) => {
      here = { ...here, ...change };
      loaded?.tellHere(change);
    },
    sync: () => void ready().then((tabs) => tabs?.sync()),
    leads: () => loaded === null || loaded.leads(),
    others: async () => (await ready())?.others() ?? new Set(),
  };
}
