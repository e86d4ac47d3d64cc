import type { AnyTransitionDefinition } from 'xstate';
import type { Invariant, MachineModel } from '../../models/model.ts';
import type { Explored, Seen, Step } from './paths-explore.ts';
import type { FailureReport } from './paths-findings.ts';
import { lookAt } from './paths-looked.ts';
import { WITH_ADAPTERS } from './paths-text.ts';
import { outlineOf } from './paths-outline.ts';
import type { StateOutline } from './paths-outline.ts';
import { isIntent } from './wired-causes.ts';
import { isOfTheDisk, runWired } from './wired-run.ts';
import type { WiredResult } from './wired-run.ts';

/** What was seen of a machine while its app was wired to adapters and a server. */
export interface WiredExamination {
  readonly root: StateOutline;
  readonly runs: number;
  readonly took: number;
  readonly failures: readonly FailureReport[];
}

const FAILURES_MAX = 5;
/** Before it is believed that nothing outside brings a transition about. */
const OTHER_WAYS_MAX = 12;

/**
 * Takes every transition that exploring took once more, with adapters: by the shortest way whose
 * steps can all be brought about outside. What a model calls the same situation may not be one for the outside: whoever
 * left while a call was in flight gets its answer late. So a transition that no shortest way took is tried by such ways.
 */
export async function examineWired(
  model: MachineModel,
  explored: readonly Explored[],
  invariants: readonly Invariant[],
): Promise<WiredExamination> {
  const seen: Seen = { states: new Set(), transitions: new Set() };
  /** Steps that nothing outside could bring about where they were tried. */
  const impossible = new Set<string>();
  const failures: FailureReport[] = [];
  const ends = endsBySituation(explored);
  let runs = 0;
  let isStuck = false;
  const isOver = (): boolean => isStuck || failures.length >= FAILURES_MAX;
  const begun = performance.now();

  for (const [transition, ways] of waysByTransition(explored)) {
    for (const { scene, path } of ways) {
      if (seen.transitions.has(transition) || isOver()) break;
      if (path.some((step) => impossible.has(stepName(scene, step)))) continue;
      runs += 1;
      const others = (ends.get(endsAt(scene, path.at(-1)?.from)) ?? []).filter(
        ({ step, taken }) =>
          step !== path.at(-1) &&
          !impossible.has(stepName(scene, step)) &&
          taken.some((each) => !seen.transitions.has(each)),
      );
      const found = await runWired(
        model,
        scene,
        path,
        others.map(({ step }) => step),
        invariants,
        seen,
      );
      if (found.failure !== null) failures.push(reported(model, scene, found.walked, found.failure));
      isStuck = found.isStuck === true;
      for (const step of found.impossible) impossible.add(stepName(scene, step));
    }
  }
  for (const [transition, ways] of otherWays(explored, seen.transitions)) {
    for (const { scene, path } of ways) {
      if (seen.transitions.has(transition) || isOver()) break;
      if (path.slice(0, -1).some((step) => impossible.has(stepName(scene, step)))) continue;
      runs += 1;
      const found = await runWired(model, scene, path, [], invariants, seen);
      if (found.failure !== null) failures.push(reported(model, scene, found.walked, found.failure));
      isStuck = found.isStuck === true;
    }
  }
  return { root: outlineOf(model.machine, seen), runs, took: performance.now() - begun, failures };
}

function reported(
  model: MachineModel,
  scene: string,
  path: readonly Step[],
  failure: NonNullable<WiredResult['failure']>,
): FailureReport {
  return {
    scene: `${scene}${WITH_ADAPTERS}`,
    steps: path.map(({ event }) => event.type),
    ...failure,
    look: () => lookAt(model, scene, failure.events),
  };
}

function stepName(scene: string, { from, event }: Step): string {
  return `${scene} · ${from} · ${event.type}`;
}

interface End {
  readonly step: Step;
  readonly taken: readonly AnyTransitionDefinition[];
}

/** The steps that took a transition and need nothing special on the disk, by the situation they were taken in. */
function endsBySituation(explored: readonly Explored[]): ReadonlyMap<string, readonly End[]> {
  const ends = new Map<string, End[]>();
  for (const { scene, graph, taken } of explored) {
    for (const step of graph.edges.filter((edge) => taken(edge).length > 0 && !isOfTheDisk(edge))) {
      const name = endsAt(scene, step.from);
      ends.set(name, [...(ends.get(name) ?? []), { step, taken: taken(step) }]);
    }
  }
  return ends;
}

function endsAt(scene: string, situation: string | undefined): string {
  return `${scene} · ${situation}`;
}

interface Way {
  readonly scene: string;
  readonly path: readonly Step[];
}

/** The ways that end in a step that took it, the shortest first. */
function waysByTransition(explored: readonly Explored[]): ReadonlyMap<AnyTransitionDefinition, readonly Way[]> {
  const ways = new Map<AnyTransitionDefinition, Way[]>();
  for (const { scene, graph, taken } of explored) {
    for (const edge of graph.edges) {
      for (const transition of taken(edge)) {
        const known = ways.get(transition) ?? [];
        known.push({ scene, path: [...(graph.ways.get(edge.from) ?? []), edge] });
        ways.set(transition, known);
      }
    }
  }
  return shortestFirst(ways);
}

/** Of transitions not seen: the ways on which a person went elsewhere before the step that took it, a few of each. */
function otherWays(
  explored: readonly Explored[],
  seen: ReadonlySet<AnyTransitionDefinition>,
): ReadonlyMap<AnyTransitionDefinition, readonly Way[]> {
  const ways = new Map<AnyTransitionDefinition, Way[]>();
  for (const { scene, graph, taken } of explored) {
    const leaving = graph.edges.filter(
      ({ from, to, event }) => from !== to && isIntent(event.type.split(':', 1)[0] ?? ''),
    );
    const arriving = Map.groupBy(leaving, ({ to }) => to);
    for (const edge of graph.edges) {
      for (const transition of taken(edge).filter((each) => !seen.has(each))) {
        const known = ways.get(transition) ?? [];
        const others = (arriving.get(edge.from) ?? []).filter((last) => last !== graph.ways.get(edge.from)?.at(-1));
        known.push(...others.map((last) => ({ scene, path: [...(graph.ways.get(last.from) ?? []), last, edge] })));
        ways.set(transition, known);
      }
    }
  }
  return new Map([...shortestFirst(ways)].map(([transition, known]) => [transition, known.slice(0, OTHER_WAYS_MAX)]));
}

function shortestFirst(
  ways: ReadonlyMap<AnyTransitionDefinition, readonly Way[]>,
): ReadonlyMap<AnyTransitionDefinition, readonly Way[]> {
  return new Map(
    [...ways].map(([transition, known]) => [transition, known.toSorted((a, b) => a.path.length - b.path.length)]),
  );
}
