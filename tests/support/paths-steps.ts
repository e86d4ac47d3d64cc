import { isDeepStrictEqual } from 'node:util';
import { StateMachine, transition } from 'xstate';
import type {
  ActorRefLike,
  AnyActorLogic,
  AnyMachineSnapshot,
  AnyTransitionDefinition,
  createActor as make,
  InspectionEvent,
} from 'xstate';

/** One step of one actor: the transitions it took, and what it then was. */
export interface ActorStep {
  readonly actor: ActorRefLike;
  readonly taken: readonly AnyTransitionDefinition[];
  readonly snapshot: AnyMachineSnapshot;
  /** What was wrong with the step itself; null when nothing was. */
  readonly problem: string | null;
}

const listeners = new Set<(step: ActorStep) => void>();
let told = 0;

/**
 * Tells the steps of every actor, its very first ones included. XState offers that to whoever makes
 * the actor; the directory makes ours, and needs no such option for anybody else. So the test file
 * has to make `createActor` followable.
 */
export function followSteps(listener: (step: ActorStep) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function isMachineSnapshot(snapshot: unknown): snapshot is AnyMachineSnapshot {
  return typeof snapshot === 'object' && snapshot !== null && 'value' in snapshot && '_nodes' in snapshot;
}

function tell(step: ActorStep): void {
  told += 1;
  for (const listener of listeners) listener(step);
}

function inspect(step: InspectionEvent): void {
  if (step.type !== '@xstate.microstep' || !isMachineSnapshot(step.snapshot)) return;
  tell({ actor: step.actorRef, taken: step._transitions, snapshot: step.snapshot, problem: null });
}

/**
 * Some machines run with a short cut for what only changes facts. Wherever it is taken the machine
 * itself is asked as well: both have to come to the same, and the transition is the machine's.
 */
function doubled(logic: AnyActorLogic): AnyActorLogic {
  return {
    ...logic,
    transition: (snapshot: AnyMachineSnapshot, event, scope) => {
      const before = told;
      const next: AnyMachineSnapshot = logic.transition(snapshot, event, scope);
      if (told > before) return next;
      const [own, actions] = transition(snapshot.machine, snapshot, event);
      const isSame =
        actions.length === 0 &&
        (own === snapshot) === (next === snapshot) &&
        isDeepStrictEqual([own.value, own.context], [next.value, next.context]);
      tell({
        actor: scope.self,
        taken: snapshot.machine.getTransitionData(snapshot, event),
        snapshot: next,
        problem: isSame ? null : `the short cut for ${event.type} does not do what the machine does`,
      });
      return next;
    },
  };
}

/** `createActor` for a test file's mock of `xstate`: the same, but its actors' steps can be followed. */
export function followable(createActor: typeof make): typeof make {
  return ((...[logic, options]: Parameters<typeof make>) =>
    createActor(logic instanceof StateMachine ? logic : doubled(logic), { ...options, inspect })) as typeof make;
}
