import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { REPORT, writeMutants } from '../support/report/report-mutants.ts';
import type { MutantsData, SurvivorData } from '../support/report/report-model.ts';
import { percent } from '../support/report/report-words.ts';
import { fileOf, keepMutants } from './results.ts';
import { unitsOf } from './units.ts';
import type { Round, Unit } from './units.ts';

/*
 * `npm run mutate [folders, files] [--anew]`: changes the code in thousands of ways, one at a time, and tells which
 * changes no test finds. What a test has found is tried again only once its code or that test's file changed, or with
 * `--anew`; what survived always is, as a model or a helper may know better now.
 */

const root = fileURLToPath(new URL('../../', import.meta.url));
const RESULTS = `${root}reports/mutation/`;

type Result = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** A mutant that was tried: of the others the code doesn't run, or they were left out. */
const TRIED: ReadonlySet<Result['status']> = new Set(['Killed', 'Timeout', 'Survived', 'NoCoverage']);
const SURVIVED: ReadonlySet<Result['status']> = new Set(['Survived', 'NoCoverage']);

/** A file's mutants in Stryker's results, which it reads again. */
interface Kept {
  readonly files: Readonly<Record<string, { mutants: readonly { readonly status: Result['status'] }[] }>>;
}

async function forgetSurvivors(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return;
  const kept: Kept = JSON.parse(text);
  for (const each of Object.values(kept.files)) {
    each.mutants = each.mutants.filter(({ status }) => !SURVIVED.has(status));
  }
  await writeFile(file, JSON.stringify(kept));
}

/** What each process that runs tests reads. */
function setEnvironment(values: Readonly<Record<string, string | null>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === null) delete process.env[name];
    else process.env[name] = value;
  }
}

async function tryMutants(unit: Unit, round: Round, mutate: readonly string[], isAnew: boolean): Promise<Result[]> {
  const incrementalFile = fileOf(RESULTS, unit.place, round.by);
  if (isAnew) await rm(incrementalFile, { force: true });
  await forgetSurvivors(incrementalFile);
  setEnvironment({
    BALCAO_MUTATE: round.files.join(' '),
    BALCAO_MUTATE_DATABASE: round.needsDatabase ? '1' : null,
    BALCAO_PATHS: round.by === 'paths' ? round.models.join(' ') : null,
  });
  const stryker = new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tests/mutate/vitest.config.ts', related: false, pool: 'forks' },
    mutate: [...mutate],
    incremental: true,
    incrementalFile,
    reporters: ['progress'],
    // Nothing in it has to be rewritten, and TypeScript 7 lacks what Stryker would do so with.
    tsconfigFile: 'none.json',
    concurrency: 2,
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 60,
    tempDirName: `${RESULTS}sandbox`,
    ignorePatterns: ['/dist', '/reports', '/.data'],
  });
  const results = await stryker.runMutationTest();
  const tried = results.filter(({ status }) => TRIED.has(status));
  return tried.map((each) => ({ ...each, fileName: relative(root, each.fileName) }));
}

/** As Stryker takes a part of a file: it counts columns from 0 here, and from 1 in results. */
function rangeOf({ fileName, location: { start, end } }: Result): string {
  return `${fileName}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
}

function nameOf(result: Result): string {
  return `${rangeOf(result)} ${result.replacement}`;
}

async function survivorOf(result: Result, isFoundByTests: boolean): Promise<SurvivorData> {
  const { fileName, location, replacement } = result;
  const lines = (await readFile(`${root}${fileName}`, 'utf8'))
    .split('\n')
    .slice(location.start.line - 1, location.end.line);
  const cut = lines.map((line, at) =>
    line.slice(at === 0 ? location.start.column - 1 : 0, at === lines.length - 1 ? location.end.column - 1 : undefined),
  );
  return {
    file: fileName,
    line: location.start.line,
    was: shortened(cut.join('\n')),
    now: shortened(replacement),
    isFoundByTests,
  };
}

const SHOWN = 160;

function shortened(code: string): string {
  const text = code.replaceAll(/\s+/gu, ' ').trim();
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

async function mutate(unit: Unit, isAnew: boolean): Promise<MutantsData> {
  const pattern = unit.place.endsWith('.ts') ? unit.place : `${unit.place}/*.ts`;
  const [first, second] = unit.rounds;
  if (first === undefined) throw new Error(`No tests for ${unit.place}`);
  const all = await tryMutants(unit, first, [pattern], isAnew);
  const missed = all.filter(({ status }) => SURVIVED.has(status));
  const again =
    second === undefined || missed.length === 0
      ? []
      : await tryMutants(unit, second, [...new Set(missed.map(rangeOf))], isAnew);
  const foundAgain = new Set(again.filter(({ status }) => !SURVIVED.has(status)).map(nameOf));
  const survivors = await Promise.all(missed.map((each) => survivorOf(each, foundAgain.has(nameOf(each)))));
  const found = all.length - survivors.filter(({ isFoundByTests }) => !isFoundByTests).length;
  const told = { place: unit.place, at: new Date().toISOString(), total: all.length, found };
  if (first.by === 'paths') return { ...told, byPaths: all.length - missed.length, survivors };
  return { ...told, byPaths: null, survivors: survivors.filter(({ isFoundByTests }) => !isFoundByTests) };
}

function scoreOf({ place, total, byPaths, found, survivors }: MutantsData, took: number): string {
  const paths = byPaths === null ? '' : `${percent(byPaths, total)} % by paths, `;
  const score = `${place}: ${total} mutants, ${paths}${percent(found, total)} % by tests, ${Math.round(took / 1000)} s`;
  const lines = survivors.map(
    ({ file, line, was, now, isFoundByTests }) =>
      `  ${file}:${line}  ${was}  →  ${now}${isFoundByTests ? '  (found by the tests)' : ''}`,
  );
  return [score, ...lines].join('\n');
}

const { values, positionals } = parseArgs({ options: { anew: { type: 'boolean' } }, allowPositionals: true });
const units = unitsOf(positionals);
if (typeof units === 'string') {
  console.error(units);
  process.exitCode = 2;
} else {
  await mkdir(RESULTS, { recursive: true });
  for (const unit of units) {
    const begun = performance.now();
    const mutants = await mutate(unit, values.anew === true);
    await keepMutants(RESULTS, mutants);
    console.log(scoreOf(mutants, performance.now() - begun));
  }
  await writeMutants();
  console.log(`${REPORT}/index.html, once \`npm run paths\` has written it`);
}
