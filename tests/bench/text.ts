import { parseText } from '../../src/views/rich-text/parse.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';
import type { BenchRow } from './row.ts';

const LENGTHS = [8_192, 16_384, 32_768, 65_536, 131_072, 262_144];
const ROUNDS = 15;

/** What twice the text costs, for texts that cost a careless parser the square of their length: linear is 2. */
export function benchText(): BenchRow[] {
  const rows = Object.entries(HOSTILE_TEXTS).map(([name, textOf]): BenchRow => {
    const what = `cost of 262,144 characters against 8,192, a doubling: ${name}`;
    return { what, value: costOfDoubling(textOf), unit: 'times', budget: 2.5, better: 'less' };
  });
  const longest = Math.max(...Object.values(HOSTILE_TEXTS).map((textOf) => medianMs(textOf(65_536))));
  return [
    ...rows,
    { what: 'the slowest of them at 65,536 characters', value: longest, unit: 'ms', budget: 50, better: 'less' },
  ];
}

/** The mean of the doublings from the shortest to the longest; a step of its own is too short to be told apart. */
function costOfDoubling(textOf: (length: number) => string): number {
  const texts = LENGTHS.map(textOf);
  const times = texts.map(medianMs);
  const [first = Number.NaN] = times;
  const last = times.at(-1) ?? Number.NaN;
  return (last / first) ** (1 / (LENGTHS.length - 1));
}

function medianMs(text: string): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const before = performance.now();
    parseText(text);
    return performance.now() - before;
  });
  return times.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}
