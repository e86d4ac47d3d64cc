import { isDeepStrictEqual } from 'node:util';
import { transition } from 'xstate';
import type {
  AnyMachineSnapshot,
  AnyTransitionDefinition,
  createActor as makeActor,
  EventObject,
  InspectionEvent,
} from 'xstate';
import type { createCrew as makeCrew, CrewActor } from '../../src/machines/crew.ts';

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
/** The one of a crew that is told of an event. */
let teller: object | null = null;

/**
 * Tells the steps of every actor, its very first ones included. XState offers that to whoever makes
 * the actor; the directory makes ours, and needs no such option for anybody else. So the test file
 * has to make `createActor` and `createCrew` followable.
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
  tell({ actor: teller ?? step.actorRef, taken: step._transitions, snapshot: step.snapshot, problem: null });
}

/** `createActor` for a test file's mock of `xstate`: the same, but its actors' steps can be followed. */
export function followable(createActor: typeof makeActor): typeof makeActor {
  return ((...[logic, options]: Parameters<typeof makeActor>) =>
    createActor(logic, { ...options, inspect })) as typeof makeActor;
}

/** `createCrew` for a test file's mock of it: the same, but the steps of its actors can be followed. */
export function followableCrew(createCrew: typeof makeCrew): typeof makeCrew {
  return (crewed, emit) => {
    const crew = createCrew(crewed, emit);
    return { make: (input) => followed(crew.make(input)) };
  };
}

/**
 * The actors of a crew take a short cut for what only changes facts. Wherever it is taken the machine
 * itself is asked as well: both have to come to the same, and the transition is the machine's.
 */
function followed<Snapshot extends AnyMachineSnapshot, Event extends EventObject>(
  actor: CrewActor<Snapshot, Event>,
): CrewActor<Snapshot, Event> {
  const send = actor.send.bind(actor);
  actor.send = (event) => {
    const before: AnyMachineSnapshot = actor.getSnapshot();
    const toldBefore = told;
    const outer = teller;
    teller = actor;
    const isChanged = send(event);
    teller = outer;
    if (told > toldBefore) return isChanged;
    const next: AnyMachineSnapshot = actor.getSnapshot();
    const [own, actions] = transition(before.machine, before, event);
    const isSame =
      actions.length === 0 &&
      (own !== before) === isChanged &&
      isDeepStrictEqual([own.value, own.context], [next.value, next.context]);
    tell({
      actor,
      taken: before.machine.getTransitionData(before, event),
      snapshot: next,
      problem: isSame ? null : `the short cut for ${event.type} does not do what the machine does`,
    });
    return isChanged;
  };
  return actor;
}
