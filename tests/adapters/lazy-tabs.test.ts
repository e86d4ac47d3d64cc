import { expect, test } from 'vitest';
import { createLazyTabs } from '../../src/adapters/tabs/lazy-tabs.ts';
import type { LoadedTabs } from '../../src/adapters/tabs/tabs.ts';

/** Tabs whose code isn't loaded yet, and what is asked of them once it is. `attempts`: how often it was asked for. */
function unloaded() {
  const asked: string[] = [];
  const loads: PromiseWithResolvers<LoadedTabs>[] = [];
  let leads = false;
  const loaded: LoadedTabs = {
    id: 'a',
    join: (userId) => void asked.push(`join ${userId}`),
    leave: () => void asked.push('leave'),
    post: ({ kind }) => void asked.push(`post ${kind}`),
    postTo: (userId, { kind }) => void asked.push(`post ${kind} to ${userId}`),
    sync: () => void asked.push('sync'),
    tellHere: (change) => void asked.push(`here ${JSON.stringify(change)}`),
    leads: () => leads,
    others: () => Promise.resolve(new Set(['b'])),
  };
  const begin = () => {
    const next = Promise.withResolvers<LoadedTabs>();
    loads.push(next);
    return next.promise;
  };
  return {
    tabs: createLazyTabs('a', begin),
    load: () => loads.at(-1)?.resolve(loaded),
    fail: () => loads.at(-1)?.reject(new Error('offline')),
    attempts: () => loads.length,
    lead: () => {
      leads = true;
    },
    asked,
  };
}

const draft = { kind: 'draft', customerId: '40', instanceId: '5', text: 'Bom dia' } as const;

test('logout before the code has loaded -> joins nobody, and only the other tabs are told', async () => {
  const { tabs, load, asked } = unloaded();
  tabs.join('7');
  tabs.post({ kind: 'loggedOut' });
  tabs.leave();
  load();
  await tabs.others();
  expect(asked).toEqual(['here {}', 'post loggedOut to 7']);
});

test('somebody else logs in before the code has loaded -> joins them, and the note goes to the one before', async () => {
  const { tabs, load, asked } = unloaded();
  tabs.join('7');
  tabs.post({ kind: 'loggedOut' });
  tabs.leave();
  tabs.join('8');
  load();
  await tabs.others();
  expect(asked).toEqual(['here {}', 'join 8', 'post loggedOut to 7']);
});

test('notes while the code loads -> the others get each once and in order, after this tab has joined and said what it shows', async () => {
  const { tabs, load, asked, attempts } = unloaded();
  tabs.tellHere({ tickets: ['501'], unsent: 1 });
  tabs.join('7');
  tabs.tellHere({ unsent: 2 });
  tabs.post(draft);
  tabs.sync();
  tabs.post({ kind: 'noticesRead', ids: ['closed:20:4'] });
  load();
  await tabs.others();
  const joined = ['here {"tickets":["501"],"unsent":2}', 'join 7'];
  expect(asked).toEqual([...joined, 'post draft', 'sync', 'post noticesRead']);
  expect(attempts()).toBe(1);
});

test('a note of nobody while the code loads -> goes to no tab, also not to those of who logs in meanwhile', async () => {
  const { tabs, load, asked } = unloaded();
  tabs.post(draft);
  tabs.join('7');
  load();
  await tabs.others();
  expect(asked).toEqual(['here {}', 'join 7']);
});

test('the code has loaded -> all is asked of it at once', async () => {
  const { tabs, load, asked, attempts } = unloaded();
  const others = tabs.others();
  load();
  expect(await others).toEqual(new Set(['b']));
  asked.length = 0;
  tabs.join('7');
  tabs.post(draft);
  tabs.tellHere({ unsent: 1 });
  tabs.tellHere();
  tabs.leave();
  tabs.post({ kind: 'loggedOut' });
  expect(asked).toEqual(['join 7', 'post draft', 'here {"unsent":1}', 'here {}', 'leave', 'post loggedOut']);
  expect(attempts()).toBe(1);
});

test('the code didn’t load -> the tab leads alone until a note loads it, and then joins', async () => {
  const { tabs, load, fail, asked, attempts, lead } = unloaded();
  tabs.join('7');
  const alone = tabs.others();
  fail();
  expect(await alone).toEqual(new Set());
  expect([tabs.leads(), asked, attempts()]).toEqual([true, [], 1]);
  tabs.post(draft);
  load();
  await tabs.others();
  expect(asked).toEqual(['here {}', 'join 7', 'post draft']);
  // Another one leads, until that is gone.
  expect(tabs.leads()).toBe(false);
  lead();
  expect(tabs.leads()).toBe(true);
});

test('what a tab has to agree on with the server -> loads the code, without a note and for a tab that joined before', async () => {
  const { tabs, load, fail, asked, attempts } = unloaded();
  tabs.join('7');
  const before = tabs.others();
  fail();
  await before;
  tabs.sync();
  expect(attempts()).toBe(2);
  load();
  await tabs.others();
  expect(asked).toEqual(['here {}', 'join 7', 'sync']);
});
