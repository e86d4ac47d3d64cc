import { isDeepStrictEqual } from 'node:util';
import { transition } from 'xstate';
import type {
  AnyActorRef,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyTransitionDefinition,
  createActor as makeActor,
  InspectionEvent,
} from 'xstate';
import type { withShortcut as makeShortcut } from '../../src/machines/shortcut.ts';
import { withMemory } from './paths-memory.ts';

/** One step of one actor: the transitions it took, and what it then was. */
export interface ActorStep {
  readonly actor: object;
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
 * has to make `createActor` and `withShortcut` followable.
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

/** Actor systems whose steps are told; not all are from the start, as telling takes time, also where nobody listens. */
const followed = new WeakSet<object>();

/** From now on the steps of this actor and all others of its system are told. */
export function follow({ system }: Pick<AnyActorRef, 'system'>): void {
  if (followed.has(system)) return;
  followed.add(system);
  system.inspect(inspect);
}

function inspect(step: InspectionEvent): void {
  if (listeners.size === 0) return;
  if (step.type !== '@xstate.microstep' || step.event.type === 'xstate.stop' || !isMachineSnapshot(step.snapshot))
    return;
  tell({ actor: step.actorRef, taken: step._transitions, snapshot: step.snapshot, problem: null });
}

/** `createActor` for a test file's mock of `xstate`: the same, but its actors' steps can be followed. */
export function followable(createActor: typeof makeActor): typeof makeActor {
  return ((...[logic, options]: Parameters<typeof makeActor>) => {
    const isFollowed = (): boolean => listeners.size > 0;
    // What the root does isn't a matter of its state.
    if (options?.parent !== undefined) return createActor(withMemory(logic, isFollowed), options);
    if (!isFollowed()) return createActor(logic, options);
    const actor = createActor(logic, { ...options, inspect });
    followed.add(actor.system);
    return actor;
  }) as typeof makeActor;
}

/**
 * `withShortcut` for a test file's mock of it: the same, but wherever the short way is taken the machine itself
 * is asked as well. Both have to come to the same, and the transition is the machine's.
 */
export function followableShortcut(withShortcut: typeof makeShortcut): typeof makeShortcut {
  return (machine, shortcut) => {
    const logic = withShortcut(machine, shortcut);
    return {
      ...logic,
      transition(before, event, scope) {
        const toldBefore = told;
        const next = logic.transition(before, event, scope);
        // Asking the machine costs as much as all else; what nobody follows was checked when it first happened.
        if (listeners.size === 0 || told > toldBefore) return next;
        const definition: AnyStateMachine = before.machine;
        const [own, actions] = transition(definition, before, event);
        const isSame =
          actions.length === 0 &&
          (own === before) === (next === before) &&
          isDeepStrictEqual([own.value, own.context], [next.value, next.context]);
        tell({
          actor: scope.self,
          taken: definition.getTransitionData(before, event),
          snapshot: next,
          problem: isSame ? null : `the short way for ${event.type} does not do what the machine does`,
        });
        return next;
      },
    };
  };
}
