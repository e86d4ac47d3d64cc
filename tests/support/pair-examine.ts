import type { Deed, Pair, PairScene } from '../../models/two-attendants.model.ts';
import { explorePair } from './pair-explore.ts';
import type { PairStep } from './pair-explore.ts';
import { tour } from './graph.ts';
import { walkPair } from './pair-walk.ts';
import type { FailureReport, ModelReport, SceneReport } from './paths-findings.ts';
import type { StateOutline } from './paths-outline.ts';

/** One scene, walked through. */
export interface ExaminedScene {
  readonly report: SceneReport;
  readonly failures: readonly FailureReport[];
  /** The failures in words, the shortest first; at most a handful. */
  readonly told: readonly string[];
  /** Situations and deeds in them that no path came to. */
  readonly missed: readonly string[];
  /** Whose the conversation is before and after each deed that was done. */
  readonly steps: readonly PairStep[];
}

const TOLD_MAX = 5;
/** A page holds the newest messages only, and longer paths would write more. */
const LONGEST = 40;

export function examinePair(title: string, scene: PairScene): ExaminedScene {
  const begun = performance.now();
  const graph = explorePair(scene);
  const paths = tour(graph, LONGEST);
  const failures: FailureReport[] = [];
  const walked = paths.map((path) => {
    const from = performance.now();
    const failure = walkPair(scene, deedsOf(path));
    const took = performance.now() - from;
    if (failure !== null)
      failures.push(shortest(path, failure.at) ?? { scene: title, steps: deedsOf(path), ...failure, look: null });
    return {
      steps: path.map(({ event, next }) => ({ name: event.type, state: ownerIn(next.pair) })),
      failed: failure !== null,
      took,
    };
  });

  /** The same step at the end of a shortest path, if it goes wrong there too. */
  function shortest(path: readonly PairStep[], at: number): FailureReport | null {
    const step = path[at];
    const way = step && graph.ways.get(step.from);
    if (step === undefined || way === undefined) return null;
    const steps = deedsOf([...way, step]);
    const failure = walkPair(scene, steps);
    return failure && { scene: title, steps, ...failure, look: null };
  }

  const steps = paths.flat();
  const done = new Set(steps.map(stepName));
  const reached = new Set([graph.first, ...steps.map(({ to }) => to)]);
  const moves = graph.edges.filter(({ from, to }) => from !== to);
  return {
    report: {
      name: title,
      start: graph.edges[0] === undefined ? '' : ownerIn(graph.edges[0].state.pair),
      situations: graph.states.size,
      ignored: graph.edges.length - moves.length,
      paths: walked,
      took: performance.now() - begun,
    },
    failures,
    told: failures
      .toSorted((one, other) => one.at - other.at)
      .slice(0, TOLD_MAX)
      .map(
        ({ steps: way, at, problems }) =>
          `${way.slice(0, at + 1).join(' → ')}: ${problems.map(({ text }) => text).join('; ')}`,
      ),
    missed: [
      ...[...graph.states.keys()].filter((state) => !reached.has(state)),
      ...moves.map(stepName).filter((step) => !done.has(step)),
    ],
    steps,
  };
}

function deedsOf(path: readonly PairStep[]): readonly Deed[] {
  return path.map(({ event }) => event.type);
}

function stepName({ from, event, to }: PairStep): string {
  return `${from} ${event.type} ${to}`;
}

/** For the report: the situations by whose the conversation is, which is all that a diagram has room for. */
export function pairReport(name: string, scenes: readonly ExaminedScene[]): ModelReport {
  const steps = scenes.flatMap((scene) => scene.steps);
  const owners = ['nobody’s', 'Bruno’s', 'the colleague’s'];
  const states = owners.map((owner): StateOutline => {
    const leads = new Map(
      steps
        .filter(({ state }) => ownerIn(state.pair) === owner)
        .map(({ event, next }) => [
          `${event.type} ${ownerIn(next.pair)}`,
          { event: event.type, to: ownerIn(next.pair) },
        ]),
    );
    const transitions = [...leads.values()].map(({ event, to }) => ({
      event,
      branch: null,
      targets: to === owner ? [] : [to],
      covered: true,
    }));
    return {
      path: owner,
      name: owner,
      type: 'atomic',
      initial: owner === owners[0],
      covered: transitions.length > 0,
      transitions,
      states: [],
    };
  });
  return {
    kind: 'pair',
    name,
    root: { path: '', name: 'any state', type: 'compound', initial: false, covered: true, transitions: [], states },
    scenes: scenes.map(({ report }) => report),
    failures: scenes.flatMap(({ failures }) => failures),
    wired: null,
    invariants: [],
  };
}

function ownerIn({ facts: { owner } }: Pair): string {
  if (owner === null) return 'nobody’s';
  return owner === 'bruno' ? 'Bruno’s' : 'the colleague’s';
}
