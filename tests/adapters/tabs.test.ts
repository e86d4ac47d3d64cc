import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { DEFAULT_PREFERENCES } from '../../src/adapters/storage/local.ts';
import type { StoredMessage } from '../../src/machines/log/events-send.ts';
import { steppingClock } from '../support/node-environment.ts';
import { browserTabs } from '../support/tabs.ts';
import { startBench } from './harness.ts';
import type { Bench } from './harness.ts';
import { eventually } from '../support/expect-eventually.ts';

const join = { type: 'tabs.join', userId: '7' } as const;
const load = { type: 'outbox.load', userId: '7' } as const;

function message(n: number): StoredMessage {
  return {
    clientId: `0b8f7c1e-6f0f-4f39-9d2c-00000000000${n}`,
    tempId: `${n}-temp`,
    ticketId: '20',
    customerId: '40',
    instanceId: '5',
    toNumber: '5511987654321',
    text: `Texto ${n}`,
    replyTo: null,
    userId: '7',
    submittedAt: 1000,
    failure: null,
  };
}

/** Tabs of one person in one browser; each has joined before the next is opened. */
async function openTabs(
  count: number,
  browser = { indexedDB: new IDBFactory(), ...browserTabs() },
): Promise<readonly Bench[]> {
  const tabs: Bench[] = [];
  for (let n = 0; n < count; n += 1) {
    const tab = await startBench(browser);
    tabs.push(tab);
    tab.adapters.run(join);
    if (n === 0) await tab.next('tab.led');
    // Its own lock is held by then.
    tab.adapters.run(load);
    await tab.next('drafts.restored');
  }
  return tabs;
}

describe('who leads', () => {
  test('without locks a tab is alone, and leads at once', async () => {
    const tab = await startBench();
    tab.adapters.run(join);
    await tab.next('tab.led');
    expect(tab.had('tab.led')).toHaveLength(1);
  });

  test('the first; when it is gone one other, and when that one logs out the last', async () => {
    const [first, ...others] = await openTabs(3);
    expect(others.flatMap((tab) => tab.had('tab.led'))).toEqual([]);
    first?.adapters.stop();
    await eventually(() => expect(others.flatMap((tab) => tab.had('tab.led'))).toHaveLength(1));
    others.find((tab) => tab.had('tab.led').length > 0)?.adapters.run({ type: 'tabs.leave' });
    await eventually(() => expect(others.flatMap((tab) => tab.had('tab.led'))).toHaveLength(2));
  });

  test('somebody else’s tabs are none of them', async () => {
    const browser = { indexedDB: new IDBFactory(), ...browserTabs() };
    const [ours, theirs] = [await startBench(browser), await startBench(browser)];
    ours.adapters.run(join);
    theirs.adapters.run({ type: 'tabs.join', userId: '8' });
    await ours.next('tab.led');
    await theirs.next('tab.led');
    ours.adapters.run({ type: 'draft.keep', customerId: '40', instanceId: '5', text: 'Oi' });
    ours.adapters.run({ type: 'storage.erase' });
    theirs.adapters.run({ type: 'draft.keep', customerId: '40', instanceId: '5', text: 'Bom dia' });
    expect([
      theirs.had('draft.receivedFromTab'),
      theirs.had('logout.inOtherTab'),
      ours.had('draft.receivedFromTab'),
    ]).toEqual([[], [], []]);
  });
});

describe('what a tab leaves unsent', () => {
  test('while it lives it sends it itself; when it is gone the leader has it, once', async () => {
    const [leader, other, third] = await openTabs(3);
    if (!leader || !other || !third) throw new Error('Three tabs');
    other.adapters.run({ type: 'outbox.put', message: message(1) });
    await other.next('outbox.stored');
    leader.adapters.run(load);
    await leader.all('outbox.restored', 2);
    expect(leader.had('outbox.restored').flatMap(({ messages }) => messages)).toEqual([]);
    other.adapters.stop();
    await eventually(() =>
      expect(leader.had('outbox.restored').flatMap(({ messages }) => messages)).toEqual([message(1)]),
    );
    expect(third.had('outbox.restored').flatMap(({ messages }) => messages)).toEqual([]);
  });

  test('a tab that comes later leaves to the leader what that has of a closed one', async () => {
    const browser = { indexedDB: new IDBFactory(), ...browserTabs() };
    const [leader, other] = await openTabs(2, browser);
    if (!leader || !other) throw new Error('Two tabs');
    other.adapters.run({ type: 'outbox.put', message: message(1) });
    await other.next('outbox.stored');
    other.adapters.stop();
    await eventually(() => expect(leader.had('outbox.restored').at(-1)?.messages).toEqual([message(1)]));
    const later = await startBench(browser);
    later.adapters.run(join);
    later.adapters.run(load);
    expect((await later.next('outbox.restored')).messages).toEqual([]);
  });

  test('a tab whose person logs out and in again is followed as before', async () => {
    const [leader, other] = await openTabs(2);
    if (!leader || !other) throw new Error('Two tabs');
    const viewed = () => leader.had('tab.otherViewed').at(-1)?.viewed;
    await eventually(() => expect(viewed()).toBe(true));
    other.adapters.run({ type: 'tabs.leave' });
    await eventually(() => expect(viewed()).toBe(false));
    other.adapters.run(join);
    await eventually(() => expect(viewed()).toBe(true));
    other.adapters.run({ type: 'outbox.put', message: message(1) });
    await other.next('outbox.stored');
    other.adapters.stop();
    await eventually(() => expect(leader.had('outbox.restored').at(-1)?.messages).toEqual([message(1)]));
  });

  test('what is to be done with a ticket is sent by the tab where it was asked for, and by the leader when that is gone', async () => {
    const [leader, other] = await openTabs(2);
    if (!leader || !other) throw new Error('Two tabs');
    const action = { kind: 'finish', clientId: 'finish:20', ticketId: '20', outcomeId: null, userId: '7' } as const;
    const actions = () => leader.had('outbox.restored').flatMap((event) => event.actions ?? []);
    other.adapters.run({ type: 'outbox.putAction', action });
    await other.next('outbox.stored');
    leader.adapters.run(load);
    await leader.all('outbox.restored', 2);
    expect(actions()).toEqual([]);
    other.adapters.stop();
    await eventually(() => expect(actions()).toEqual([action]));
  });

  test('two tabs left messages of one conversation -> they go out in the order in which they were submitted', async () => {
    const browser = { indexedDB: new IDBFactory(), ...browserTabs(), now: steppingClock() };
    const [one, other] = await openTabs(2, browser);
    for (const [tab, n] of [
      [one, 1],
      [one, 2],
      [other, 3],
    ] as const) {
      tab?.adapters.run({ type: 'outbox.put', message: message(n) });
      await tab?.events.find((event) => event.type === 'outbox.stored' && event.clientId === message(n).clientId);
    }
    for (const tab of [one, other]) tab?.adapters.stop();
    const [next] = await openTabs(1, browser);
    expect(next?.had('outbox.restored').at(-1)?.messages).toEqual([1, 2, 3].map(message));
  });

  test('the leader’s own goes to the next leader', async () => {
    const [leader, next] = await openTabs(2);
    if (!leader || !next) throw new Error('Two tabs');
    leader.adapters.run({ type: 'outbox.put', message: message(1) });
    await leader.next('outbox.stored');
    leader.adapters.stop();
    await next.next('tab.led');
    next.adapters.run(load);
    await eventually(() => expect(next.had('outbox.restored').at(-1)?.messages).toEqual([message(1)]));
  });

  test('a tab that comes later and goes is followed too', async () => {
    const browser = { indexedDB: new IDBFactory(), ...browserTabs() };
    const leader = await startBench(browser);
    leader.adapters.run(join);
    await leader.next('tab.led');
    const later = await startBench(browser);
    later.adapters.run(join);
    later.adapters.run({ type: 'outbox.put', message: message(2) });
    await later.next('outbox.stored');
    // The leader has heard of it.
    later.adapters.run({ type: 'draft.keep', customerId: '40', instanceId: '5', text: 'Oi' });
    await leader.next('draft.receivedFromTab');
    leader.adapters.run(load);
    await leader.next('outbox.restored');
    later.adapters.stop();
    await eventually(() => expect(leader.had('outbox.restored').at(-1)?.messages).toEqual([message(2)]));
  });
});

describe('what the others are told', () => {
  test('a draft, preferences, notices that were read, and the logout', async () => {
    const [one, other] = await openTabs(2);
    if (!one || !other) throw new Error('Two tabs');
    const preferences = { ...DEFAULT_PREFERENCES, theme: 'dark' } as const;
    one.adapters.run({ type: 'draft.keep', customerId: '40', instanceId: '5', text: 'Bom dia' });
    one.adapters.run({ type: 'draft.keep', customerId: '40', instanceId: '5', text: 'Ligar', of: 'note' });
    one.adapters.run({ type: 'preferences.keep', preferences });
    one.adapters.run({ type: 'notices.tellRead', ids: ['transfer:60:pending'] });
    one.adapters.run({ type: 'storage.erase' });
    expect(await other.next('draft.receivedFromTab')).toMatchObject({
      customerId: '40',
      instanceId: '5',
      text: 'Bom dia',
    });
    expect((await other.next('preferences.receivedFromTab')).preferences).toMatchObject({ theme: 'dark' });
    expect((await other.next('notices.readInOtherTab')).ids).toEqual(['transfer:60:pending']);
    await other.next('logout.inOtherTab');
    expect(other.had('draft.receivedFromTab').map(({ text, of }) => [text, of])).toEqual([
      ['Bom dia', undefined],
      ['Ligar', 'note'],
    ]);
    expect([one.had('draft.receivedFromTab'), one.had('notices.readInOtherTab')]).toEqual([[], []]);
  });

  test('the logout, where the tab’s code has not loaded before it', async () => {
    const browser = { indexedDB: new IDBFactory(), ...browserTabs() };
    const [other] = await openTabs(1, browser);
    const { adapters } = await startBench(browser);
    for (const command of [join, { type: 'storage.erase' }, { type: 'tabs.leave' }] as const) adapters.run(command);
    await eventually(() => expect(other?.had('logout.inOtherTab')).toHaveLength(1));
  });

  test('whether one is in view; one that is gone isn’t', async () => {
    const [one, other] = await openTabs(2);
    if (!one || !other) throw new Error('Two tabs');
    expect(await one.next('tab.otherViewed')).toMatchObject({ viewed: true });
    other.adapters.stop();
    await eventually(() => expect(one.had('tab.otherViewed').at(-1)?.viewed).toBe(false));
  });

  test('which tickets are on a visible one’s screen, also to a tab that comes later', async () => {
    const browser = { indexedDB: new IDBFactory(), ...browserTabs() };
    const [one, other] = await openTabs(2, browser);
    if (!one || !other) throw new Error('Two tabs');
    await one.next('tab.otherViewed');
    other.adapters.run({ type: 'tabs.tellShown', ticketIds: ['501'] });
    const last = (tab = one) => tab.had('tab.otherViewed').at(-1);
    await eventually(() => expect(last()).toMatchObject({ viewed: true, tickets: ['501'] }));
    // It has one on its screen before it joins.
    const later = await startBench(browser);
    later.adapters.run({ type: 'tabs.tellShown', ticketIds: ['502'] });
    later.adapters.run(join);
    await eventually(() => expect(last(later)).toMatchObject({ tickets: ['501'] }));
    await eventually(() => expect(last()).toMatchObject({ tickets: ['501', '502'] }));
    later.adapters.stop();
    await eventually(() => expect(last()).toMatchObject({ tickets: ['501'] }));
    other.adapters.run({ type: 'tabs.tellShown', ticketIds: [] });
    await eventually(() => expect(last()).toMatchObject({ viewed: true, tickets: [] }));
  });

  test('how much one hasn’t sent yet, also to a tab that comes later; what a closed one left is the leader’s', async () => {
    const browser = { indexedDB: new IDBFactory(), ...browserTabs() };
    const [one, other] = await openTabs(2, browser);
    if (!one || !other) throw new Error('Two tabs');
    const count = (tab = one) => tab.had('tab.othersUnsent').at(-1)?.count;
    const finish = { kind: 'finish', clientId: 'finish:20', ticketId: '20', outcomeId: null, userId: '7' } as const;
    for (const n of [1, 2]) other.adapters.run({ type: 'outbox.put', message: message(n) });
    other.adapters.run({ type: 'outbox.put', message: { ...message(3), reactsTo: '90' } });
    other.adapters.run({ type: 'outbox.putAction', action: finish });
    await eventually(() => expect(count()).toBe(3));
    // Refused, and kept.
    other.adapters.run({ type: 'outbox.put', message: message(1) });
    other.adapters.run({ type: 'outbox.remove', clientId: message(2).clientId });
    await eventually(() => expect(count()).toBe(2));
    const later = await startBench(browser);
    // Nobody is logged in there.
    later.adapters.run({ type: 'outbox.put', message: message(6) });
    await later.next('outbox.stored');
    later.adapters.run({ type: 'outbox.remove', clientId: message(6).clientId });
    later.adapters.run(join);
    later.adapters.run({ type: 'outbox.put', message: message(4) });
    await eventually(() => expect([count(later), count(), count(other)]).toEqual([2, 3, 1]));
    // What it left is the leader's from then on.
    later.adapters.stop();
    await eventually(() => expect([count(), count(other)]).toEqual([2, 1]));
    other.adapters.run({ type: 'tabs.leave' });
    await eventually(() => expect(count()).toBe(0));
    other.adapters.run(join);
    other.adapters.run({ type: 'outbox.put', message: message(5) });
    await eventually(() => expect(count()).toBe(1));
  });

  test('what a closed tab left is already done -> it isn’t counted', async () => {
    const browser = { indexedDB: new IDBFactory(), ...browserTabs() };
    const [one, other, third] = await openTabs(3, browser);
    if (!one || !other || !third) throw new Error('Three tabs');
    const count = () => third.had('tab.othersUnsent').at(-1)?.count;
    one.react((event) =>
      event.type === 'outbox.restored'
        ? event.messages.map(({ clientId }) => ({ type: 'outbox.remove', clientId }) as const)
        : [],
    );
    other.adapters.run({ type: 'outbox.put', message: message(1) });
    await other.next('outbox.stored');
    await eventually(() => expect(count()).toBe(1));
    other.adapters.stop();
    await eventually(() => expect(one.had('outbox.restored').at(-1)?.messages).toEqual([message(1)]));
    one.adapters.run({ type: 'outbox.put', message: message(2) });
    await one.next('outbox.stored');
    one.adapters.run({ type: 'outbox.remove', clientId: message(2).clientId });
    third.adapters.run({ type: 'outbox.put', message: message(3) });
    await eventually(() => expect(one.had('tab.othersUnsent').at(-1)?.count).toBe(1));
    await eventually(() => expect(count()).toBe(0));
  });

  test('what is no note is rejected, and changes nothing', async () => {
    const tabs = browserTabs();
    const tab = await startBench({ indexedDB: new IDBFactory(), ...tabs });
    tab.adapters.run(join);
    await tab.next('tab.led');
    tabs.channel('balcao:aurora:7')?.postMessage({ kind: 'draft', customerId: 40 });
    expect(await tab.next('input.rejected')).toMatchObject({ source: 'broadcast' });
    expect(tab.had('draft.receivedFromTab')).toEqual([]);
  });
});
