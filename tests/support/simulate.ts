import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { LOG_FORMAT } from '../../src/adapters/storage/log-format.ts';
import { planOf } from './simulate-plan.ts';
import type { Decision, Size } from './simulate-plan.ts';
import { runPlan } from './simulate-run.ts';
import type { Outcome } from './simulate-run.ts';
import { shrink } from './simulate-shrink.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = 'reports/simulation';

/** Each option with what it is without it, and from where to where it goes. */
const OPTIONS = {
  seed: { usual: null, from: 0, to: 4_294_967_295 },
  minutes: { usual: 2, from: 1, to: 240 },
  clients: { usual: 3, from: 1, to: 6 },
  seeds: { usual: 1, from: 1, to: 1_000_000 },
} as const;
type Name = keyof typeof OPTIONS;
const NAMES = Object.keys(OPTIONS) as Name[];

const USAGE = 'npm run simulate -- --seed N [--minutes M] [--clients K] [--seeds HOW_MANY_FROM_THERE_ON]';

class Refused extends Error {}

function numbersOf(args: readonly string[]): Readonly<Record<Name, number>> {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(NAMES.map((name) => [name, { type: 'string' as const }])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (!Object.hasOwn(OPTIONS, token.name)) throw new Refused(`There is no option ${token.rawName}.`);
  }
  const [word] = positionals;
  if (word !== undefined) throw new Refused(`“${word}” is no option.`);
  const read = (name: Name): number => {
    const { usual, from, to } = OPTIONS[name];
    const given = values[name];
    if (given === undefined) {
      if (usual === null) throw new Refused(`--${name} is missing.`);
      return usual;
    }
    const number = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : Number.NaN;
    if (!(number >= from && number <= to))
      throw new Refused(`--${name} has to be a whole number from ${from} to ${to}, and is “${String(given)}”.`);
    return number;
  };
  return { seed: read('seed'), minutes: read('minutes'), clients: read('clients'), seeds: read('seeds') };
}

function told({ seed, minutes, clients }: Size, plan: readonly Decision[], outcome: Outcome): string {
  const done = Object.entries(outcome.done).toSorted(([, one], [, other]) => other - one);
  const all = done.reduce((sum, [, times]) => sum + times, 0);
  const of = `${minutes} minutes, ${clients} clients`;
  return [
    `seed ${seed}, ${of}: ${all} of ${plan.length} decisions could be carried out, ${outcome.events} events on ${outcome.pages} pages, ${outcome.frames} frames`,
    ...done.map(([deed, times]) => `${String(times).padStart(6)} × ${deed}`),
  ].join('\n');
}

async function tellFailure(size: Size, plan: readonly Decision[], { failure }: Outcome): Promise<void> {
  if (failure === null) return;
  console.log(`seed ${size.seed} FAILED on the page of ${failure.person}: ${failure.words}`);
  const short = shrink(size, plan, failure);
  const place = join(root, FOLDER, `seed-${size.seed}.json`);
  await mkdir(join(root, FOLDER), { recursive: true });
  await writeFile(place, JSON.stringify({ format: LOG_FORMAT, ...short.failure.log }));
  const clients = `${short.size.clients} clients`;
  console.log(
    [
      `shortened by ${short.runs} runs to ${short.plan.length} of ${plan.length} decisions, ${short.size.minutes} minutes, ${clients}:`,
      ...short.plan.map(({ at, who, deed }) => `  ${(at / 1_000).toFixed(1).padStart(7)} s  client ${who}: ${deed}`),
      `  on the page of ${short.failure.person}: ${short.failure.words}`,
      `its log: npm run replay ${relative(root, place)}`,
      `as a test: npm run replay -- --test ${relative(root, place)}`,
    ].join('\n'),
  );
}

/** `npm run simulate`: runs seeds, tells what happened, and shortens what failed. Answers the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  let numbers: ReturnType<typeof numbersOf>;
  try {
    numbers = numbersOf(args);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.error(`${error.message} ${USAGE}`);
    return 2;
  }
  const { seed: first, seeds, minutes, clients } = numbers;
  const begun = performance.now();
  let failures = 0;
  for (let seed = first; seed < first + seeds; seed += 1) {
    const size = { seed, minutes, clients };
    const plan = planOf(size);
    const outcome = runPlan(size, plan);
    if (seeds === 1) console.log(told(size, plan, outcome));
    if (outcome.failure === null) continue;
    failures += 1;
    await tellFailure(size, plan, outcome);
  }
  const took = (performance.now() - begun) / 60_000;
  const held = failures === 0 ? 'everything held' : `${failures} failed`;
  console.log(`${seeds} ${seeds === 1 ? 'seed' : 'seeds'}, ${held}, ${Math.round(seeds / took)} a minute`);
  return failures === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
