import { isDeepStrictEqual } from 'node:util';
import type { Invariant, MachineModel, Moment } from '../../models/model.ts';
import type { Snapshots } from '../../src/machines/directory/stored.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import { lookedAt, note, openScene, sampleOf } from './paths-explore.ts';
import type { Seen, Step } from './paths-explore.ts';
import { judge } from './paths-expect.ts';
import type { Problem } from './paths-findings.ts';
import type { Memory } from './paths-memory.ts';
import { REPLAY, stepProblem, violation } from './paths-problem.ts';
import { createShared } from './paths-shared.ts';
import type { UnderTest } from './paths-watch.ts';
import { asStored, createWorld } from './paths-world.ts';
import { differenceBetween } from './replay.ts';
import { lookedThrough, unopened } from './replay-invariants.ts';

/** How a path went: the first thing that was wrong, and the events that led there. */
export interface PathResult {
  readonly steps: readonly string[];
  readonly failure: {
    readonly at: number;
    readonly problems: readonly Problem[];
    readonly events: readonly Logged[];
  } | null;
}

/** The cause of what leads elsewhere at its second try. */
const UNSTEADY = 'the same path leads to another state than when explored';

/** Folds a path's log anew, with nothing outside. */
function afterReplay(events: readonly Logged[], tested: UnderTest, memory: Memory): Snapshots {
  const recorded = events.map(asStored);
  const { app } = createWorld(tested, recorded.slice(0, -1), memory);
  for (const last of recorded.slice(-1)) app.log.take(last);
  return app.snapshots();
}

/**
 * Walks a path through a new wired app. After every step every invariant has to hold and the state is the one that was
 * explored; the actor has to be where the model expects it, which for the steps before the last was judged when they
 * were explored; and the recorded log is replayed.
 */
export function runPath(
  model: MachineModel,
  scene: string,
  path: readonly Step[],
  invariants: readonly Invariant[],
  seen: Seen,
  { walked, replayed, ends, checked } = createShared(),
  judged: ReadonlyMap<Step, readonly Problem[]> = new Map(),
): PathResult {
  const steps = path.map(({ event }) => event.type);
  const followers = invariants.map(({ name, follow }) => ({ name, check: follow(unopened) }));
  const violations = (moment: Moment): Problem[] => {
    const looked = lookedThrough(moment);
    const found: Problem[] = [];
    for (const { name, check } of followers) {
      const wrong = check(looked);
      if (wrong !== null) found.push(violation(name, wrong));
    }
    return found;
  };

  const given: Problem[] = [];
  const logged = [...(path[0]?.state.trail ?? []), ...path.flatMap(({ next }) => next.trail.at(-1) ?? [])];
  const world = walked.during(() => openScene(model, scene, (moment) => given.push(...violations(moment)), logged));
  const begun = world.events.length;
  if (given.length > 0) return { steps, failure: { at: -1, problems: given, events: world.events } };
  for (const [at, step] of path.entries()) {
    const { event, from, to } = step;
    const problems: Problem[] = [];
    const sample = sampleOf(model, event.type);
    if (at < path.length - 1) {
      const moment = walked.during(() => world.pass(sample, logged[begun + at]));
      problems.push(...(judged.get(step) ?? []), ...violations(moment));
    } else {
      const happening = world.happen(sample);
      note(seen, happening);
      problems.push(...judge(model, event.type, happening), ...violations(happening.moment));
    }
    // The ways are branches of one tree: what leads to the end of one has been the same before.
    if (!checked.has(step)) {
      const key = model.key(world.app);
      if (key !== to) problems.push(stepProblem(`the state is ${key}, and was ${to} when explored`, UNSTEADY));
    }
    if (problems.length > 0) return { steps, failure: { at, problems, events: world.events } };
    if (from !== to) checked.add(step);
  }
  const end = path.at(-1)?.next;
  // Exploring has replayed this very log, unless the path ends in more steps than one from where it was.
  const known = end !== undefined && isDeepStrictEqual(world.events, end.trail) ? ends.get(end) : undefined;
  const difference = differenceBetween(
    world.app.snapshots(),
    known ?? afterReplay(world.events, lookedAt(model, scene), replayed),
  );
  if (difference !== null) {
    return {
      steps,
      failure: { at: path.length - 1, problems: [stepProblem(difference, REPLAY)], events: world.events },
    };
  }
  return { steps, failure: null };
}
