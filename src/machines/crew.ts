import { createActor } from 'xstate';
import type {
  ActorLogic,
  AnyActorScope,
  AnyMachineSnapshot,
  EventObject,
  Observer,
  Subscribable,
  Subscription,
  UnknownActorLogic,
} from 'xstate';
import { unreachable } from './unreachable.ts';

type AnySystem =
  UnknownActorLogic extends ActorLogic<infer _Snapshot, infer _Event, infer _Input, infer System, infer _Emitted>
    ? System
    : never;

/** The context after an event that leads to no other state and gives no command; null where the machine has to take the step. */
type Fold<Snapshot extends AnyMachineSnapshot, Event> = (
  context: Snapshot['context'],
  event: Event,
  value: Snapshot['value'],
) => Snapshot['context'] | null;

/** A machine of which there are many actors, or whose only one hears every event. */
export interface Crewed<
  Snapshot extends AnyMachineSnapshot,
  Event extends EventObject,
  Input,
  Emitted extends EventObject,
> {
  readonly machine: ActorLogic<Snapshot, Event, Input, AnySystem, Emitted>;
  /** A short cut for news that only changes facts: most of what comes in. A step costs ten times as much. */
  readonly fold: Fold<Snapshot, Event>;
  /** The context an actor begins with; all begin in the same state and without a command. */
  readonly begin: (input: Input) => Snapshot['context'];
}

/** One of many actors of a machine; fits `useSelector` of @xstate/react. */
export interface CrewActor<Snapshot extends AnyMachineSnapshot, Event extends EventObject> extends Pick<
  Subscribable<Snapshot>,
  'subscribe'
> {
  /** The present snapshot; the same reference until something changes. */
  getSnapshot(): Snapshot;
  readonly value: Snapshot['value'];
  readonly context: Snapshot['context'];
  /** Tells it of an event; answers whether that changed anything. One that is stopped hears nothing. */
  send(event: Event): boolean;
  /** From now on it hears nothing and tells nothing. */
  stop(): void;
}

/** The actors that a machine is run by. */
export type CrewActorOf<Of> =
  Of extends Crewed<infer Snapshot, infer Event, infer _Input, infer _Emitted> ? CrewActor<Snapshot, Event> : never;

/** Makes the actors of one machine. */
export interface Crew<Snapshot extends AnyMachineSnapshot, Event extends EventObject, Input> {
  make(input: Input): CrewActor<Snapshot, Event>;
}

/** What the one who takes the steps is asked: where an actor begins, where an event leads, to report what failed. */
type Step<Snapshot, Event, Input> =
  | { readonly type: 'begin'; readonly input: Input }
  | { readonly type: 'step'; readonly from: Snapshot; readonly event: Event }
  | { readonly type: 'report'; readonly error: unknown };

/** Where that led, or why it led nowhere. */
interface Took<Snapshot> {
  readonly status: 'active';
  readonly output: undefined;
  readonly error: undefined;
  readonly to: Snapshot | null;
  readonly failure: { readonly error: unknown } | null;
  readonly reported: { readonly error: unknown } | null;
}

const nowhere = {
  status: 'active',
  output: undefined,
  error: undefined,
  to: null,
  failure: null,
  reported: null,
} as const;

/**
 * Runs the actors of one machine. Each of XState's own brings a system, a mailbox and listeners that an
 * event goes through; with thousands of them that costs more than the event. So one of them takes the
 * steps for all of a crew, and only where the short cut doesn't: an actor is no more than where it stands.
 * A test holds both ways against each other.
 */
export function createCrew<
  Snapshot extends AnyMachineSnapshot,
  Event extends EventObject,
  Input,
  Emitted extends EventObject,
>(crewed: Crewed<Snapshot, Event, Input, Emitted>, emit: (command: Emitted) => void): Crew<Snapshot, Event, Input> {
  const { machine, begin, fold } = crewed;

  function take(asked: Step<Snapshot, Event, Input>, scope: AnyActorScope): Took<Snapshot> {
    switch (asked.type) {
      case 'begin':
        return { ...nowhere, to: machine.getInitialSnapshot(scope, asked.input) };
      case 'step':
        return { ...nowhere, to: machine.transition(asked.from, asked.event, scope) };
      case 'report':
        return { ...nowhere, reported: { error: asked.error } };
      default:
        return unreachable(asked);
    }
  }

  const stepper = createActor<ActorLogic<Took<Snapshot>, Step<Snapshot, Event, Input>, undefined, AnySystem, Emitted>>({
    getInitialSnapshot: () => nowhere,
    transition(_, asked, scope) {
      try {
        return take(asked, scope);
      } catch (error) {
        // One that fails doesn't take the others with it.
        return { ...nowhere, failure: { error } };
      }
    },
    getPersistedSnapshot: (snapshot) => snapshot,
  });
  let given: Emitted[] = [];
  stepper.on('*', (command) => given.push(command));
  // What is thrown here XState tells the page, as it does for its own actors; the event goes on to the others.
  stepper.subscribe(({ reported }) => {
    if (reported !== null) throw reported.error;
  });
  stepper.start();

  function ask(asked: Step<Snapshot, Event, Input>): Snapshot {
    given = [];
    stepper.send(asked);
    const commands = given;
    const { to, failure } = stepper.getSnapshot();
    // What a step that failed had asked for is for a state that was never reached.
    if (to === null) throw failure?.error;
    for (const command of commands) emit(command);
    return to;
  }

  let first: Snapshot | null = null;
  const ways: Ways<Snapshot, Event> = {
    fold,
    step: (from, event) => ask({ type: 'step', from, event }),
    report: (error) => stepper.send({ type: 'report', error }),
  };

  return {
    make(input) {
      first ??= ask({ type: 'begin', input });
      return new Member(ways, first, begin(input));
    },
  };
}

/** What a crew's actors have in common. */
interface Ways<Snapshot extends AnyMachineSnapshot, Event> {
  readonly fold: Fold<Snapshot, Event>;
  readonly step: (from: Snapshot, event: Event) => Snapshot;
  readonly report: (error: unknown) => void;
}

/** A class, as thousands of them share its functions. */
class Member<Snapshot extends AnyMachineSnapshot, Event extends EventObject> implements CrewActor<Snapshot, Event> {
  readonly #ways: Ways<Snapshot, Event>;
  /** Where the last step led. Its context is an older one while nobody has asked for the present snapshot. */
  #snapshot: Snapshot;
  #context: Snapshot['context'];
  #observers: Set<Observer<Snapshot>> | null = null;
  #isStopped = false;

  constructor(ways: Ways<Snapshot, Event>, first: Snapshot, context: Snapshot['context']) {
    this.#ways = ways;
    this.#snapshot = first;
    this.#context = context;
  }

  get value(): Snapshot['value'] {
    return this.#snapshot.value;
  }

  get context(): Snapshot['context'] {
    return this.#context;
  }

  getSnapshot(): Snapshot {
    if (this.#snapshot.context !== this.#context) this.#snapshot = { ...this.#snapshot, context: this.#context };
    return this.#snapshot;
  }

  send(event: Event): boolean {
    if (this.#isStopped) return false;
    try {
      const context = this.#ways.fold(this.#context, event, this.#snapshot.value);
      if (context === this.#context) return false;
      if (context === null) {
        const before = this.getSnapshot();
        this.#snapshot = this.#ways.step(before, event);
        if (this.#snapshot === before) return false;
        this.#context = this.#snapshot.context;
      } else {
        this.#context = context;
      }
    } catch (error) {
      this.#fail(error);
      return true;
    }
    if (this.#observers !== null) this.#tell(this.#observers);
    return true;
  }

  subscribe(observer: Observer<Snapshot> | ((snapshot: Snapshot) => void)): Subscription {
    const added = typeof observer === 'function' ? { next: observer } : observer;
    if (!this.#isStopped) (this.#observers ??= new Set()).add(added);
    return { unsubscribe: () => void this.#observers?.delete(added) };
  }

  stop(): void {
    this.#isStopped = true;
    this.#observers = null;
  }

  #tell(observers: ReadonlySet<Observer<Snapshot>>): void {
    const snapshot = this.getSnapshot();
    for (const observer of observers) {
      try {
        observer.next?.(snapshot);
      } catch (error) {
        this.#ways.report(error);
      }
    }
  }

  /** As it is with XState's own: whoever shows it is told, else the page is, and it hears nothing more. */
  #fail(error: unknown): void {
    const observers = [...(this.#observers ?? [])];
    this.#snapshot = { ...this.getSnapshot(), status: 'error', error };
    this.stop();
    for (const observer of observers) observer.error?.(error);
    if (observers.every((observer) => observer.error === undefined)) this.#ways.report(error);
  }
}
