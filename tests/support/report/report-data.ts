import { coverageOf, pathCount, stateCoverage, transitionCoverage } from '../paths-counts.ts';
import type { ModelReport } from '../paths-findings.ts';
import type { Logged } from '../../../src/machines/log/event.ts';
import { allStates, allTransitions, transitionText } from '../paths-outline.ts';
import { causesOf } from './report-causes.ts';
import { layOut } from './report-layout.ts';
import { sourceOf } from './report-lines.ts';
import type { ModelData, ModelSummary, PackedPath, Run } from './report-model.ts';
import { peopleIn, screensOf } from './report-subjects.ts';

/** A file of paths is read in a moment, and a hundred thousand paths are twenty of them. */
export const CHUNK = 5_000;
const RUNS_MAX = 30;

/** All that the pages of a model load. */
export interface ModelFiles {
  readonly model: ModelData;
  readonly chunks: readonly (readonly PackedPath[])[];
  readonly logs: readonly (readonly Logged[])[];
}

export interface RunOf {
  readonly at: Date;
  readonly commit: string;
  /** The newest first. */
  readonly earlier: readonly Run[];
}

export function modelId({ kind, name }: Pick<ModelReport, 'kind' | 'name'>): string {
  return `${kind}-${name}`;
}

export async function filesOf(report: ModelReport, { at, commit, earlier }: RunOf): Promise<ModelFiles> {
  const { kind, name, root, scenes, wired } = report;
  const [last] = earlier;
  const { groups, logs } = causesOf(report, last?.causes ?? null);
  const names = numbered();
  const stateNames = numbered();
  const packed = scenes.flatMap(({ paths }, scene) =>
    paths.map(({ failed, steps, took }): PackedPath => [
      scene,
      failed ? 1 : 0,
      Math.round(took * 10),
      ...steps.flatMap((step) => [names.of(step.name), stateNames.of(step.state)]),
    ]),
  );
  const took = Math.round(scenes.reduce((sum, scene) => sum + scene.took, wired?.took ?? 0));
  const failed = scenes.reduce((sum, { paths }) => sum + paths.filter((path) => path.failed).length, 0);
  const causes = groups.map(({ title, isNew }) => ({ title, isNew }));
  const run: Run = {
    at: at.toISOString(),
    commit,
    took,
    paths: pathCount(report),
    failed,
    causes: causes.map(({ title }) => title),
    scenes: Object.fromEntries(scenes.map((scene) => [scene.name, scene.paths.length])),
  };
  const sceneData = scenes.map(({ paths, ...scene }) => ({
    ...scene,
    took: Math.round(scene.took),
    paths: paths.length,
    failed: paths.filter((path) => path.failed).length,
  }));
  const model: ModelData = {
    id: modelId(report),
    kind,
    name,
    at: run.at,
    took,
    paths: run.paths,
    failed,
    states: stateCoverage(report),
    transitions: transitionCoverage(report),
    wired: wired && { ...coverageOf(wired.root), known: Object.keys(wired.onlyInTheLog).length },
    screens: screensOf(report),
    people: peopleIn([...scenes.map((scene) => scene.name), ...names.all()]),
    causes,
    mended: report.isSingle === true ? 0 : (last?.causes ?? []).filter((cause) => !run.causes.includes(cause)).length,
    source: sourceOf(report),
    names: names.all(),
    stateNames: stateNames.all(),
    scenes: sceneData,
    chunks: Math.ceil(packed.length / CHUNK),
    groups,
    diagram: await layOut(root),
    missed:
      report.isSingle === true
        ? []
        : [
            ...allStates(root).flatMap(({ covered, path }) => (covered ? [] : [path])),
            ...allTransitions(root).flatMap((each) => (each.transition.covered ? [] : [transitionText(each)])),
          ],
    onlyInTheLog: wired?.onlyInTheLog ?? {},
    wiredRuns: wired?.runs ?? 0,
    invariants: report.invariants,
    runs: report.isSingle === true ? earlier : [run, ...earlier].slice(0, RUNS_MAX),
    filmed: report.filmed?.paths ?? [],
  };
  const chunks = Array.from({ length: model.chunks }, (_, at) => packed.slice(at * CHUNK, (at + 1) * CHUNK));
  return { model, chunks, logs };
}

/** What the index has of a model. */
export function summaryOf(model: ModelData): ModelSummary {
  const { at, causes, failed, id, kind, mended, name, paths, people, screens, states, took, transitions, wired } =
    model;
  return { at, causes, failed, id, kind, mended, name, paths, people, screens, states, took, transitions, wired };
}

/** Texts by the order in which they first came. */
function numbered() {
  const numbers = new Map<string, number>();
  return {
    of(text: string): number {
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    },
    all: (): readonly string[] => [...numbers.keys()],
  };
}
