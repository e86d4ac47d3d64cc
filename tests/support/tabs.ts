import { onTestFinished } from 'vitest';
import type { Environment } from '../../src/adapters/environment.ts';
import { randomUuid } from '../../src/adapters/environment.ts';

/** What the tabs of one browser share besides its storage: real locks and channels, apart from other browsers'. */
export function tabsOfOneBrowser(): Pick<Environment, 'locks' | 'channel'> & { readonly close: () => void } {
  const prefix = `${randomUuid()}:`;
  const real: { request(...call: unknown[]): Promise<unknown> } = navigator.locks;
  const open = new Set<BroadcastChannel>();
  return {
    locks: {
      request: (name: string, ...rest: unknown[]) => real.request(`${prefix}${name}`, ...rest),
      query: async () => {
        const { held = [], pending = [] } = await navigator.locks.query();
        const ours = (locks: LockInfo[]): LockInfo[] =>
          locks.flatMap((lock) =>
            lock.name?.startsWith(prefix) === true ? [{ ...lock, name: lock.name.slice(prefix.length) }] : [],
          );
        return { held: ours(held), pending: ours(pending) };
      },
    },
    channel: (name) => {
      const channel = new BroadcastChannel(`${prefix}${name}`);
      open.add(channel);
      return channel;
    },
    close: () => {
      for (const channel of open) channel.close();
    },
  };
}

/** The same, until the test ends. */
export function browserTabs(): Pick<Environment, 'locks' | 'channel'> {
  const tabs = tabsOfOneBrowser();
  onTestFinished(tabs.close);
  return tabs;
}
