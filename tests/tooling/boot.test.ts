import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findBrowser } from '../../server/boot/find-browser.ts';

const boot = join(import.meta.dirname, '..', '..', 'server', 'boot');
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-boot-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('an unknown command is refused in one sentence that names the others', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(boot, 'run.mjs'), 'nonsense'], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toBe(
    'Commands: demo, serve, migrate, admin, dev, build, check, test, paths, bench, try-production, simulate, replay, mutate, planted.\n',
  );
});

test("the production's unit starts the server as the launcher does", () => {
  const child = JSON.stringify(join(boot, 'child.mjs'));
  const script = `const { serverArguments } = await import(${child}); console.log(serverArguments('serve').join(' '));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const unit = readFileSync(join(boot, '..', 'production', 'balcao@.service'), 'utf8');
  expect(/^ExecStart=\S+ (.*)$/m.exec(unit)?.[1]).toBe(stdout.trim());
});

describe('a child under the launcher', () => {
  /** A launcher that runs the script as `npm start` runs the server. */
  function launcher(script: string): string {
    const file = join(folder, 'child.mjs');
    writeFileSync(file, script);
    const parent = join(folder, 'parent.mjs');
    const child = JSON.stringify(join(boot, 'child.mjs'));
    writeFileSync(
      parent,
      `const { run } = await import(${child});\nprocess.exitCode = await run([${JSON.stringify(file)}]);\n`,
    );
    return parent;
  }

  test("its exit code is the launcher's", () => {
    expect(spawnSync(process.execPath, [launcher('process.exit(7);')]).status).toBe(7);
  });

  test('a signal that ended it shows as in a shell', () => {
    expect(spawnSync(process.execPath, [launcher(`process.kill(process.pid, 'SIGKILL');`)]).status).toBe(137);
  });

  test('it runs under the Node of the lock file', () => {
    const { stdout } = spawnSync(process.execPath, [launcher('console.log(process.versions.node);')], {
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/^24\./);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s to the launcher reaches it once, and it may end in its time',
    async (signal) => {
      const script = `
      let count = 0;
      process.on(${JSON.stringify(signal)}, () => {
        count += 1;
        setTimeout(() => { console.log('stopped after', count); process.exit(3); }, 50);
      });
      setInterval(() => {}, 1000);
      console.log('ready');`;
      const parent = spawn(process.execPath, [launcher(script)], { stdio: ['ignore', 'pipe', 'inherit'] });
      let output = '';
      parent.stdout.setEncoding('utf8').on('data', (text: string) => {
        if (output === '') parent.kill(signal);
        output += text;
      });
      const [code] = await once(parent, 'close');
      expect({ code, output }).toEqual({ code: 3, output: 'ready\nstopped after 1\n' });
    },
  );
});

describe('the browser is', () => {
  function program(...path: string[]): string {
    const file = join(folder, ...path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, '#!/bin/sh\n');
    chmodSync(file, 0o755);
    return file;
  }

  test('CHROME_PATH before any other', () => {
    const chosen = program('mine', 'my-browser');
    program('bin', 'chromium');
    expect(findBrowser({ CHROME_PATH: chosen, PATH: join(folder, 'bin') })).toBe(chosen);
  });

  test('none when CHROME_PATH names no program, rather than another one in silence', () => {
    program('bin', 'chromium');
    expect(findBrowser({ CHROME_PATH: join(folder, 'nowhere'), PATH: join(folder, 'bin') })).toBeUndefined();
  });

  test('chromium before chrome, wherever on the PATH', () => {
    program('a', 'google-chrome');
    const chromium = program('b', 'chromium');
    expect(findBrowser({ PATH: [join(folder, 'a'), join(folder, 'b')].join(delimiter) })).toBe(chromium);
  });

  test('a headless one before it where that is enough, and only then', () => {
    const full = program('a', 'chromium');
    const headless = program('b', 'chromium-headless-shell');
    const env = { PATH: [join(folder, 'a'), join(folder, 'b')].join(delimiter) };
    expect([findBrowser(env, 'headless'), findBrowser(env)]).toEqual([headless, full]);
    expect(findBrowser({ PATH: join(folder, 'a') }, 'headless')).toBe(full);
  });

  test('one that playwright fetched when the PATH has none', () => {
    const fetched = program('cache', 'chromium-1200', 'chrome-linux', 'chrome');
    const env = { PATH: join(folder, 'empty'), PLAYWRIGHT_BROWSERS_PATH: join(folder, 'cache') };
    expect(findBrowser(env)).toBe(fetched);
  });
});
