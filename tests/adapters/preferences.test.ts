import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { UserPreferences } from '../../contract/entities/user-preferences.ts';
import { DEFAULT_PREFERENCES } from '../../src/adapters/storage/local.ts';
import { takePreferences } from '../../src/adapters/tabs/personal-preferences.ts';
import type { Preferences } from '../../src/machines/log/events-session.ts';
import { eventually } from '../support/expect-eventually.ts';
import { memoryStorage } from '../support/node-environment.ts';
import { data, graphqlError } from '../support/scripted-server.ts';
import { TENANT, startBench } from './harness.ts';

const SESSION = {
  userId: '7',
  email: 'ana@aurora.example',
  name: 'Ana',
  roleName: 'atendente',
  originBackoffice: false,
  routes: [],
};
const MINE: Preferences = { ...DEFAULT_PREFERENCES, sidebarOpen: true, lockMinutes: 5, notices: { volume: 0.2 } };
const THEIRS: UserPreferences = {
  theme: 'dark',
  locale: 'en',
  sound: false,
  singleKeys: true,
  notices: { silent: ['queue'] },
};
const bodySchema = z.object({ preferences: z.string() });

/** A page of somebody whose server has `saved`. */
async function openPage(saved: UserPreferences | null, localStorage = memoryStorage()) {
  const bench = await startBench({
    localStorage,
    // Changes follow each other at once.
    after: (ms, run) => {
      const timer = setTimeout(run, ms === 1_000 ? 0 : ms);
      return () => clearTimeout(timer);
    },
  });
  const { adapters, server } = bench;
  let kept: unknown = saved;
  const answer = () =>
    server.on('userPreferences', () => data({ userPreferences: kept === null ? null : JSON.stringify(kept) }));
  answer();
  const accept = () =>
    server.on('saveUserPreferences', ({ body }) => {
      kept = JSON.parse(bodySchema.parse(body).preferences);
      return data({ saveUserPreferences: true });
    });
  accept();
  const token = adapters.vault.keep('token-1');
  adapters.run({ type: 'session.keep', session: { token, ...SESSION } });
  adapters.run({ type: 'token.adopt', token, generation: 1 });
  adapters.run({ type: 'tabs.join', userId: '7' });
  const keep = (preferences: Preferences) => adapters.run({ type: 'preferences.keep', preferences });
  /** The page is connected, and has asked. */
  const connect = async (attempt: number) => {
    const ticket = adapters.vault.keep('ticket-1');
    adapters.run({ type: 'socket.open', attempt, ticket, userId: '7', epoch: null, since: null });
    await bench.all('socket.opened', attempt);
    const socket = (await server.sockets.count(attempt, () => true)).at(-1);
    socket?.send({ event: 'hello', epoch: 'e', head: 5, recovered: false });
    return socket;
  };
  const asked = (number: number) => server.requests.count(number, ({ name }) => name === 'userPreferences');
  return {
    ...bench,
    localStorage,
    accept,
    answer,
    keep,
    connect,
    asked,
    kept: () => kept,
    put: (next: object) => void (kept = next),
  };
}

test('the server has none -> nothing is sent until one of the person’s changes; this browser’s own stay here', async () => {
  const page = await openPage(null);
  page.keep(MINE);
  await page.connect(1);
  await eventually(() =>
    expect([...page.localStorage.entries.keys()]).toContainEqual(expect.stringMatching(/:saved$/u)),
  );
  page.keep({ ...MINE, sidebarOpen: false, notices: { volume: 1 } });
  page.keep({ ...MINE, theme: 'dark', starredPages: ['users'] });
  const { theme: _, ...plain } = THEIRS;
  await eventually(() =>
    expect(page.kept()).toEqual({
      ...plain,
      theme: 'dark',
      locale: 'pt_BR',
      sound: true,
      starredPages: ['users'],
      notices: {},
    }),
  );
  expect(page.server.requests.items.filter(({ name }) => name === 'saveUserPreferences')).toHaveLength(1);
});

test('the server has others -> they are taken; changed in another browser -> again; this browser’s own stay', async () => {
  const page = await openPage(THEIRS);
  page.keep(MINE);
  const socket = await page.connect(1);
  const { preferences } = await page.next('preferences.receivedFromTab');
  const taken = { ...MINE, ...THEIRS, notices: { volume: 0.2, silent: ['queue'] } };
  expect(preferences).toEqual(taken);
  page.put({ ...THEIRS, isCompact: true });
  const stream = { epoch: 'e', seq: 6, prev: 5, id: 'f6' };
  socket?.send({ event: 'ListUpdated', ...stream, data: { list: 'preferences' } });
  expect((await page.all('preferences.receivedFromTab', 2))[1]?.preferences).toEqual({ ...taken, isCompact: true });
});

test('changed here while offline, and elsewhere meanwhile -> both, and a later version’s parts stay', async () => {
  const page = await openPage(THEIRS);
  page.keep(MINE);
  await page.connect(1);
  const { preferences } = await page.next('preferences.receivedFromTab');
  page.server.on('userPreferences', graphqlError('no', { code: 'UNAVAILABLE', key: 'error.server' }, 503));
  page.keep({ ...preferences, theme: 'light', notices: { ...preferences.notices, dismissed: ['tour'] } });
  await page.next('api.responseFailed');
  const quiet = { from: 1_320, to: 420, days: [1], timeZone: 'UTC', soft: true };
  const elsewhere = { ...THEIRS, font: 'large', starredPages: ['users'], notices: { silent: [], quiet, tone: 'bell' } };
  page.put(elsewhere);
  page.answer();
  await page.connect(2);
  const both = { ...elsewhere, theme: 'light', notices: { ...elsewhere.notices, dismissed: ['tour'] } };
  await eventually(() => expect(page.kept()).toEqual(both));
  const shown = (await page.all('preferences.receivedFromTab', 2))[1]?.preferences;
  expect(shown).toEqual({ ...MINE, ...both, notices: { ...both.notices, volume: 0.2 } });
});

test('settings from before any were saved, and the server has none -> they are saved', async () => {
  const page = await openPage(null);
  page.keep({ ...MINE, starredPages: ['users'] });
  await page.connect(1);
  await eventually(() => expect(page.kept()).toMatchObject({ starredPages: ['users'] }));
});

test('changed before the server first answered -> not lost to what it has', async () => {
  const page = await openPage(THEIRS);
  page.server.on('userPreferences', graphqlError('no', { code: 'UNAVAILABLE', key: 'error.server' }, 503));
  page.keep(MINE);
  await page.connect(1);
  await page.next('api.responseFailed');
  page.keep({ ...MINE, starredPages: ['users'] });
  page.answer();
  await page.connect(2);
  await eventually(() => expect(page.kept()).toEqual({ ...THEIRS, starredPages: ['users'] }));
});

test('not saved before a login -> still there after it', async () => {
  const page = await openPage(THEIRS);
  page.keep(MINE);
  await page.connect(1);
  const { preferences } = await page.next('preferences.receivedFromTab');
  page.server.on('saveUserPreferences', graphqlError('no', { code: 'UNAVAILABLE', key: 'error.server' }, 503));
  page.keep({ ...preferences, isCompact: true });
  const place = { environment: page.environment, tenant: TENANT };
  const taken = takePreferences(place, '7', JSON.stringify({ ...THEIRS, locale: 'pt' }));
  expect(taken).toMatchObject({
    shown: { isCompact: true, locale: 'pt' },
    unsaved: { ...THEIRS, isCompact: true, locale: 'pt' },
  });
});

test('no storage -> a change is saved all the same, and isn’t undone', async () => {
  const setItem = () => {
    throw new Error('full');
  };
  const page = await openPage(THEIRS, { ...memoryStorage(), setItem });
  page.keep(MINE);
  await page.connect(1);
  const { preferences } = await page.next('preferences.receivedFromTab');
  page.keep({ ...preferences, isCompact: true });
  await eventually(() => expect(page.kept()).toEqual({ ...THEIRS, isCompact: true }));
  await page.connect(2);
  page.keep({ ...preferences, isCompact: true, locale: 'pt' });
  await eventually(() => expect(page.kept()).toEqual({ ...THEIRS, isCompact: true, locale: 'pt' }));
  expect(page.had('preferences.receivedFromTab')).toHaveLength(1);
});

test('a change couldn’t be saved -> it isn’t lost to the server’s, and is saved with the next connection', async () => {
  const page = await openPage(THEIRS);
  page.keep(MINE);
  await page.connect(1);
  const { preferences } = await page.next('preferences.receivedFromTab');
  page.server.on('saveUserPreferences', graphqlError('no', { code: 'UNAVAILABLE', key: 'error.server' }, 503));
  page.keep({ ...preferences, locale: 'pt' });
  await page.server.requests.count(1, ({ name }) => name === 'saveUserPreferences');
  await page.next('api.responseFailed');
  page.accept();
  await page.connect(2);
  await eventually(() => expect(page.kept()).toEqual({ ...THEIRS, locale: 'pt' }));
  expect(page.had('preferences.receivedFromTab')).toHaveLength(1);
});
