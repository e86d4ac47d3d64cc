import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { readChapter } from '../production/chapter.ts';
import { startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

const root = join(import.meta.dirname, '..', '..');
const production = join(root, 'server', 'production');
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const readme = read('README.md');
const rules = read('server', 'production', 'balcao.rules.yml');
const steps = readChapter(readme, 'In production');
const commands = steps.flatMap(({ blocks }) => blocks).join('\n');

/** What the first columns of the tables name whose first heading is that. */
function rowsOf(heading: string): string[] {
  const tables = readme.matchAll(new RegExp(`^\\| ${heading} \\|.*\\n\\|[-|]+\\|\\n((?:\\|.*\\n)+)`, 'gmu'));
  const cells = [...tables].flatMap(([, table = '']) => table.split('\n').map((row) => row.split('|')[1] ?? ''));
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name));
}

/** What a setting has to look like, where an address would be refused. */
const VALUES: Readonly<Record<string, string>> = {
  PORT: '0',
  LOG_LEVEL: 'info',
  TRUST_PROXY: 'loopback',
  IDENTITY_PRIVATE_HOSTS: 'login.example',
  GATEWAY_HOSTS: 'gateway.example',
  SMTP_URL: 'smtps://mail.example',
  POOLS: 'norte,sul',
  DATABASE_URL: 'postgres://balcao@127.0.0.1/balcao',
  DATABASE_OWNER_URL: 'postgres://balcao@127.0.0.1/balcao',
};

const NUMBERS = /^(?:RATE|SLOW|CALLS|SOCKETS|CONNECTIONS)_|_AT_ONCE$|_MS$/u;

/** Names of the settings that a server asks its environment for; those of calls stand in a table of the code. */
function settingsRead(): string[] {
  const asked = new Set<string>();
  const env = new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name) => {
        asked.add(String(name));
        const otherwise = NUMBERS.test(String(name)) ? '5000' : 'https://long-enough-for-a-secret.example';
        return VALUES[String(name)] ?? otherwise;
      },
    },
  );
  readConfig('serve', env);
  const names = [...asked].map((name) => (name.startsWith('CALLS_') ? 'CALLS_…' : name));
  return [...new Set(names)].toSorted();
}

test('the table of settings names those that the server reads, and no other', () => {
  expect(rowsOf('setting').toSorted()).toEqual(settingsRead());
});

test('the table of commands names the scripts of package.json, and no other', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = rowsOf('command').map((command) => /^npm (?:run )?(\S+)/u.exec(command)?.[1] ?? command);
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(scripts).toSorted());
});

test('each command of the program that the chapter gives is one', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const given = [...commands.matchAll(/^balcao (\S+)|npm (?:--prefix \S+ )?run (\S+)/gmu)].map(
    ([, one, two]) => one ?? two,
  );
  expect(given).toContain('migrate');
  for (const name of given) expect(Object.keys(scripts)).toContain(name);
});

test('each file that the chapter copies is there, and each file for it is copied', () => {
  const copied = [...commands.matchAll(/current\/(server\/\S+)/gu)].map(([, path]) => path ?? '');
  expect(copied.filter((path) => !path.endsWith('*') && !existsSync(join(root, path)))).toEqual([]);
  const isCopied = (file: string) =>
    copied.some((path) => file === path || (path.endsWith('*') && file.startsWith(path.slice(0, -1))));
  expect(readdirSync(production).filter((name) => !isCopied(`server/production/${name}`))).toEqual([]);
});

test('what README leads to is there', () => {
  const paths = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/gu)].map(([, path]) => path ?? '');
  expect(paths).toContain('server/production/nginx.conf');
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('the settings that the chapter writes are settings', () => {
  const written = [...commands.matchAll(/^([A-Z][A-Z_]+)=(?!\$\((?:openssl rand -hex 24|ls))/gmu)].map(
    ([, name]) => name ?? '',
  );
  expect(written).toContain('TRUST_PROXY');
  for (const name of written) expect(rowsOf('setting')).toContain(name);
});

describe('metrics', () => {
  let server: TestServer | undefined;
  let exported: ReadonlySet<string> = new Set();

  beforeAll(async () => {
    server = await startTestServer();
    const text = await (await fetch(`${server.url}/metrics`)).text();
    exported = new Set(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gmu)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [name, `${name}_count`, `${name}_sum`, `${name}_bucket`] : [name],
      ),
    );
  });
  afterAll(() => server?.stop());

  test('a running server exports those that the table names', () => {
    const named = rowsOf('metric');
    expect(named.length).toBeGreaterThan(4);
    for (const name of named) expect(exported).toContain(name);
  });

  test('each alert asks for metrics that are exported, here or by the exporters beside it', () => {
    const asked = [...rules.matchAll(/\b([a-z]+(?:_[a-z0-9]+)*)\{(?=job="(\w+)")/gu)];
    expect(asked.length).toBeGreaterThan(10);
    for (const [, name = '', job] of asked) {
      if (job === 'balcao' && name !== 'up') expect(exported).toContain(name);
    }
  });
});
