import { createActor } from 'xstate';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { Journey } from '../../models/journeys/journey.ts';
import { declaredStates, declaredTransitions, explore, pathsThrough, tour } from './graph.ts';
import type { Edge } from './graph.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import type { JourneyWorld } from './journeys-world.ts';
import { takeNoted, walkedOf } from './journeys-walked.ts';
import type { Seen } from './paths-explore.ts';
import type { FailureReport, ModelReport, WalkedPath } from './paths-findings.ts';
import { rowOf } from './paths-problem.ts';
import { outlineOf } from './paths-outline.ts';
import { WHOLE } from './paths-text.ts';
import { linesOf } from './thrown.ts';
import type { Thrown } from './thrown.ts';
import type { StepRecorder } from './journeys-recorder.ts';

/** Does something, or looks whether it is to be seen, on one path. */
export type Act<Path> = (path: Path) => Promise<void>;

/** How a journey's deeds are done and what is then to be seen. Both are total: `satisfies Record<…>` at each. */
export interface Steps<Path, World = JourneyWorld> {
  readonly journey: Journey;
  /** Where the first scene is to be seen: on a customer, role, company of its own. */
  readonly begin: (world: World) => Promise<Path>;
  readonly deeds: Readonly<Record<string, Act<Path>>>;
  readonly scenes: Readonly<Record<string, Act<Path>>>;
}

/** What a walk needs of the world that it is in. */
export interface WalkedWorld {
  /** What is left of a path goes; whatever a page recorded still has to hold. */
  endPath(): Promise<void>;
  /** What everybody's pages recorded on this path, as far as they record. */
  recorded(): readonly Logged[];
  /** Left out where there is no screen. */
  readonly recorder?: StepRecorder;
}

type Step = Edge<AnyMachineSnapshot, AnyEventObject>;

/** One way through a journey. */
export interface JourneyPath<World = JourneyWorld> {
  readonly title: string;
  /** Walks it in a world up to the first thing that is wrong; answers what it is, line by line. */
  readonly walk: (world: World) => Promise<readonly string[]>;
}

/** A journey that can be walked. */
export interface WalkableJourney<World = JourneyWorld> {
  readonly name: string;
  readonly paths: readonly JourneyPath<World>[];
  /** States and transitions that the journey declares and no path goes through. */
  readonly missing: readonly string[];
  /** What came of the walks so far. */
  report(): ModelReport;
}

/** More scenes than this are a journey that grew into a machine. */
const LIMIT = 40;

/** `short`: a path for each deed, its last. `long`: few paths that take all of them. */
export function walkable<Path, World extends WalkedWorld = JourneyWorld>(
  steps: Steps<Path, World>,
  kind: 'short' | 'long',
): WalkableJourney<World> {
  const { journey } = steps;
  const { machine, events } = journey;
  const graph = explore<AnyMachineSnapshot, AnyEventObject>(machine, {
    first: createActor(machine).getSnapshot(),
    events: Object.values(events),
    key: sceneOf,
    stopWhen: () => false,
    limit: LIMIT,
  });
  const deeds = graph.edges.filter(({ state, event }) => state.can(event));
  const found = kind === 'long' ? withLoops(tour(graph), deeds) : pathsThrough(graph, (edge) => deeds.includes(edge));
  const seen: Seen = { states: new Set(), transitions: new Set() };
  const walked: WalkedPath[] = [];
  const failures: FailureReport[] = [];
  const noted = new Set<string>();

  async function walk(world: World, way: readonly Step[]): Promise<readonly string[]> {
    const names = way.map(({ event, to }) => ({ name: event.type, state: to }));
    let at = -1;
    let during: Thrown['during'] = 'deed';
    const begun = performance.now();
    const { recorder } = world;
    takeNoted();
    await recorder?.begin(journey.name, names.map(({ name }) => name).join());
    try {
      const path = await steps.begin(world);
      during = 'scene';
      await actOf(steps.scenes, graph.first)(path);
      seen.states.add(graph.first);
      await recorder?.step(null, graph.first, false);
      for (const { state, event, to } of way) {
        at += 1;
        during = 'deed';
        await actOf(steps.deeds, event.type)(path);
        during = 'scene';
        await actOf(steps.scenes, to)(path);
        for (const transition of machine.getTransitionData(state, event)) seen.transitions.add(transition);
        seen.states.add(to);
        await recorder?.step(event.type, to, false);
      }
      await recorder?.end();
      await world.endPath();
      for (const each of takeNoted()) noted.add(each);
      forgetFailed(names);
      walked.push({ steps: names, failed: false, took: performance.now() - begun });
      return [];
    } catch (error) {
      const problem = wordsOf(error);
      const events = world.recorded();
      walked.push({ steps: names, failed: true, took: performance.now() - begun });
      const step = way[at];
      const problems = [rowOf(step?.from ?? graph.first, step?.event.type ?? '', step?.to ?? graph.first, problem)];
      const thrown = { during, lines: linesOf(error) };
      failures.push({ scene: WHOLE, steps: names.map(({ name }) => name), at, problems, events, look: null, thrown });
      await recorder?.step(step?.event.type ?? null, step?.to ?? graph.first, true);
      await recorder?.end();
      // What comes after it begins as if nothing had happened; what is wrong is known already.
      await world.endPath().catch(() => undefined);
      return [`${way[at]?.event.type ?? 'the beginning'} → ${way[at]?.to ?? graph.first}`, ...problem.split('\n')];
    }
  }

  /** A path that passes at its second try is reported as one that passed. */
  function forgetFailed(names: WalkedPath['steps']): void {
    const path = JSON.stringify(names);
    const isSame = ({ failed, steps: taken }: WalkedPath) => failed && JSON.stringify(taken) === path;
    if (!walked.some(isSame)) return;
    walked.splice(0, Infinity, ...walked.filter((each) => !isSame(each)));
    const stepNames = JSON.stringify(names.map(({ name }) => name));
    failures.splice(0, Infinity, ...failures.filter((each) => JSON.stringify(each.steps) !== stepNames));
  }

  return {
    name: journey.name,
    paths: found.map((way) => ({
      title: way.map(({ event }) => event.type).join(' -> '),
      walk: (world) => walk(world, way),
    })),
    missing: missingIn(journey, found.flat()),
    report: () => ({
      kind: 'journey',
      wired: null,
      name: journey.name,
      root: outlineOf(machine, seen),
      scenes: [
        {
          name: WHOLE,
          start: graph.first,
          situations: graph.states.size,
          ignored: 0,
          paths: walked,
          took: tookInAll(walked),
        },
      ],
      failures,
      invariants: [],
      walked: walkedOf(noted),
    }),
  };
}

/** A tour leaves out what leads back to where it began: that is done when one first comes there. */
function withLoops(ways: readonly (readonly Step[])[], deeds: readonly Step[]): readonly (readonly Step[])[] {
  const left = new Set(deeds.filter(({ from, to }) => from === to));
  return ways.map((way) =>
    way.flatMap((step) => {
      const loops = [...left].filter(({ from }) => from === step.to);
      for (const loop of loops) left.delete(loop);
      return [step, ...loops];
    }),
  );
}

export function tookInAll(paths: readonly WalkedPath[]): number {
  return paths.reduce((sum, { took }) => sum + took, 0);
}

function sceneOf({ value }: AnyMachineSnapshot): string {
  if (typeof value !== 'string') throw new Error('The scenes of a journey are flat');
  return value;
}

function actOf<Path>(acts: Readonly<Record<string, Act<Path>>>, name: string): Act<Path> {
  const act = acts[name];
  if (act === undefined) throw new Error(`Nothing says how "${name}" goes`);
  return act;
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}\n${wordsOf(error.cause)}`;
}

function missingIn({ machine }: Journey, steps: readonly Step[]): readonly string[] {
  const taken = new Set(steps.flatMap(({ state, event }) => machine.getTransitionData(state, event)));
  const passed = new Set(steps.flatMap(({ from, to }) => [from, to]));
  return [
    ...declaredStates(machine).filter(({ label }) => !passed.has(label)),
    ...declaredTransitions(machine).filter(({ part }) => !taken.has(part)),
  ].map(({ label }) => label);
}
