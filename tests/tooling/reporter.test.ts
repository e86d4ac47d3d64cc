import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { summary } from '../support/reporter.ts';

const root = join(import.meta.dirname, '..', '..');
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-reporter-'));
  mkdirSync(join(folder, 'tests'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const config = {
    test: { include: ['tests/*.test.ts'], reporters: ['default', join(root, 'tests/support/reporter.ts')] },
  };
  writeFileSync(join(folder, 'vite.config.ts'), `export default ${JSON.stringify(config)};\n`);
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a test file of its own; the exit code and the last line of what was printed. */
function run(source: string): { code: number | null; last: string | undefined } {
  const { code, lines } = runAll(source);
  return { code, last: lines.at(-1) };
}

function runAll(source: string): { code: number | null; lines: string[] } {
  writeFileSync(join(folder, 'tests', 'x.test.ts'), `import { expect, test } from 'vitest';\n${source}\n`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { status, stdout } = spawnSync(process.execPath, [vitest, 'run'], {
    cwd: folder,
    encoding: 'utf8',
    // Colours, as on a terminal, must not reach what is printed at the end.
    env: { ...process.env, FORCE_COLOR: '1' },
  });
  return { code: status, lines: stdout.trimEnd().split('\n') };
}

const passing = `test('passes', () => expect(1).toBe(1));`;

test('all pass', () => {
  expect(run(passing)).toEqual({ code: 0, last: '1 passed, 0 failed' });
});

test('one fails, one is skipped', () => {
  const source = `${passing} test('fails', () => expect(1).toBe(2)); test.skip('later', () => {});`;
  expect(run(source)).toEqual({ code: 1, last: '1 passed, 1 failed, 1 skipped' });
});

test('what passes at the second try passes, and is named, with what its first try said', () => {
  const source = `let tries = 0; test('wavers', { retry: 1 }, () => expect([++tries, 'kept']).toEqual([2, 'kept']));`;
  const { code, lines } = runAll(source);
  const named = lines.indexOf('Passed only at the second try: tests/x.test.ts > wavers');
  const [message, place, ...difference] = lines.slice(named + 1, -1);
  expect([code, lines.at(-1), message]).toEqual([
    0,
    '1 passed, 0 failed',
    "  expected [ 1, 'kept' ] to deeply equal [ 2, 'kept' ]",
  ]);
  expect(place).toMatch(/^ {2}at \S*tests\/x\.test\.ts:2:\d+$/u);
  expect(difference).toEqual(expect.arrayContaining(['  -   2,', '  +   1,']));
});

test('of a long first error the beginning is printed, and the place', () => {
  const source = `let tries = 0; const long = ('x'.repeat(1000) + '\\n').repeat(100);
    test('wavers', { retry: 1 }, () => { if (++tries === 1) throw new Error(long); });`;
  const { lines } = runAll(source);
  const said = lines.slice(lines.findIndex((line) => line.startsWith('Passed only')) + 1, -1);
  expect(said).toEqual([
    ...Array.from({ length: 20 }, () => `  ${'x'.repeat(400)}`),
    expect.stringMatching(/^ {2}at \S*x\.test\.ts:3:\d+$/u),
  ]);
});

test('a file that does not load is a failure', () => {
  expect(run(`${passing} throw new Error('no');`)).toEqual({ code: 1, last: '0 passed, 1 failed' });
});

test('an error outside the tests is a failure', () => {
  const source = `${passing} test('leaks', () => { void Promise.reject(new Error('lost')); });`;
  expect(run(source)).toEqual({ code: 1, last: '2 passed, 1 failed' });
});

test('a run in which nothing ran is a failure', () => {
  expect(run(`test.skip('later', () => {});`)).toEqual({ code: 1, last: '0 passed, 0 failed, 1 skipped' });
});

test('the summary names the skipped only when there are any', () => {
  expect(summary({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
  expect(summary({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
});
