import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ModelReport } from './paths-findings.ts';
import { page } from './paths-html.ts';

const folder = fileURLToPath(new URL('../../reports/paths/', import.meta.url));

/**
 * Adds what one test file found to the report and writes the page anew. Files of one run write one
 * after the other, and each reads what the others wrote.
 */
export async function writeReport(name: string, models: readonly ModelReport[]): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}${name}.json`, JSON.stringify(models));
  const unlock = await lock();
  try {
    const names = (await readdir(folder))
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .toReversed();
    const read = await Promise.all(names.map((name) => readFile(`${folder}${name}`, 'utf8')));
    const all: readonly ModelReport[] = read.flatMap((text): ModelReport[] => JSON.parse(text));
    await writeFile(`${folder}index.html`, page(all));
  } finally {
    await unlock();
  }
  return `${folder}index.html`;
}

/** One writer at a time; a lock that a killed run left behind is taken over. */
async function lock(): Promise<() => Promise<void>> {
  const path = `${folder}.lock`;
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      await mkdir(path);
      break;
    } catch {
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
  }
  return () => rm(path, { recursive: true, force: true });
}
