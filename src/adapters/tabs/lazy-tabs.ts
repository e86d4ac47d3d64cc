import { late } from '../late.ts';
import type { Tabs } from './tabs.ts';

/** The tabs, loaded after the first screen; without the code a tab works alone, as without locks. */
export function createLazyTabs(id: string, load: () => Promise<Tabs>): Tabs {
  const loadOnce = late(load);
  let loaded: Tabs | null = null;

  /** In the order of the calls. */
  async function soon(work: (tabs: Tabs) => void): Promise<void> {
    loaded = await loadOnce().catch(() => null);
    if (loaded !== null) work(loaded);
  }

  return {
    id,
    join: (userId) => void soon((tabs) => tabs.join(userId)),
    leave: () => void soon((tabs) => tabs.leave()),
    post: (note) => void soon((tabs) => tabs.post(note)),
    leads: () => loaded === null || loaded.leads(),
    others: async () => (await loadOnce().catch(() => null))?.others() ?? new Set(),
  };
}
