import type { Invariant, MachineModel } from '../../models/model.ts';
import { exploreScene, lookedAt, openScene } from './paths-explore.ts';
import type { Explored, Seen } from './paths-explore.ts';
import { allStates, allTransitions, outlineOf, transitionText } from './paths-outline.ts';
import type { FailureReport, ModelReport, SceneReport, WalkedPath } from './paths-findings.ts';
import { examineWired } from './wired-examine.ts';
import type { WiredExamination } from './wired-examine.ts';
import { lookAt, standingOf } from './paths-looked.ts';
import { runPath } from './paths-run.ts';
import { createShared } from './paths-shared.ts';

/** One model, examined scene by scene, each once. */
export interface Examination {
  /** What went wrong in a scene, in words; at most a handful. */
  told(scene: string): readonly string[];
  /** The same machine with adapters at a scripted server: what went wrong, and the states and transitions it never got to. */
  wired(): Promise<{ readonly failures: readonly string[]; readonly missed: readonly string[] }>;
  /** Everything, with the scenes that weren't looked at yet. */
  report(): ModelReport;
}

interface Examined {
  readonly explored: Explored;
  readonly report: SceneReport;
  readonly failures: readonly FailureReport[];
}

const RAISED_MAX = 5;

export function examine(model: MachineModel, invariants: readonly Invariant[]): Examination {
  const seen: Seen = { states: new Set(), transitions: new Set() };
  const known = new Map<string, Examined>();
  let withAdapters: WiredExamination | null = null;

  function examined(scene: string): Examined {
    const found = known.get(scene) ?? examineScene(model, scene, invariants, seen);
    known.set(scene, found);
    return found;
  }

  return {
    told: (scene) => [...new Set(examined(scene).failures.map(words))].slice(0, RAISED_MAX),
    wired: async () => {
      const explored = Object.keys(model.scenes).map((scene) => examined(scene).explored);
      withAdapters = await examineWired(model, explored, invariants);
      const { failures, root } = withAdapters;
      const states = allStates(root).filter(({ covered }) => !covered);
      const transitions = allTransitions(root).filter(({ transition }) => !transition.covered);
      return {
        failures: failures.map(words),
        missed: [...states.map(({ path }) => path), ...transitions.map(transitionText)],
      };
    },
    report: () => {
      const scenes = Object.keys(model.scenes).map(examined);
      return {
        kind: 'machine',
        name: model.name,
        root: outlineOf(model.machine, seen),
        scenes: scenes.map(({ report }) => report),
        failures: [...scenes.flatMap(({ failures }) => failures), ...(withAdapters?.failures ?? [])],
        wired: withAdapters && {
          root: withAdapters.root,
          runs: withAdapters.runs,
          took: withAdapters.took,
          onlyInTheLog: model.onlyInTheLog,
        },
        invariants: model.invariants.map(({ name }) => name),
      };
    },
  };
}

function examineScene(model: MachineModel, scene: string, invariants: readonly Invariant[], seen: Seen): Examined {
  const begun = performance.now();
  const shared = createShared();
  const explored = exploreScene(model, scene, seen, shared);
  const { graph, ignored, stateAfter } = explored;
  // Where nothing leads on, what is given is still to be looked at.
  const paths = explored.paths.length === 0 ? [[]] : explored.paths;
  const results = paths.map((path) => {
    const from = performance.now();
    const result = runPath(model, scene, path, invariants, seen, shared, explored.problems);
    return { path, result, took: performance.now() - from };
  });
  return {
    explored,
    report: {
      name: scene,
      start: standingOf(openScene(model, scene).app, lookedAt(model, scene).actor).state,
      situations: graph.states.size,
      ignored,
      paths: results.map(({ path, result: { failure }, took }): WalkedPath => ({
        steps: path.map((step) => ({ name: step.event.type, state: stateAfter(step) })),
        failed: failure !== null,
        took,
      })),
      took: performance.now() - begun,
    },
    failures: results.flatMap(({ result: { failure, steps } }) =>
      failure === null ? [] : [{ scene, steps, ...failure, look: () => lookAt(model, scene, failure.events) }],
    ),
  };
}

export function words({ at, problems, steps }: FailureReport): string {
  return `${steps.slice(0, at + 1).join(' → ')}: ${problems.map(({ text }) => text).join('; ')}`;
}
