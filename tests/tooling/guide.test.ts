import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { SCREENS } from '../../contract/facts/access.ts';
import { allJourneys } from '../support/journeys-all.ts';
import { readCommand } from '../support/paths-command.ts';
import { main as replay } from '../support/replay-log.ts';
import { guide } from '../support/report/guide/chapters.ts';
import { writeReport } from '../support/report/report-files.ts';
import { main as simulate } from '../support/simulate.ts';

const root = join(import.meta.dirname, '..', '..');
const bodies = Object.values(guide).map(({ body }) => body);
const commands = bodies.flatMap((body) => [...body.matchAll(/^\$ (.+)$/gmu)].map(([, line = '']) => line));
const marked = bodies.flatMap((body) => [...body.matchAll(/`([^`]+)`/gu)].map(([, text = '']) => text));

/** A command's name and its arguments, quotes as a shell takes them. */
function wordsOf(line: string): readonly [name: string, args: readonly string[]] {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, quoted, bare]) => quoted ?? bare ?? '');
  const [, name = '', ...args] = words.filter((word) => word !== 'run' && word !== '--');
  return [name, args];
}

function argsOf(command: string): readonly (readonly string[])[] {
  return commands.map(wordsOf).flatMap(([name, args]) => (name === command ? [args] : []));
}

test('its commands are scripts of package.json', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(commands.length).toBeGreaterThan(0);
  for (const line of commands) expect(Object.keys(scripts)).toContain(wordsOf(line)[0]);
});

test('the files that it names are there, but for those that a command writes', () => {
  const isWritten = (path: string) => /^(?:reports|tests\/replayed)\//u.test(path);
  const named = [
    ...marked,
    ...bodies.flatMap((body) => [...body.matchAll(/^@ (.+)$/gmu)].map(([, path = '']) => path)),
  ];
  const files = named.filter((text) => /^[\w-]+\/[\w./-]+$/u.test(text) && !isWritten(text));
  expect(files).toContain('tests/support/journeys-all.ts');
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('the screens that it names are routes', () => {
  const paths = marked.filter((text) => /^\/[a-z-]+$/u.test(text));
  expect(paths).toEqual(['/time-machine']);
  expect(SCREENS.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
});

test('npm run paths -> each is taken, and its path is one of the journey’s', () => {
  const taken = argsOf('paths').map((args) => readCommand(args));
  expect(taken.filter((read) => typeof read === 'string')).toEqual([]);
  const titles = allJourneys('short').flatMap(({ name, paths }) => paths.map(({ title }) => `${name}: ${title}`));
  const chosen = taken.flatMap((read) =>
    typeof read === 'string' || !('BALCAO_PATH' in read.env)
      ? []
      : `${read.env['BALCAO_PATHS']}: ${read.env['BALCAO_PATH']}`,
  );
  expect(chosen).toHaveLength(1);
  expect(titles).toEqual(expect.arrayContaining(chosen));
});

describe('run as they stand', () => {
  function printed(): () => string {
    const lines: string[] = [];
    const print = (line: unknown): void => void lines.push(String(line));
    const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) => spy.mockImplementation(print));
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore();
    });
    return () => lines.join('\n');
  }

  test.each(argsOf('simulate'))('npm run simulate %s %s %s %s %s %s -> everything held', async (...args) => {
    const said = printed();
    expect(await simulate(args)).toBe(0);
    expect(said()).toContain('everything held');
  });

  test('npm run replay -> the options are known, and the file is read', async () => {
    const given = argsOf('replay');
    expect(given).toHaveLength(3);
    for (const args of given) {
      const said = printed();
      expect(await replay(args.map((arg) => (arg.startsWith('--') ? arg : join(root, 'nowhere', arg))))).toBe(2);
      expect(said()).toContain("can't be replayed after event 0: ENOENT");
    }
  });
});

test('it is written beside the report, with the files that it shows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-guide-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeReport([], folder);
  expect(await readFile(join(folder, 'guide.html'), 'utf8')).toContain('<script src="guide.js">');
  const data = await readFile(join(folder, 'guide.js'), 'utf8');
  const shown = readFileSync(join(root, 'tests/support/journeys-read-and-leave.ts'), 'utf8');
  expect(data).toContain(JSON.stringify(shown));
});
