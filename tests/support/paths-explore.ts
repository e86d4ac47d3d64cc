import type { ActorLogic, AnyTransitionDefinition } from 'xstate';
import type { MachineModel, Moment, Sample, Scene } from '../../models/model.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import { explore, nameOf, pathsThrough } from './graph.ts';
import type { Edge, Graph } from './graph.ts';
import { judge, leaves } from './paths-expect.ts';
import type { Problem } from './paths-findings.ts';
import { createShared } from './paths-shared.ts';
import type { UnderTest } from './paths-watch.ts';
import { asStored, createWorld } from './paths-world.ts';
import type { Happening, World } from './paths-world.ts';

/** A state of the wired app: what has happened to it. Nothing else is needed to have it again. */
export interface Situation {
  readonly status: 'active';
  readonly output: undefined;
  readonly error: undefined;
  readonly trail: readonly Logged[];
  readonly key: string;
  /** Whether exploring doesn't go on from here. */
  readonly isEnd: boolean;
}

/** A sample tried, by its name. */
export interface Try {
  readonly type: string;
}

export type Step = Edge<Situation, Try>;

/** One scene of a model, explored to its end. */
export interface Explored {
  readonly scene: string;
  readonly graph: Graph<Situation, Try>;
  /** A path for each step that changed anything, its last. */
  readonly paths: readonly (readonly Step[])[];
  /** What was wrong with single steps. */
  readonly problems: ReadonlyMap<Step, readonly Problem[]>;
  /** The transitions that a step took. */
  readonly taken: (step: Step) => readonly AnyTransitionDefinition[];
  /** Where a step left the actor under test. */
  readonly stateAfter: (step: Step) => string;
  /** How many steps changed nothing, as they should. */
  readonly ignored: number;
}

/** Collects what a machine declares and was seen to do. */
export interface Seen {
  readonly states: Set<string>;
  readonly transitions: Set<AnyTransitionDefinition>;
}

interface Outcome {
  readonly changed: boolean;
  readonly taken: readonly AnyTransitionDefinition[];
  readonly problems: readonly Problem[];
  /** Where the actor under test is now. */
  readonly state: string;
}

const nothing: Outcome = { changed: false, taken: [], problems: [], state: 'none' };

/** More situations than this are a key gone wrong. */
const LIMIT = 1_000;

/** Begins a scene of a model: what came before the first sample, as it was logged before, if it was. */
export function openScene(
  model: MachineModel,
  scene: string,
  onStep?: (moment: Moment) => void,
  logged: readonly Logged[] = [],
): World {
  const { given } = sceneOf(model, scene);
  const world = createWorld(lookedAt(model, scene));
  for (const [at, sample] of given.entries()) {
    const moment = world.pass(sample, logged[at]);
    onStep?.(moment);
  }
  return world;
}

export function sceneOf(model: MachineModel, name: string): Scene {
  const scene = model.scenes[name];
  if (scene === undefined) throw new Error(`${model.name} has no scene ${name}`);
  return scene;
}

/** The actor under test. */
export function lookedAt(model: MachineModel, scene: string): UnderTest {
  const { actor, machine, facts, oracles = [] } = model;
  return { actor: sceneOf(model, scene).actor ?? actor, machine, facts, oracles };
}

export function sampleOf(model: MachineModel, name: string): Sample {
  const sample = model.samples[name];
  if (sample === undefined) throw new Error(`${model.name} has no sample ${name}`);
  return sample;
}

export function note(seen: Seen, { observed }: Happening): void {
  for (const snapshot of [observed.before, ...observed.passed, observed.after]) {
    for (const node of snapshot?._nodes ?? []) seen.states.add(nameOf(node));
  }
  for (const transition of observed.taken) {
    seen.transitions.add(transition);
    // Also a state that is left at once.
    seen.states.add(nameOf(transition.source));
  }
}

/** A scene of a model as a logic to explore: each sample leads from a situation to one. */
function logicOf(model: MachineModel, scene: string, seen: Seen, shared = createShared()) {
  const outcomes = new Map<Situation, Outcome>();
  /** The last world, if nothing came of what was tried in it. */
  let idle: { readonly situation: Situation; readonly world: World } | null = null;

  function situationOf(world: World, trail: readonly Logged[]): Situation {
    return {
      status: 'active',
      output: undefined,
      error: undefined,
      trail,
      key: model.key(world.app),
      isEnd: model.stopWhen(world.app),
    };
  }

  const logic = {
    transition: (situation: Situation, { type }: Try): Situation => {
      const world =
        idle?.situation === situation
          ? idle.world
          : createWorld(lookedAt(model, scene), situation.trail.map(asStored), shared.replayed);
      const happening = world.fold(sampleOf(model, type));
      idle = happening.isAsBefore ? { situation, world } : null;
      note(seen, happening);
      const { before, after } = happening.observed;
      const problems = judge(model, type, happening);
      const next = situationOf(world, [...situation.trail, happening.moment.event]);
      const changed = before !== after || next.key !== situation.key;
      if (changed || problems.length > 0) shared.ends.set(next, world.app.snapshots());
      outcomes.set(next, {
        changed,
        taken: happening.observed.taken,
        problems,
        state: leaves(after).join(' '),
      });
      return next;
    },
    getInitialSnapshot: () => first,
    getPersistedSnapshot: (situation) => situation,
  } satisfies ActorLogic<Situation, Try>;
  const opening = openScene(model, scene);
  const first = situationOf(opening, opening.events);
  const outcomeOf = ({ next }: Step): Outcome => outcomes.get(next) ?? nothing;
  return { logic, first, outcomeOf };
}

/** The steps of one path, which need not be among those that exploring finds, and the state after each. */
export function stepsAlong(
  model: MachineModel,
  scene: string,
  names: readonly string[],
): { readonly steps: readonly Step[]; readonly states: readonly string[] } {
  const { logic, first, outcomeOf } = logicOf(model, scene, { states: new Set(), transitions: new Set() });
  const steps: Step[] = [];
  let state = first;
  for (const type of names) {
    const next = logic.transition(state, { type });
    steps.push({ from: state.key, state, event: { type }, to: next.key, next });
    state = next;
  }
  return { steps, states: steps.map((step) => outcomeOf(step).state) };
}

/** Tries every sample in every situation that the wired app can get into, and says what was not as expected. */
export function exploreScene(model: MachineModel, scene: string, seen: Seen, shared = createShared()): Explored {
  const names = sceneOf(model, scene).only ?? Object.keys(model.samples);
  const { logic, first, outcomeOf } = logicOf(model, scene, seen, shared);
  const graph = explore(logic, {
    first,
    events: names.map((type): Try => ({ type })),
    key: ({ key }) => key,
    stopWhen: ({ isEnd }) => isEnd,
    limit: LIMIT,
  });
  const problems = new Map(
    graph.edges.filter((edge) => outcomeOf(edge).problems.length > 0).map((edge) => [edge, outcomeOf(edge).problems]),
  );
  return {
    scene,
    graph,
    paths: pathsThrough(graph, (edge) => outcomeOf(edge).changed || problems.has(edge)),
    problems,
    taken: (edge) => outcomeOf(edge).taken,
    stateAfter: (edge) => outcomeOf(edge).state,
    ignored: graph.edges.filter((edge) => !outcomeOf(edge).changed).length,
  };
}
