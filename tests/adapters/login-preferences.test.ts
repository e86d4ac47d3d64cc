import { expect, test } from 'vitest';
import { memoryStorage } from '../support/node-environment.ts';
import { data, ok } from '../support/scripted-server.ts';
import { wireUser } from '../support/wire.ts';
import { startBench, TENANT } from './harness.ts';
import type { Bench } from './harness.ts';

const EMAIL = 'ana@aurora.example';

function submit({ adapters, server }: Bench, id: string): void {
  server.on('POST /api/users/email', ok({ id, name: 'Ana Souza', email: EMAIL }));
  server.on('userInfos', data({ userInfos: wireUser({ id }) }));
  const answer = { access_token: 'token-1', origin_backoffice: false, has_permission_routes: [], tenantName: TENANT };
  server.on('POST /api/auth/login', ok(answer));
  const secret = adapters.vault.keep('Balcao#2026');
  adapters.run({ type: 'login.send', generation: 4, path: 'rest', email: EMAIL, secret, remember: true });
}

test('the settings aren’t answered -> the login doesn’t wait for them', async () => {
  const bench = await startBench();
  bench.server.on('userPreferences', () => new Promise(() => undefined));
  submit(bench, '7');
  expect(await bench.next('login.succeeded')).toMatchObject({ user: { id: '7' } });
});

test('somebody else on this browser -> has their own preferences; what was chosen before the login goes first', async () => {
  const localStorage = memoryStorage();
  const bench = await startBench({ localStorage });
  bench.adapters.start();
  const { preferences } = await bench.next('app.opened');
  const login = async (id: string, count: number) => {
    submit(bench, id);
    await bench.all('login.succeeded', count);
    const answer = bench.had('login.succeeded').at(-1);
    if (answer === undefined) throw new Error('Nobody');
    const session = { userId: id, email: EMAIL, name: 'Ana', roleName: 'x', originBackoffice: false, routes: [] };
    bench.adapters.run({ type: 'session.keep', session: { token: answer.token, ...session } });
    return answer.preferences;
  };
  const chosen = { ...preferences, theme: 'dark', sound: false, activeInstanceId: '5' } as const;
  expect(await login('7', 1)).toBeUndefined();
  bench.adapters.run({ type: 'preferences.keep', preferences: chosen });
  bench.adapters.run({ type: 'session.forget' });
  expect(await login('8', 2)).toEqual({ ...preferences, theme: 'dark' });
  bench.adapters.run({ type: 'session.forget' });
  bench.adapters.run({ type: 'preferences.keep', preferences: { ...preferences, theme: 'dark', locale: 'en' } });
  expect(await login('7', 3)).toEqual({ ...chosen, locale: 'en' });
  // And is stored as theirs, which is saved once the page is connected.
  const stored: unknown = JSON.parse(localStorage.getItem('balcao:aurora:preferences:7') ?? '{}');
  expect(stored).toEqual({ ...chosen, locale: 'en' });
});
