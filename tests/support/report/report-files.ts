import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { LOG_FORMAT } from '../../../src/adapters/storage/log-format.ts';
import { journeyNames, modelNames } from '../paths-chosen.ts';
import type { Walked } from '../journeys-walked.ts';
import { guideData } from './guide/guide-data.ts';
import type { ModelReport } from '../paths-findings.ts';
import { filesOf, modelId, summaryOf } from './report-data.ts';
import type { ModelFiles } from './report-data.ts';
import type { IndexData, ModelSummary, Run, WalkedData } from './report-model.ts';
import { causesInTerminal } from './report-terminal.ts';
import { walkedData } from './report-walked.ts';
import { REPORT, writeMutants } from './report-mutants.ts';
import { pageAssets, pageData, pageHtml } from './report-page.ts';

const project = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Writes the pages of the models that ran, in the place of their last ones, and the index of all there are. Answers
 * with what the terminal shows: the causes of failures, and where the report is. Test files of one run write one after the other.
 */
export async function writeReport(reports: readonly ModelReport[], folder = REPORT, at = new Date()): Promise<string> {
  await mkdir(folder, { recursive: true });
  const unlock = await lock(folder);
  const causes: string[] = [];
  try {
    const commit = await commitNow();
    for (const [name, text] of Object.entries(await pageAssets())) await writeFile(`${folder}/${name}`, text);
    for (const report of reports) {
      const place = `${folder}/${modelId(report)}`;
      const earlier = await readJson<readonly Run[]>(`${place}/runs.json`, []);
      const files = await filesOf(report, { at, commit, earlier });
      await writeModel(place, files, report.filmed?.folder ?? null);
      causes.push(...causesInTerminal(report.name, files.model.groups));
      if (report.walked !== undefined) await writeFile(`${place}/walked.json`, JSON.stringify(report.walked));
    }
    await writeIndex(folder, await walkedIn(folder));
    await writeFile(`${folder}/guide.js`, pageData('guide', await guideData(project)));
    await writeFile(`${folder}/guide.html`, pageHtml('guide', ''));
  } finally {
    await unlock();
  }
  return [...causes, `${folder}/index.html`].join('\n');
}

/** What every journey that has a page came to when it last ran, by its name. */
export async function walkedIn(folder = REPORT): Promise<Readonly<Record<string, Walked>>> {
  const found: Record<string, Walked> = {};
  for (const name of modelNames()) {
    const walked = await readJson<Walked | null>(`${folder}/journey-${name}/walked.json`, null);
    if (walked !== null) found[name] = walked;
  }
  return found;
}

async function writeModel(place: string, { chunks, logs, model }: ModelFiles, filmed: string | null): Promise<void> {
  const fresh = `${place}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh);
  const files: Record<string, string> = {
    'index.html': pageHtml('model', '../'),
    'model.js': pageData('model', model),
    'summary.json': JSON.stringify(summaryOf(model)),
    'runs.json': JSON.stringify(model.runs),
  };
  for (const [number, paths] of chunks.entries()) files[`paths-${number}.js`] = pageData(`paths-${number}`, paths);
  for (const [number, events] of logs.entries()) {
    const log = { format: LOG_FORMAT, position: 0, snapshots: {}, tail: events };
    // A page that was opened from a file may read a script, and no JSON; `npm run replay` and the time machine read the JSON.
    files[`log-${number}.js`] = pageData(`log-${number}`, log);
    files[`log-${number}.json`] = JSON.stringify(log, null, 1);
  }
  for (const [name, text] of Object.entries(files)) await writeFile(`${fresh}/${name}`, text);
  const seen = model.filmed.flatMap(({ steps, traces }) => [...steps.flatMap(({ pictures }) => pictures), ...traces]);
  for (const { file } of filmed === null ? [] : seen) await copyFile(`${filmed}/${file}`, `${fresh}/${file}`);
  await rm(place, { recursive: true, force: true });
  await rename(fresh, place);
}

/** Every model that has a page, those of earlier runs too, but for models that are gone. */
async function writeIndex(folder: string, walked: Readonly<Record<string, Walked>>): Promise<void> {
  const known = new Set(modelNames());
  const entries = await readdir(folder, { withFileTypes: true });
  const read = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => readJson<ModelSummary | null>(`${folder}/${name}/summary.json`, null)),
  );
  const models = read.filter((model) => model !== null).filter(({ name }) => known.has(name));
  const rows = walkedData(walked);
  const unwalked = rows.filter(({ journeys, reason }) => journeys.length === 0 && reason === null).length;
  const notRun = journeyNames().filter((name) => walked[name] === undefined).length;
  await writeFile(`${folder}/index.js`, pageData('index', { models, unwalked, notRun } satisfies IndexData));
  await writeFile(`${folder}/walked.js`, pageData('walked', { rows, notRun } satisfies WalkedData));
  await writeFile(`${folder}/walked.html`, pageHtml('walked', ''));
  await writeMutants(folder);
  await writeFile(`${folder}/index.html`, pageHtml('index', ''));
}

async function readJson<Value>(file: string, otherwise: Value): Promise<Value> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return otherwise;
  }
}

/** Empty where there is no git. */
async function commitNow(): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD'], { cwd: project });
    return stdout.trim();
  } catch {
    return '';
  }
}

/** One writer at a time; a lock that a killed run left behind is taken over. */
async function lock(folder: string): Promise<() => Promise<void>> {
  const path = `${folder}/.lock`;
  for (let tries = 0; tries < 1_500; tries += 1) {
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
