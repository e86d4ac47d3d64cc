import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closest } from 'fastest-levenshtein';
import { readCommand } from '../support/paths-command.ts';
import { patched } from './patch.ts';
import { plants } from './plants.ts';
import type { Plant } from './plants.ts';

/* `npm run planted [names]`: plants one bug after the other in a copy of the tree, and tells whether its tests find it. */

const root = fileURLToPath(new URL('../../', import.meta.url));
const LEFT_OUT = new Set(['node_modules', '.git', '.data', 'dist', 'reports'].map((name) => join(root, name)));

interface Outcome {
  readonly failed: readonly string[];
  /** A file that didn't even load finds nothing. */
  readonly broken: readonly string[];
}

interface Results {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

async function copyOfTree(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'balcao-planted-'));
  await cp(root, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(path) });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

async function node(copy: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, args, {
    cwd: copy,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [code]: unknown[] = await once(child, 'close');
  return { code, output };
}

/** Runs models by their names and test files by their paths. */
async function run(copy: string, tests: readonly string[]): Promise<Outcome> {
  const models = tests.filter((test) => !test.includes('/'));
  const files = tests.filter((test) => test.includes('/'));
  const asked = models.length === 0 ? null : readCommand(models);
  if (typeof asked === 'string') throw new Error(asked);
  const runs = [
    ...(asked === null ? [] : [{ args: asked.args, env: asked.env }]),
    ...(files.length === 0 ? [] : [{ args: ['run', ...files], env: {} }]),
  ];
  const outcomes = [];
  for (const { args, env } of runs) outcomes.push(await vitest(copy, args, env));
  return { failed: outcomes.flatMap(({ failed }) => failed), broken: outcomes.flatMap(({ broken }) => broken) };
}

async function vitest(copy: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Outcome> {
  const file = join(copy, 'planted.json');
  await rm(file, { force: true });
  const script = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { output } = await node(copy, [script, ...args, '--bail=1', '--reporter=json', `--outputFile=${file}`], env);
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) throw new Error(`No result of ${args.join(' ')}:\n${output}`);
  const { testResults }: Results = JSON.parse(text);
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ fullName, status }) => (status === 'failed' ? [fullName] : [])),
  );
  const broken = testResults.filter(
    ({ assertionResults, status }) => status === 'failed' && assertionResults.every((each) => each.status !== 'failed'),
  );
  return { failed, broken: broken.map(({ name }) => relative(copy, name)) };
}

/** Plants a bug; answers what takes it out again. */
async function plant(copy: string, { name }: Plant): Promise<() => Promise<void>> {
  const patch = await readFile(join(root, 'tests', 'planted', `${name}.patch`), 'utf8');
  const files = [...patched(patch, (path) => readFileSync(join(copy, path), 'utf8'))];
  const before = files.map(([path]) => [path, readFileSync(join(copy, path))] as const);
  for (const [path, content] of files) await writeFile(join(copy, path), content);
  return async () => {
    for (const [path, content] of before) await writeFile(join(copy, path), content);
  };
}

/** A bug that doesn't compile would be found by anybody: all of them at once have to. */
async function checkTypes(copy: string, chosen: readonly Plant[]): Promise<string> {
  const undo = [];
  for (const each of chosen) undo.unshift(await plant(copy, each));
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { code, output } = await node(copy, [tsc, '--noEmit', '-p', '.', '--pretty', 'false']);
  for (const takeOut of undo) await takeOut();
  return code === 0 ? '' : output;
}

function chosenBy(names: readonly string[]): readonly Plant[] | string {
  const known = plants.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) return `No bug is named "${unknown}". Did you mean "${closest(unknown, known)}"?`;
  return names.length === 0 ? plants : plants.filter(({ name }) => names.includes(name));
}

/** Answers how many weren't found. */
async function tryAll(copy: string, chosen: readonly Plant[]): Promise<number> {
  const types = await checkTypes(copy, chosen);
  if (types !== '') throw new Error(`With the bugs the types are wrong:\n${types}`);
  const healthy = await run(copy, [...new Set(chosen.flatMap(({ foundBy }) => foundBy))]);
  const red = [...healthy.failed, ...healthy.broken];
  if (red.length > 0) throw new Error(`Without any bug these fail:\n${red.join('\n')}`);
  let missed = 0;
  for (const each of chosen) {
    const takeOut = await plant(copy, each);
    const { broken, failed } = await run(copy, each.foundBy);
    await takeOut();
    const isFound = failed.length > 0;
    if (!isFound) missed += 1;
    const by = isFound ? failed[0] : `${each.foundBy.join(', ')}${broken.length > 0 ? ' did not load' : ''}`;
    console.log(`${isFound ? 'found ' : 'MISSED'} ${each.name}: ${each.bug}\n       ${by ?? ''}`);
  }
  return missed;
}

const chosen = chosenBy(process.argv.slice(2));
if (typeof chosen === 'string') {
  console.error(chosen);
  process.exitCode = 2;
} else {
  const copy = await copyOfTree();
  try {
    const missed = await tryAll(copy, chosen);
    console.log(`${chosen.length - missed} of ${chosen.length} planted bugs were found`);
    process.exitCode = missed === 0 ? 0 : 1;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
