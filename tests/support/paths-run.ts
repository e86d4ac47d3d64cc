import type { MachineModel, Invariant } from '../../models/model.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import { note, openScene, sampleOf } from './paths-explore.ts';
import type { Seen, Step } from './paths-explore.ts';
import { judge } from './paths-expect.ts';
import type { Happening } from './paths-world.ts';
import { differenceAfterReplay } from './replay.ts';

/** How a path went: the first thing that was wrong, and the events that led there. */
export interface PathResult {
  readonly steps: readonly string[];
  readonly failure: {
    readonly at: number;
    readonly problems: readonly string[];
    readonly events: readonly Logged[];
  } | null;
}

/**
 * Walks a path through a new wired app. After every step the actor has to be where the model expects
 * it and every invariant has to hold; at the end the recorded log is replayed.
 */
export function runPath(
  model: MachineModel,
  scene: string,
  path: readonly Step[],
  invariants: readonly Invariant[],
  seen: Seen,
): PathResult {
  const steps = path.map(({ event }) => event.type);
  const followers = invariants.map(({ name, follow }) => ({ name, check: follow() }));
  const violations = ({ moment }: Happening): string[] =>
    followers.flatMap(({ name, check }) => {
      const wrong = check(moment);
      return wrong === null ? [] : [`${name}: ${wrong}`];
    });

  const given: string[] = [];
  const world = openScene(model, scene, (happening) => given.push(...violations(happening)));
  if (given.length > 0) return { steps, failure: { at: -1, problems: given, events: world.events } };
  for (const [at, { event, to }] of path.entries()) {
    const happening = world.happen(sampleOf(model, event.type));
    note(seen, happening);
    const problems = [...judge(model, event.type, happening), ...violations(happening)];
    const key = model.key(world.app);
    if (key !== to) problems.push(`the state is ${key}, and was ${to} when explored`);
    if (problems.length > 0) return { steps, failure: { at, problems, events: world.events } };
  }
  const difference = differenceAfterReplay(world.events, world.app.snapshots());
  if (difference !== null) {
    return { steps, failure: { at: path.length - 1, problems: [difference], events: world.events } };
  }
  return { steps, failure: null };
}
