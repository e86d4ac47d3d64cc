import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ModelReport, Problem } from '../paths-findings.ts';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const folders = {
  machine: 'models/',
  pair: 'models/',
  journey: 'models/journeys/',
  chromium: 'models/journeys/',
  server: 'models/server/',
} as const;

export function sourceOf({ kind, name }: Pick<ModelReport, 'kind' | 'name'>): string {
  return `${folders[kind]}${name}.model.ts`;
}

interface Line {
  readonly file: string;
  readonly line: number;
}

/** Where the model says what a problem is measured by; null where it doesn't. */
export function lineOf(model: Pick<ModelReport, 'kind' | 'name'>, { kind, cause, row }: Problem): Line | null {
  const source = sourceOf(model);
  if (kind === 'invariant') return lineOfInvariant(cause);
  if (row === null || !existsSync(`${project}${source}`)) return null;
  return { file: source, line: rowLine(readFileSync(`${project}${source}`, 'utf8'), row.states, row.sample) };
}

/**
 * The line of a row in a model's text, as oxfmt lays it out: in a state's own block, in what is spread into it, in those
 * of the states around it, in `anywhere`. A row that isn't there changes nothing: then it is the state's line.
 */
export function rowLine(text: string, states: readonly string[], sample: string): number {
  const lines = text.split('\n');
  const from = Math.max(
    0,
    lines.findIndex((line) => /^\s*(?:states|expected): \{/u.test(line)),
  );
  let ofState: number | null = null;
  for (const leaf of states) {
    for (const name of around(leaf)) {
      const at = lines.findIndex((line, index) => index >= from && isKey(line, name));
      if (at < 0) continue;
      ofState ??= at + 1;
      const found = inBlock(lines, at, sample);
      if (found !== null) return found;
    }
  }
  const anywhere = lines.findIndex((line) => isKey(line, 'anywhere'));
  const found = anywhere < 0 ? null : inBlock(lines, anywhere, sample);
  return found ?? ofState ?? from + 1;
}

/** A state and those around it: `draft.ready`, `draft`. */
function around(leaf: string): readonly string[] {
  const parts = leaf.split('.');
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('.'));
}

function isKey(line: string, name: string): boolean {
  const start = line.trimStart();
  return start.startsWith(`'${name}':`) || start.startsWith(`${name}:`);
}

function inBlock(lines: readonly string[], begin: number, sample: string, deep = 0): number | null {
  const first = lines[begin] ?? '';
  const indent = first.length - first.trimStart().length;
  const spread: string[] = [];
  for (let at = begin; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const start = line.trimStart();
    if (at > begin && start !== '' && line.length - start.length <= indent) break;
    if (at > begin && isKey(line, sample)) return at + 1;
    if (at === begin && (line.includes(`'${sample}':`) || line.includes(` ${sample}:`))) return at + 1;
    for (const [, name = ''] of line.matchAll(/\.\.\.(\w+)/gu)) spread.push(name);
    const [, whole] = /^\s*[\w'.]+: (\w+),$/u.exec(line) ?? [];
    if (at === begin && whole !== undefined) spread.push(whole);
    if (at === begin && !/[{(]$/u.test(line)) break;
  }
  if (deep > 3) return null;
  for (const name of spread) {
    const at = lines.findIndex((line) => new RegExp(`^(?:export )?(?:const|function) ${name}\\b`, 'u').test(line));
    const found = at < 0 ? null : inBlock(lines, at, sample, deep + 1);
    if (found !== null) return found;
  }
  return null;
}

/** Invariants have one name in one place. */
function lineOfInvariant(name: string): Line | null {
  for (const file of readdirSync(`${project}models`)) {
    if (!file.endsWith('.ts')) continue;
    const lines = readFileSync(`${project}models/${file}`, 'utf8').split('\n');
    const at = lines.findIndex((line) => line.includes(name));
    if (at >= 0) return { file: `models/${file}`, line: at + 1 };
  }
  return null;
}
