import { parseText } from '../../src/views/rich-text/parse.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';
import type { BenchRow } from './row.ts';

const SHORTEST = 8_192;
const LONGEST = 262_144;
const ROUNDS = 15;

/** What twice the text costs, for texts that cost a careless parser the square of their length: linear is 2. */
export function benchText(): BenchRow[] {
  const rows = Object.entries(HOSTILE_TEXTS).map(([name, textOf]): BenchRow => {
    const what = `cost of 262,144 characters against 8,192, a doubling: ${name}`;
    return { what, value: costOfDoubling(textOf), unit: 'times', budget: 2.5, better: 'less' };
  });
  const longest = Math.max(
    ...Object.values(HOSTILE_TEXTS).map((textOf) =>
      middleOf(Array.from({ length: ROUNDS }, () => readingMs(textOf(65_536), 1))),
    ),
  );
  return [
    ...rows,
    { what: 'the slowest of them at 65,536 characters', value: longest, unit: 'ms', budget: 50, better: 'less' },
  ];
}

/**
 * The mean of the doublings from the shortest to the longest, which are read in turns, as many characters of each:
 * whatever else the machine does meets both. The middle turn counts.
 */
function costOfDoubling(textOf: (length: number) => string): number {
  const [short, long] = [textOf(SHORTEST), textOf(LONGEST)];
  const times = LONGEST / SHORTEST;
  const ratios = Array.from({ length: ROUNDS }, () => (readingMs(long, 1) / readingMs(short, times)) * times);
  return middleOf(ratios) ** (1 / Math.log2(times));
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Milliseconds of this thread's processor to read a text so many times. */
function readingMs(text: string, times: number): number {
  const before = process.threadCpuUsage();
  for (let done = 0; done < times; done += 1) parseText(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
