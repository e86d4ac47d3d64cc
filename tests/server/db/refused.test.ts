import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { compileCache, TEST_SECRET } from '../../support/server.ts';

let database: { url: string; drop: () => Promise<void> };
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const main = fileURLToPath(new URL('../../../server/main.ts', import.meta.url));

/** Starts the server on a database that doesn't let it in; answers how it ended and what it said. */
async function started(databaseUrl: string): Promise<{ code: unknown; said: string }> {
  const child = spawn(process.execPath, [main, 'serve'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      ...compileCache(),
      PORT: '0',
      BALCAO_SECRET: TEST_SECRET,
      WHATSAPP_APP_SECRET: 'app',
      WHATSAPP_VERIFY_TOKEN: 'verify',
      LOG_LEVEL: 'silent',
      DATABASE_URL: databaseUrl,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [[code], said] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  return { code, said };
}

const changed = (change: (url: URL) => void): string => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};

describe('start -> refused by the database: one sentence that names the setting, and exit code 1', () => {
  test.each([
    ['a wrong password', (url: URL) => void (url.password = 'Wrong-one-1'), 'refuses the login of'],
    ['no password', (url: URL) => void (url.password = ''), 'asks for a password'],
    ['an unknown user', (url: URL) => void (url.username = 'nobody_here'), 'refuses the login of "nobody_here"'],
    ['an unknown database', (url: URL) => void (url.pathname = '/nowhere'), 'has no database "nowhere"'],
    ['an unknown host', (url: URL) => void (url.hostname = 'nowhere.invalid'), 'the host "nowhere.invalid" is unknown'],
    ['a port that nothing listens on', (url: URL) => void (url.port = '9'), ':9 (ECONNREFUSED)'],
    ['encryption that it does not have', (url: URL) => url.searchParams.set('sslmode', 'verify-full'), 'no encrypted'],
  ])('%s', async (_what, change, expected) => {
    const { code, said } = await started(changed(change));
    expect(code).toBe(1);
    expect(said).toMatch(/^DATABASE_URL: [^\n]*\n$/);
    expect(said).toContain(expected);
    expect(said).not.toContain(new URL(database.url).password);
    expect(said).not.toContain('Wrong-one-1');
  });
});
