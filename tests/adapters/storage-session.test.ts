import { describe, expect, test } from 'vitest';
import { DEFAULT_PREFERENCES } from '../../src/adapters/storage/local.ts';
import type { Preferences } from '../../src/machines/log/events-session.ts';
import { memoryStorage } from '../support/node-environment.ts';
import { startBench, TENANT } from './harness.ts';

describe('the session and the preferences', () => {
  const KEPT_SESSION = {
    access_token: 'token-1',
    tenant: TENANT,
    email: 'ana@aurora.example',
    name: 'Ana Souza',
    origin_backoffice: true,
    has_permission_routes: ['users'],
    user: { id: '7', role: 'administrador' },
  };
  const SESSION = {
    userId: '7',
    email: 'ana@aurora.example',
    name: 'Ana Souza',
    roleName: 'administrador',
    originBackoffice: true,
    routes: ['users', 'tenants'],
  };
  const PREFERENCES: Preferences = {
    theme: 'dark',
    locale: 'en',
    sidebarOpen: true,
    sound: false,
    singleKeys: false,
    activeInstanceId: '5',
    modSends: true,
    inboxView: 'queue',
    inboxSort: 'longest_wait',
  };

  test('kept by a version that knew no single-key shortcuts -> they are on, the rest is as it was', async () => {
    const localStorage = memoryStorage();
    const { singleKeys: _, ...older } = PREFERENCES;
    localStorage.setItem(`balcao:${TENANT}:session`, JSON.stringify(KEPT_SESSION));
    localStorage.setItem(`balcao:${TENANT}:preferences:7`, JSON.stringify(older));
    const bench = await startBench({ localStorage });
    bench.adapters.start();
    expect(await bench.next('app.opened')).toMatchObject({ preferences: { ...older, singleKeys: true } });
    expect(bench.events.items).toHaveLength(1);
  });

  test('kept by a newer version -> what it has more stays', async () => {
    const localStorage = memoryStorage();
    const newer = { ...PREFERENCES, density: 'compact' };
    localStorage.setItem(`balcao:${TENANT}:session`, JSON.stringify(KEPT_SESSION));
    localStorage.setItem(`balcao:${TENANT}:preferences:7`, JSON.stringify(newer));
    const bench = await startBench({ localStorage });
    bench.adapters.start();
    const { preferences } = await bench.next('app.opened');
    expect(preferences).toEqual(newer);
    bench.adapters.run({ type: 'preferences.keep', preferences: { ...preferences, sound: true } });
    const stored = localStorage.getItem(`balcao:${TENANT}:preferences:7`);
    expect(JSON.parse(stored ?? '')).toEqual({ ...newer, sound: true });
  });

  test('kept -> the next page opens with them; the token is in the vault, not in the event', async () => {
    const localStorage = memoryStorage();
    const bench = await startBench({ localStorage });
    const token = bench.adapters.vault.keep('token-1');
    bench.adapters.run({ type: 'session.keep', session: { token, ...SESSION } });
    bench.adapters.run({ type: 'preferences.keep', preferences: PREFERENCES });

    const next = await startBench({ localStorage });
    next.adapters.start();
    const opened = await next.next('app.opened');
    expect(next.events.items).toHaveLength(1);
    expect(opened).toMatchObject({
      tenant: TENANT,
      session: SESSION,
      preferences: PREFERENCES,
      online: true,
      visible: true,
      desktop: 'granted',
    });
    expect(JSON.stringify(opened)).not.toContain('token-1');
    expect(next.adapters.vault.read(opened.session?.token ?? '')).toBe('token-1');
  });

  test('locked -> the next page opens locked, the other tabs hear of it, and of its end', async () => {
    const localStorage = memoryStorage();
    const [bench, other] = [await startBench({ localStorage }), await startBench({ localStorage })];
    other.adapters.start();
    const key = `balcao:${TENANT}:locked`;
    bench.adapters.run({ type: 'lock.keep', locked: true });
    other.environment.pageControl.changeStorage(`balcao:${TENANT}:preferences`);
    other.environment.pageControl.changeStorage(key);
    const next = await startBench({ localStorage });
    next.adapters.start();
    expect(next.had('app.opened')).toMatchObject([{ locked: true }]);
    bench.adapters.run({ type: 'lock.keep', locked: false });
    other.environment.pageControl.changeStorage(key);
    const heard = other.events.items.map(({ type }) => type).filter((type) => type.startsWith('screen.'));
    expect(heard).toEqual(['screen.locked', 'screen.unlocked']);
  });

  test('reloaded for a version -> the tab’s next page says so, and no other tab’s', async () => {
    const sessionStorage = memoryStorage();
    const bench = await startBench({ sessionStorage });
    bench.adapters.start();
    expect(bench.had('app.opened')[0]).not.toHaveProperty('reloadedFor');
    bench.adapters.run({ type: 'page.reload', version: 7 });
    const [next, other] = [await startBench({ sessionStorage }), await startBench({})];
    for (const { adapters } of [next, other]) adapters.start();
    expect(next.had('app.opened')[0]?.reloadedFor).toBe(7);
    expect(other.had('app.opened')[0]).not.toHaveProperty('reloadedFor');
  });

  test('everything the specification keeps is in one value of the tenant’s own', async () => {
    const localStorage = memoryStorage();
    const bench = await startBench({ localStorage });
    const token = bench.adapters.vault.keep('token-1');
    bench.adapters.run({ type: 'session.keep', session: { token, ...SESSION } });
    expect([...localStorage.entries].map(([key, value]) => [key, JSON.parse(value)])).toEqual([
      [
        `balcao:${TENANT}:session`,
        {
          access_token: 'token-1',
          tenant: TENANT,
          email: 'ana@aurora.example',
          name: 'Ana Souza',
          origin_backoffice: true,
          has_permission_routes: ['users', 'tenants'],
          user: { id: '7', role: 'administrador' },
        },
      ],
    ]);
  });

  test('kept for the browser before each person had their own -> they are of who is logged in, and stay theirs', async () => {
    const localStorage = memoryStorage();
    localStorage.setItem(`balcao:${TENANT}:session`, JSON.stringify(KEPT_SESSION));
    localStorage.setItem(`balcao:${TENANT}:preferences`, JSON.stringify(PREFERENCES));
    const bench = await startBench({ localStorage });
    bench.adapters.start();
    expect(await bench.next('app.opened')).toMatchObject({ preferences: PREFERENCES });
    expect(JSON.parse(localStorage.getItem(`balcao:${TENANT}:preferences:7`) ?? '')).toEqual(PREFERENCES);
  });

  test('forgotten -> the next page opens without a session, and has the last theme and language alone', async () => {
    const localStorage = memoryStorage();
    const bench = await startBench({ localStorage });
    const token = bench.adapters.vault.keep('token-1');
    bench.adapters.run({ type: 'session.keep', session: { token, ...SESSION } });
    bench.adapters.run({ type: 'preferences.keep', preferences: PREFERENCES });
    bench.adapters.run({ type: 'session.forget' });
    const next = await startBench({ localStorage });
    next.adapters.start();
    expect(await next.next('app.opened')).toMatchObject({
      session: null,
      preferences: { ...DEFAULT_PREFERENCES, theme: 'dark', locale: 'en' },
    });
  });

  test('forgotten in one tab -> what another tab keeps for somebody else by now stays', async () => {
    const localStorage = memoryStorage();
    const [first, second] = [await startBench({ localStorage }), await startBench({ localStorage })];
    const session = (bench: typeof first, token: string) => ({ ...SESSION, token: bench.adapters.vault.keep(token) });
    first.adapters.run({ type: 'session.keep', session: session(first, 'token-1') });
    second.adapters.run({ type: 'session.keep', session: { ...session(second, 'token-2'), userId: '8' } });
    first.adapters.run({ type: 'session.forget' });
    const kept = () => JSON.parse(localStorage.getItem(`balcao:${TENANT}:session`) ?? 'null');
    expect(kept()).toMatchObject({ access_token: 'token-2', user: { id: '8' } });
    second.adapters.run({ type: 'session.forget' });
    expect(kept()).toBeNull();
  });

  test.each(['{', '{"access_token":"token-1"}', 'null'])(
    '%s is stored -> no session, reported without it',
    async (text) => {
      const localStorage = memoryStorage();
      localStorage.setItem(`balcao:${TENANT}:session`, text);
      const bench = await startBench({ localStorage });
      bench.adapters.start();
      expect(bench.events.items.map((event) => event.type)).toEqual(['app.opened', 'input.rejected']);
      expect(bench.had('app.opened')).toMatchObject([{ session: null, preferences: DEFAULT_PREFERENCES }]);
      expect(JSON.stringify(bench.events.items)).not.toContain('token-1');
    },
  );
});
