import { expect, test } from 'vitest';
import { createLazyTabs } from '../../src/adapters/tabs/lazy-tabs.ts';
import type { LoadedTabs } from '../../src/adapters/tabs/tabs.ts';

/** Tabs whose code isn't loaded yet, and what is asked of them once it is. */
function unloaded() {
  const asked: string[] = [];
  const { promise, resolve } = Promise.withResolvers<LoadedTabs>();
  const loaded: LoadedTabs = {
    id: 'a',
    join: (userId) => void asked.push(`join ${userId}`),
    leave: () => void asked.push('leave'),
    post: ({ kind }) => void asked.push(`post ${kind}`),
    postTo: (userId, { kind }) => void asked.push(`post ${kind} to ${userId}`),
    sync: () => void asked.push('sync'),
    tellHere: () => undefined,
    leads: () => true,
    others: () => Promise.resolve(new Set()),
  };
  return { tabs: createLazyTabs('a', () => promise), load: () => resolve(loaded), asked };
}

test('logout before the code has loaded -> joins nobody, and only the other tabs are told', async () => {
  const { tabs, load, asked } = unloaded();
  tabs.join('7');
  tabs.post({ kind: 'loggedOut' });
  tabs.leave();
  load();
  await tabs.others();
  expect(asked).toEqual(['post loggedOut to 7']);
});

test('somebody else logs in before the code has loaded -> joins them, and the note goes to the one before', async () => {
  const { tabs, load, asked } = unloaded();
  tabs.join('7');
  tabs.post({ kind: 'loggedOut' });
  tabs.leave();
  tabs.join('8');
  load();
  await tabs.others();
  expect(asked).toEqual(['join 8', 'post loggedOut to 7']);
});
