import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { START, opened } from '../../models/samples.ts';
import { readReport } from '../../src/adapters/time-machine.ts';
import { emptyLog } from '../../src/machines/app.ts';
import { keepMutants } from '../mutate/results.ts';
import { readCommand } from '../support/paths-command.ts';
import { WHOLE } from '../support/paths-text.ts';
import type { FailureReport, ModelReport, Problem, WalkedPath } from '../support/paths-findings.ts';
import { parseLog } from '../support/replay-log.ts';
import { writeReport } from '../support/report/report-files.ts';
import { rowLine } from '../support/report/report-lines.ts';
import type { IndexData, ModelData, MutantsData } from '../support/report/report-model.ts';

const red: Problem = {
  text: 'pressed in green should lead to red, and led to blue',
  kind: 'row',
  cause: 'green · pressed',
  row: { states: ['green'], sample: 'pressed' },
  expected: 'red',
  came: 'blue',
};
const path: WalkedPath = { steps: [{ name: 'pressed', state: 'red' }], failed: false, took: 1 };
const failed: FailureReport = {
  scene: 'at night',
  steps: ['pressed', 'pressed'],
  at: 0,
  problems: [red],
  events: [],
  look: null,
};

function reportOf(
  name: string,
  failures: readonly FailureReport[] = [],
  paths: readonly WalkedPath[] = [path],
): ModelReport {
  const covered = { covered: true, type: 'atomic', transitions: [], states: [] } as const;
  const turns = [{ event: 'pressed', branch: null, targets: ['red'], covered: true }];
  const states = [
    { ...covered, path: 'green', name: 'green', initial: true, transitions: turns },
    { ...covered, path: 'red', name: 'red', initial: false },
  ];
  return {
    kind: 'machine',
    name,
    root: { ...covered, path: '', name: 'any state', type: 'compound', initial: false, states },
    scenes: [{ name: 'at night', start: 'green', situations: 2, ignored: 0, paths, took: 5 }],
    failures,
    wired: null,
    invariants: [],
  };
}

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-report-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** What a script hands to the page. */
async function taken<Value>(file: string): Promise<Value> {
  const [, json = ''] = /^take\("[^"]+", (.*)\);\n$/u.exec(await readFile(file, 'utf8')) ?? [];
  return JSON.parse(json);
}

test('failures of one cause are one, with what to run', async () => {
  const folder = await aFolder();
  const longer = { ...failed, steps: ['pressed', 'pressed', 'pressed'], at: 2 };
  const other = { ...failed, problems: [{ ...red, kind: 'invariant', cause: 'never blue', row: null } as const] };
  const said = await writeReport([reportOf('transfer', [longer, failed, failed, other])], folder);
  const { groups } = await taken<ModelData>(join(folder, 'machine-transfer/model.js'));
  expect(groups.map(({ title, count }) => [title, count])).toEqual([
    ['green · pressed', 2],
    ['never blue', 1],
  ]);
  expect(groups[0]?.row).toMatchObject({ role: 'model', file: 'models/transfer.model.ts' });
  expect(groups[0]?.failures[0]).toMatchObject({
    steps: ['pressed'],
    command: 'npm run paths -- transfer --path "at night -> pressed"',
    problems: [{ expected: 'red', came: 'blue' }],
  });
  expect(said.split('\n')).toEqual([
    'transfer: green · pressed (2)',
    `  models/transfer.model.ts:${groups[0]?.row?.line}`,
    '  npm run paths -- transfer --path "at night -> pressed"',
    'transfer: never blue (1)',
    '  npm run paths -- transfer --path "at night -> pressed"',
    join(folder, 'index.html'),
  ]);
});

const steps = (...names: readonly string[]) => names.map((name) => ({ name, state: 'red' }));
const passed = (...names: readonly string[]): WalkedPath => ({ ...path, steps: steps(...names) });
const failedAt = (...names: readonly string[]): FailureReport => ({ ...failed, steps: names, at: names.length - 1 });

test.each<[string, readonly FailureReport[], readonly WalkedPath[], ModelData['groups'][number]['apart']]>([
  [
    'a step that all of them have and none that passed',
    [failedAt('pressed', 'hidden', 'shown'), failedAt('hidden', 'pressed', 'pressed', 'shown')],
    [passed('pressed', 'shown')],
    { kind: 'only', step: 'hidden' },
  ],
  [
    'the step from which the shortest goes another way',
    [failedAt('pressed', 'shown', 'hidden', 'shown')],
    [passed('pressed', 'shown', 'shown'), passed('hidden', 'shown')],
    { kind: 'from', step: 'hidden' },
  ],
  [
    'the last step that all have, where others pass the same way',
    [failedAt('pressed', 'shown'), failedAt('pressed', 'pressed', 'shown')],
    [passed('pressed', 'shown', 'hidden'), passed('pressed', 'pressed', 'shown', 'hidden')],
    { kind: 'last', step: 'shown' },
  ],
  ['nothing, where none passed', [failedAt('pressed')], [], null],
])('the paths of a cause and those that passed -> %s', async (_, failures, paths, apart) => {
  const folder = await aFolder();
  await writeReport([reportOf('transfer', failures, paths)], folder);
  const { groups } = await taken<ModelData>(join(folder, 'machine-transfer/model.js'));
  expect(groups.map((group) => group.apart)).toEqual([apart]);
});

test('a journey in Chromium -> its pictures lie beside its page, and its command walks it there', async () => {
  const [folder, recorded] = [await aFolder(), await aFolder()];
  for (const file of ['a.jpeg', 'a.zip', 'of another.jpeg']) await writeFile(join(recorded, file), file);
  const steps = [{ deed: null, scene: 'green', failed: true, pictures: [{ who: 'Ana', file: 'a.jpeg' }] }];
  const filmed = { folder: recorded, paths: [{ steps, traces: [{ who: 'Ana', file: 'a.zip' }] }] };
  const whole = { ...failed, scene: WHOLE };
  const said = await writeReport([{ ...reportOf('answer', [whole]), kind: 'chromium', filmed }], folder);
  expect(said).toContain('npm run paths -- answer --path "pressed -> pressed" --chromium');
  const written = await readdir(join(folder, 'chromium-answer'));
  expect(written.filter((file) => file.includes('a.') || file.includes('another'))).toEqual(['a.jpeg', 'a.zip']);
  const model = await taken<ModelData>(join(folder, 'chromium-answer/model.js'));
  expect(model.filmed).toEqual(filmed.paths);
});

test('journeys that never ran -> the index says how many there are', async () => {
  const folder = await aFolder();
  const nothing = { route: [], form: [], permission: [], feature: [], featureOff: [], language: [] };
  const read = async () => (await taken<IndexData>(join(folder, 'index.js'))).notRun;
  await writeReport([], folder);
  const all = await read();
  await writeReport([{ ...reportOf('finish'), kind: 'journey', walked: nothing }], folder);
  expect(await read()).toBe(all - 1);
  expect(all).toBe((await readdir(join(import.meta.dirname, '../../models/journeys'))).length - 1);
});

test('the log of a failure -> replayed, and opened by the time machine', async () => {
  const folder = await aFolder();
  const events = [{ ...opened(null), position: 1, loggedAt: START }];
  await writeReport([reportOf('transfer', [{ ...failed, events }])], folder);
  const text = await readFile(join(folder, 'machine-transfer/log-0.json'), 'utf8');
  expect(parseLog(text)).toEqual({ events, stored: emptyLog });
  expect(await readReport(text)).toEqual({ ...emptyLog, tail: events });
});

test('ten times the paths -> more files beside the page, the same page', async () => {
  const folder = await aFolder();
  const sizes = [];
  for (const count of [1_200, 12_000]) {
    await writeReport(
      [
        reportOf(
          'transfer',
          [],
          Array.from({ length: count }, () => path),
        ),
      ],
      folder,
    );
    const { chunks } = await taken<ModelData>(join(folder, 'machine-transfer/model.js'));
    sizes.push([(await stat(join(folder, 'machine-transfer/index.html'))).size, chunks]);
  }
  expect(sizes).toEqual([
    [sizes[0]?.[0], 1],
    [sizes[0]?.[0], 3],
  ]);
});

test('a run of one model -> its pages are replaced, the others stay, each with its time', async () => {
  const folder = await aFolder();
  await writeReport([reportOf('transfer', [failed]), reportOf('ticket')], folder, new Date('2026-01-01'));
  await writeReport([reportOf('transfer')], folder, new Date('2026-01-02'));
  const { models } = await taken<IndexData>(join(folder, 'index.js'));
  expect(models.map(({ id, at, causes, mended }) => [id, at.slice(0, 10), causes.length, mended])).toEqual([
    ['machine-ticket', '2026-01-01', 0, 0],
    ['machine-transfer', '2026-01-02', 0, 1],
  ]);
  expect(await readdir(join(folder, 'machine-transfer'))).not.toContain('log-0.json');
  const { runs } = await taken<ModelData>(join(folder, 'machine-transfer/model.js'));
  expect(runs.map(({ causes }) => causes)).toEqual([[], ['green · pressed']]);
  await writeReport([reportOf('transfer', [failed])], folder, new Date('2026-01-03'));
  expect(await taken<IndexData>(join(folder, 'index.js'))).toMatchObject({
    models: [{}, { causes: [{ title: 'green · pressed', isNew: true }] }],
  });
});

test('mutants that were tried -> their scores are beside the models; none -> nothing is', async () => {
  const folder = await aFolder();
  const paths = join(folder, 'paths');
  await writeReport([reportOf('transfer')], paths);
  expect(await taken<readonly MutantsData[]>(join(paths, 'mutants.js'))).toEqual([]);
  const survivor = {
    file: 'src/machines/transfer/transfer.rules.ts',
    line: 9,
    was: 'a && b',
    now: 'a',
    isFoundByTests: true,
  };
  const place = 'src/machines/transfer';
  const mutants = { place, at: '2026-01-01', total: 9, byPaths: 8, found: 9, survivors: [survivor] };
  await keepMutants(join(folder, 'mutation'), mutants);
  await writeReport([], paths);
  expect(await taken<readonly MutantsData[]>(join(paths, 'mutants.js'))).toEqual([mutants]);
});

test.each([
  ['a name of no model', ['tranfer'], 'Did you mean "transfer"?'],
  ['a path of no model', ['--path', 'a -> b'], '--path takes the path of one model'],
  ['what is accepted without pictures', ['--accept'], '--accept takes pictures'],
  ['a picture of no screen', ['--pictures', 'user'], 'Did you mean "users"?'],
])('%s is refused at once', (_, args, words) => {
  expect(readCommand(args)).toContain(words);
});

test('names, a path and options of vitest -> what is run', () => {
  expect(readCommand(['transfer', '--path', 'a -> b', '--reporter=dot'])).toEqual({
    args: ['run', '.paths.test.ts', '--reporter=dot'],
    env: { BALCAO_PATHS: 'transfer', BALCAO_PATH: 'a -> b' },
    inBrowser: false,
  });
  expect(readCommand(['answer', '--chromium'])).toMatchObject({
    env: { BALCAO_PATHS: 'answer', BALCAO_STEPS: '1' },
    inBrowser: true,
  });
  expect(readCommand([])).toMatchObject({ args: ['run', 'tests/paths'], env: {} });
  expect(readCommand(['--pictures'])).toMatchObject({
    args: ['run', 'tests/pictures'],
    env: { BALCAO_PICTURES: 'compare' },
  });
  expect(readCommand(['--pictures', 'home', 'users', '--accept'])).toEqual({
    args: ['run', 'tests/pictures', '-t', '^(?:home|users)$'],
    env: { BALCAO_PICTURES: 'accept' },
    inBrowser: true,
  });
});

const model = `const said = {
  'door.closed': 'shut',
} as const;
export const doorModel = {
  expected: {
    anywhere: { 'day.over': 'stays' },
    states: {
      none: {},
      open: {
        ...said,
        'door.locked': when(
          'there is a key',
          'locked',
          'ignored',
        ),
      },
      'open.wide': { pushed: 'stays' },
    },
  },
};
`;

test.each([
  ['in its state', ['open'], 'door.locked', 11],
  ['in a line with its state', ['open.wide'], 'pushed', 17],
  ['in what is spread into it', ['open'], 'door.closed', 2],
  ['in the state around it', ['open.wide'], 'door.locked', 11],
  ['anywhere', ['none'], 'day.over', 6],
  ['nowhere -> its state', ['open.wide'], 'rung', 17],
] as const)('a row is found %s', (_, states, sample, line) => {
  expect(rowLine(model, states, sample)).toBe(line);
});
