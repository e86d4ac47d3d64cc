import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { keptMutants } from '../../mutate/results.ts';
import { pageData } from './report-page.ts';

export const REPORT = fileURLToPath(new URL('../../../reports/paths', import.meta.url));

/** The scores that the index and the models' pages read. By itself, as `npm run mutate` runs where no view loads. */
export async function writeMutants(folder = REPORT): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/mutants.js`, pageData('mutants', await keptMutants(`${folder}/../mutation`)));
}
