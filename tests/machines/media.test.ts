import { expect, test } from 'vitest';
import { createMedia } from '../../src/machines/media/media.actors.ts';
import { createApp, emptyLog } from '../../src/machines/app.ts';
import type { Media } from '../../src/machines/entities/media.ts';
import { createJournal } from '../../src/machines/log/journal.ts';
import { reportOf } from '../../src/machines/log/report.ts';
import { mediaDelay, mediaTimer } from '../../src/machines/media/media.machine.ts';
import {
  selectHasRunOut,
  selectIsLate,
  selectMedia,
  selectMediaFailure,
  selectMediaPhase,
} from '../../src/machines/media/media.selectors.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { media, noMedia } from '../../models/samples.ts';
import { START, aFailure } from '../support/builders.ts';
import { anApp, replays, storedOf } from './directory-support.ts';
import { aStoredSession, opened } from './session-support.ts';

const messageId = '901';
const shown: AppEvent = { type: 'media.shown', messageId };
const hidden: AppEvent = { type: 'media.hidden', messageId };
const broken: AppEvent = { type: 'media.broken', messageId };
const retried: AppEvent = { type: 'media.retried', messageId };
const askAgain: AppEvent = { type: 'timer.fired', timer: mediaTimer(messageId) };

/** An event, or what it is once those before it are in the log. */
type Step = AppEvent | (() => AppEvent);

/** Somebody is logged in. */
function aPage() {
  const page = anApp();
  page.append(opened(aStoredSession()));
  const snapshot = () => {
    const actor = page.directory.media(messageId);
    if (actor === undefined) throw new Error('No file is held');
    return actor.getSnapshot();
  };
  const request = () => page.given('media.fetch').at(-1)?.request ?? 0;
  const append = (...steps: readonly Step[]) => {
    for (const step of steps) page.append(typeof step === 'function' ? step() : step);
  };
  /** The commands that some more events gave. */
  const after = (...steps: readonly Step[]) => {
    const from = page.commands.length;
    append(...steps);
    return page.commands.slice(from);
  };
  const loaded =
    (answer: Media, call?: number): Step =>
    () => ({ type: 'media.loaded', messageId, request: call ?? request(), media: answer });
  const failed =
    (code: 'NETWORK' | 'NOT_FOUND' | 'INTERNAL'): Step =>
    () => ({ type: 'media.loadFailed', messageId, request: request(), failure: aFailure({ code }) });
  return { ...page, append, after, snapshot, phase: () => selectMediaPhase(snapshot()), loaded, failed, request };
}

test('shown -> asked once -> its address, however many views show it', () => {
  const page = aPage();
  page.append(shown, shown);
  expect(page.given('media.fetch')).toEqual([
    { type: 'media.fetch', messageId, request: page.request(), retry: false },
  ]);
  expect(page.phase()).toBe('loading');
  page.append(page.loaded(media()));
  expect(page.phase()).toBe('ready');
  expect(selectMedia(page.snapshot())).toMatchObject({ url: '/m/1', width: 1600 });
  page.append(shown);
  expect(page.given('media.fetch')).toHaveLength(1);
});

test('nobody is logged in -> nothing is asked', () => {
  const { append, given, directory } = anApp();
  append(shown);
  expect(given('media.fetch')).toEqual([]);
  expect(directory.media(messageId)).toBeUndefined();
});

test('the server is fetching it -> asked again after 1, 2, 4, ... 30 s', () => {
  const page = aPage();
  page.append(shown);
  const delays = Array.from({ length: 7 }, () => {
    const after = page.after(page.loaded(noMedia('fetching')));
    expect(page.phase()).toBe('fetching');
    page.append(askAgain);
    expect(page.phase()).toBe('fetching');
    return after.flatMap((command) => (command.type === 'timer.start' ? [command.ms] : []));
  });
  expect(delays.flat()).toEqual([1, 2, 4, 8, 16, 30, 30].map((seconds) => seconds * 1000));
  expect(mediaDelay(100)).toBe(30_000);
});

test('retried while the server waits for its next attempt -> asked at once to fetch it, and again after 1 s', () => {
  const page = aPage();
  page.append(shown);
  for (let answers = 0; answers < 5; answers += 1) page.append(page.loaded(noMedia('fetching')), askAgain);
  page.append(page.loaded(noMedia('fetching')));
  expect(selectIsLate(page.snapshot())).toBe(true);
  const commands = page.after(retried);
  expect(commands).toContainEqual({ type: 'timer.cancel', timer: mediaTimer(messageId) });
  expect(commands).toContainEqual({ type: 'media.fetch', messageId, request: page.request(), retry: true });
  expect(page.phase()).toBe('fetching');
  expect(page.after(page.loaded(noMedia('fetching')))).toContainEqual(
    expect.objectContaining({ type: 'timer.start', ms: 1_000 }),
  );
  expect(selectIsLate(page.snapshot())).toBe(false);
});

test('hidden while the server fetches it -> its timer is cancelled, and nothing is held', () => {
  const page = aPage();
  page.append(shown, page.loaded(noMedia('fetching')));
  expect(page.after(hidden)).toContainEqual({ type: 'timer.cancel', timer: mediaTimer(messageId) });
  expect(page.directory.media(messageId)).toBeUndefined();
  expect(page.after(askAgain)).toEqual([]);
});

test('hidden and shown again with a call in flight -> that call is awaited', () => {
  const page = aPage();
  page.append(shown, hidden, shown);
  expect(page.given('media.fetch')).toHaveLength(1);
  page.append(page.loaded(media()));
  expect(page.phase()).toBe('ready');
});

test('hidden with a call in flight -> held until it is answered', () => {
  const page = aPage();
  page.append(shown, hidden);
  expect(page.directory.media(messageId)).toBeDefined();
  page.append(page.failed('NETWORK'));
  expect(page.directory.media(messageId)).toBeUndefined();
});

test('hidden by one of two views -> kept', () => {
  const page = aPage();
  page.append(shown, shown, page.loaded(media()), hidden);
  expect(page.phase()).toBe('ready');
  page.append(hidden);
  expect(page.directory.media(messageId)).toBeUndefined();
});

test('shown after its address ran out -> a new one is asked for, the old one stays meanwhile', () => {
  const page = aPage();
  page.append(shown, page.loaded(media({ expiresAt: START })));
  expect(selectHasRunOut(page.snapshot(), page.snapshot().context.validUntil - 1)).toBe(false);
  // The log's clock goes on by a second an event.
  for (let second = 0; second < 30; second += 1) page.append({ type: 'sidebar.toggled' });
  expect(selectHasRunOut(page.snapshot(), page.snapshot().context.validUntil)).toBe(true);
  page.append(shown);
  expect(page.given('media.fetch')).toHaveLength(2);
  expect(page.phase()).toBe('ready');
  expect(selectMedia(page.snapshot())?.url).toBe('/m/1');
  page.append(page.loaded(media({ url: '/m/2' })));
  expect(selectMedia(page.snapshot())?.url).toBe('/m/2');
});

test('a late answer of an earlier call -> ignored', () => {
  const page = aPage();
  page.append(shown);
  const first = page.request();
  page.append(page.loaded(media()), broken, page.loaded(media({ url: '/m/late' }), first));
  expect(selectMedia(page.snapshot())?.url).toBe('/m/1');
  page.append(page.loaded(media({ url: '/m/2' })));
  expect(selectMedia(page.snapshot())?.url).toBe('/m/2');
});

test('broken -> a new address once, then failed; retried -> the server fetches it again', () => {
  const page = aPage();
  page.append(shown, page.loaded(media()), broken);
  expect(page.given('media.fetch').at(-1)).toMatchObject({ retry: false });
  page.append(page.loaded(media()), broken);
  expect(page.phase()).toBe('failed');
  expect(selectMedia(page.snapshot())).toBeNull();
  page.append(retried);
  expect(page.phase()).toBe('loading');
  expect(page.given('media.fetch').map(({ retry }) => retry)).toEqual([false, false, true]);
});

test('a film broken again -> unshown with its address, and renewed when that has run out', () => {
  const page = aPage();
  const film = media({ mimeType: 'video/3gpp', expiresAt: START });
  page.append(shown, page.loaded(film), broken, page.loaded(film), broken);
  expect(page.phase()).toBe('unshown');
  expect(selectMedia(page.snapshot())?.url).toBe('/m/1');
  expect(selectHasRunOut(page.snapshot(), page.snapshot().context.validUntil - 1)).toBe(false);
  for (let second = 0; second < 30; second += 1) page.append({ type: 'sidebar.toggled' });
  page.append(shown);
  expect(page.given('media.fetch')).toHaveLength(3);
});

test.each([
  ['expired', 'expired'],
  ['refused', 'refused'],
  ['failed', 'failed'],
] as const)('the server says %s -> %s, without an address', (state, phase) => {
  const page = aPage();
  page.append(shown, page.loaded(noMedia(state)));
  expect(page.phase()).toBe(phase);
  expect(selectMedia(page.snapshot())?.url).toBeNull();
  expect(page.after(retried).map(({ type }) => type)).toEqual(phase === 'refused' ? [] : ['media.fetch']);
});

test('the network is gone -> failed; back -> asked again', () => {
  const page = aPage();
  page.append(shown, page.failed('NETWORK'));
  expect(page.phase()).toBe('failed');
  expect(selectMediaFailure(page.snapshot())).toMatchObject({ code: 'NETWORK' });
  page.append({ type: 'network.changed', online: false });
  expect(page.given('media.fetch')).toHaveLength(1);
  expect(page.after({ type: 'network.changed', online: true })).toContainEqual(
    expect.objectContaining({ type: 'media.fetch', messageId, retry: false }),
  );
});

test('not found -> missing, and the network’s return changes nothing', () => {
  const page = aPage();
  page.append(shown, page.failed('NOT_FOUND'));
  expect(page.phase()).toBe('missing');
  page.append({ type: 'network.changed', online: false }, { type: 'network.changed', online: true });
  expect(page.given('media.fetch')).toHaveLength(1);
});

test('logged out, or a new page -> nothing is held', () => {
  const page = aPage();
  page.append(shown, page.loaded(media()), { type: 'logout.requested' });
  expect(page.directory.media(messageId)).toBeUndefined();
  const other = aPage();
  other.append(shown, other.loaded(media()), opened(aStoredSession()));
  expect(other.directory.media(messageId)).toBeUndefined();
});

test('a session with files replays to the same', () => {
  replays();
  const page = aPage();
  page.append(shown, page.loaded(media()), broken);
  for (const { replayed, held } of replays()) expect(replayed).toEqual(held);
});

test('no address is stored, nor reported', () => {
  const app = createApp({ now: () => START, onCommand: () => undefined });
  app.directory.add('media', createMedia);
  const journal = createJournal(app, emptyLog);
  app.append(opened(aStoredSession()));
  app.append(shown);
  app.append({ type: 'media.loaded', messageId, request: app.log.position, media: media({ url: '/m/secret' }) });
  expect(app.directory.media(messageId)?.getSnapshot().value).toBe('ready');
  // A change of user makes a snapshot.
  app.append({ type: 'login.refused', generation: 9, failure: aFailure() });
  for (let event = 0; event < 400; event += 1) app.append({ type: 'sidebar.toggled' });
  const report = JSON.stringify(reportOf(journal.whole()));
  expect(report).toContain('media.loaded');
  expect(report).not.toContain('secret');
  const { snapshots, tail } = storedOf(journal.whole());
  expect(JSON.stringify([[...snapshots], tail])).not.toMatch(/media[.:]|secret/);
});
