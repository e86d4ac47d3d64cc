import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { BenchRow } from './row.ts';

const dist = join(import.meta.dirname, '../../dist');
const BUDGET_KB = 170;

/** JavaScript and CSS that the browser needs before an attendant can answer, brotli: the page's own and all they import. */
export function benchBundle(): BenchRow[] {
  const files = neededFiles();
  const bytes = files.reduce((sum, file) => sum + brotli(file), 0);
  return [
    {
      what: `JavaScript and CSS until an attendant can answer (${files.length} files, brotli)`,
      value: bytes / 1024,
      unit: 'KB',
      budget: BUDGET_KB,
      better: 'less',
    },
  ];
}

/** The files that index.html names, and what those import before they run. */
export function neededFiles(): readonly string[] {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const wanted = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/gu)].map((match) => match[1] ?? '');
  const needed = new Set<string>();
  for (let file = wanted.pop(); file !== undefined; file = wanted.pop()) {
    if (needed.has(file)) continue;
    needed.add(file);
    if (!file.endsWith('.js')) continue;
    const source = readFileSync(join(dist, file), 'utf8');
    // `import{a}from"./x.js"` and `import"./x.js"`, never `import("./x.js")`, which waits until it is asked for.
    for (const match of source.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/gu))
      wanted.push(`assets/${match[1]}`);
  }
  return [...needed];
}

function brotli(file: string): number {
  return brotliCompressSync(readFileSync(join(dist, file)), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
    .length;
}
