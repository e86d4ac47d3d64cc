import type { ActorLogic, AnyMachineSnapshot, EventObject, UnknownActorLogic } from 'xstate';

type AnySystem =
  UnknownActorLogic extends ActorLogic<infer _Snapshot, infer _Event, infer _Input, infer System, infer _Emitted>
    ? System
    : never;

/** What runs as an actor: a machine, or one with a short cut. */
type Logic<
  Snapshot extends AnyMachineSnapshot,
  Event extends EventObject,
  Input,
  Emitted extends EventObject,
> = ActorLogic<Snapshot, Event, Input, AnySystem, Emitted>;

/**
 * The machine, with a short cut for news that only changes facts: most of what comes in. `fold`
 * answers the context after an event that leads to no other state and gives no command, or null
 * where the machine has to take the step itself. A step costs ten times as much, as it looks for
 * transitions in every region and builds the state anew. A test holds both ways against each other.
 */
export function withShortcut<
  Snapshot extends AnyMachineSnapshot,
  Event extends EventObject,
  Input,
  Emitted extends EventObject,
>(
  machine: Logic<Snapshot, Event, Input, Emitted>,
  fold: (snapshot: Snapshot, event: Event) => Snapshot['context'] | null,
  /** The context an actor begins with; given where every actor begins in the same state and without a command. */
  begin?: (input: Input) => Snapshot['context'],
): Logic<Snapshot, Event, Input, Emitted> {
  let first: Snapshot | null = null;
  return {
    config: machine.config,
    transition(snapshot, event, scope) {
      const context = fold(snapshot, event);
      if (context === null) return machine.transition(snapshot, event, scope);
      return context === snapshot.context ? snapshot : { ...snapshot, context };
    },
    getInitialSnapshot(scope, input) {
      if (begin !== undefined && first !== null) return { ...first, context: begin(input) };
      first = machine.getInitialSnapshot(scope, input);
      return first;
    },
    getPersistedSnapshot: (snapshot, options) => machine.getPersistedSnapshot(snapshot, options),
    ...(machine.start && { start: (snapshot, scope) => machine.start?.(snapshot, scope) }),
  };
}
