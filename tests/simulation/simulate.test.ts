import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Invariant } from '../../models/model.ts';
import { shownAtTheEnd, whatFailed } from '../support/replay-check.ts';
import { main as replay, parseLog } from '../support/replay-log.ts';
import type { ReadLog } from '../support/replay-log.ts';
import { testOf } from '../support/replay-test.ts';
import { main as simulate } from '../support/simulate.ts';
import { planOf } from '../support/simulate-plan.ts';
import type { Size } from '../support/simulate-plan.ts';
import { runPlan } from '../support/simulate-run.ts';
import type { RunFailure } from '../support/simulate-run.ts';
import { shrink } from '../support/simulate-shrink.ts';

afterEach(() => void vi.restoreAllMocks());

const never: Invariant = {
  name: 'test: nobody finishes anything',
  follow:
    () =>
    ({ event }) =>
      event.type === 'ticket.finished' ? `${event.ticket.id} is finished` : null,
};

function failing(): { readonly size: Size; readonly failure: RunFailure } {
  const size = { seed: 1, minutes: 4, clients: 3 };
  const { failure } = runPlan(size, planOf(size), [never]);
  if (failure === null) throw new Error('Nobody finished anything');
  return { size, failure };
}

/** The log that stands in a test's code. */
function logIn(code: string): ReadLog {
  const lines = [...code.matchAll(/^ {4}'(.*)',$/gm)].map(([, line = '']) => line);
  return parseLog(lines.map((line) => line.replaceAll(/\\(.)/g, '$1')).join(''));
}

function printed(): () => string {
  const lines: string[] = [];
  const print = (line: unknown): void => void lines.push(String(line));
  vi.spyOn(console, 'log').mockImplementation(print);
  vi.spyOn(console, 'error').mockImplementation(print);
  return () => lines.join('\n');
}

describe('a run', () => {
  test.each([1, 2, 3])('seed %i, ten times -> the same log, byte for byte', (seed) => {
    const size = { seed, minutes: 1, clients: 2 };
    const logs = Array.from({ length: 10 }, () => runPlan(size, planOf(size)).log());
    expect(new Set(logs).size).toBe(1);
  });

  test('asks nothing for time, chance or a timer that isn’t under its seed', () => {
    const note = (what: string) => (): never => {
      throw new Error(`asked for ${what}`);
    };
    vi.spyOn(Date, 'now').mockImplementation(note('Date.now'));
    vi.spyOn(Math, 'random').mockImplementation(note('Math.random'));
    vi.spyOn(performance, 'now').mockImplementation(note('performance.now'));
    vi.spyOn(crypto, 'randomUUID').mockImplementation(note('a UUID'));
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(note('a timer'));
    vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(note('a microtask'));
    const size = { seed: 4, minutes: 1, clients: 2 };
    const { failure, events } = runPlan(size, planOf(size));
    vi.restoreAllMocks();
    expect({ failure, events }).toEqual({ failure: null, events: expect.any(Number) });
  });

  test('another seed -> another log', () => {
    const [one, other] = [5, 6].map((seed) =>
      runPlan({ seed, minutes: 1, clients: 2 }, planOf({ seed, minutes: 1, clients: 2 })).log(),
    );
    expect(one).not.toBe(other);
  });

  test('fails -> shortened to what it takes', () => {
    const { size, failure } = failing();
    const short = shrink(size, planOf(size), failure, (less, plan) => runPlan(less, plan, [never]));
    expect(short.failure.about).toBe(failure.about);
    expect(short.plan.map(({ deed }) => deed).toSorted()).toEqual(['a customer writes', 'finishes a ticket']);
  });
});

describe('the log of a page that shows something else than the server has', () => {
  async function aLog(): Promise<{ readonly file: string; readonly text: string }> {
    const { failure } = failing();
    const facts = { list: ['404'], unread: 1, rows: {}, transfers: [], chats: {}, refused: [] };
    const text = JSON.stringify({ ...failure.log, expected: { open: [], facts } });
    const folder = await mkdtemp(join(tmpdir(), 'balcao-simulated-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'seed-1.json');
    await writeFile(file, text);
    return { file, text };
  }

  test('replayed -> the difference is named', async () => {
    const { file } = await aLog();
    const said = printed();
    expect(await replay([file, '--quiet'])).toBe(1);
    expect(said()).toContain('shown, and at the server: list.0');
  });

  test('as a test -> it fails of the same', async () => {
    const { file, text } = await aLog();
    const log = parseLog(text);
    const { text: code, failed } = testOf(log, 'seed-1');
    expect(failed.join('\n')).toContain('shown, and at the server: list.0');
    expect(code).toContain("test('seed-1 -> everything holds'");
    // What stands in it is the log, nothing lost.
    expect(whatFailed(logIn(code))).toEqual(failed);
    expect(await readFile(file, 'utf8')).toBe(text);
  });
});

test('a log in which all holds, as a test -> held to what it came to', () => {
  const { failure } = failing();
  const log = parseLog(JSON.stringify({ ...failure.log, simulated: false }));
  const { text: code, failed } = testOf(log, 'report');
  expect(failed).toEqual([]);
  expect(code).toContain(`expect(shownAtTheEnd(log)).toEqual(${JSON.stringify(shownAtTheEnd(logIn(code)))})`);
});

describe('the command', () => {
  test('a seed -> what happened in numbers', async () => {
    const said = printed();
    expect(await simulate(['--seed', '1', '--minutes', '1', '--clients', '2'])).toBe(0);
    expect(said()).toMatch(/seed 1, 1 minutes, 2 clients: \d+ of \d+ decisions/);
  });

  test.each([
    [['--seed', '1', '--minuets', '2'], 'There is no option --minuets.'],
    [['--seed', 'x'], '--seed has to be a whole number from 0 to 4294967295, and is “x”.'],
    [['--seed', '1', '--clients', '7'], '--clients has to be a whole number from 1 to 6, and is “7”.'],
    [['--seed', '1', '--minutes', '0'], '--minutes has to be a whole number from 1 to 240, and is “0”.'],
    [['7'], '“7” is no option.'],
    [[], '--seed is missing.'],
  ])('%j -> refused: %s', async (args, why) => {
    const said = printed();
    expect(await simulate(args)).toBe(2);
    expect(said()).toContain(why);
  });
});
