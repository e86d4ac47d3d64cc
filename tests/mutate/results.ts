import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MutantsData } from '../support/report/report-model.ts';

/** A place's results in the folder of them all: what the report shows, or what Stryker goes on from. */
export function fileOf(folder: string, place: string, what: string): string {
  return join(folder, `${place.replaceAll('/', '-')}.${what}.json`);
}

export async function keepMutants(folder: string, mutants: MutantsData): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(fileOf(folder, mutants.place, 'mutants'), JSON.stringify(mutants));
}

/** All that were ever tried here. */
export async function keptMutants(folder: string): Promise<readonly MutantsData[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const files = names.filter((name) => name.endsWith('.mutants.json'));
  const read = async (name: string): Promise<MutantsData> => JSON.parse(await readFile(join(folder, name), 'utf8'));
  return Promise.all(files.map(read));
}
