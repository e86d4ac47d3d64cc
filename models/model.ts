import type { AnyStateMachine } from 'xstate';
import type { App } from '../src/machines/app.ts';
import type { Command } from '../src/machines/log/command.ts';
import type { AppEvent, Logged } from '../src/machines/log/event.ts';

/** An event that the model tries in every state. A function takes what the event needs (a generation, a request) from the app. */
export type Sample =
  | AppEvent
  | ((app: App) => AppEvent)
  /** `later`: milliseconds to wait before the event, beyond the usual second. */
  | { readonly later: number; readonly event: AppEvent | ((app: App) => AppEvent) };

/**
 * Where a sample leads from a state, one of these:
 * - the name of another state (for a new actor with parallel regions, one of each region);
 * - `stays`: the state is the same, and of the context what the model's oracles name changes;
 * - `acts`: state and context are the same, and commands are given;
 * - `ignored`, and any sample not listed: nothing changes, and the snapshot keeps its reference.
 *
 * `removed`, alone or after a state: the actor is taken out of the registry. Otherwise it is there afterwards.
 *
 * Parallel regions share one context, which is judged once: it changes if one of them `stays`, else it is the same if
 * one of them `acts` or all ignore the sample. Where a region only goes to another state, or the actor is removed, the
 * context may change or not.
 */
export type Outcome<State extends string> =
  | State
  | `${State} ${State}`
  | `${State} removed`
  | 'stays'
  | 'acts'
  | 'ignored'
  | 'removed';

/** An outcome, or one for a fact of the session and one for its opposite. */
export type Lead<State extends string, Fact extends string = never> = Outcome<State> | Choice<State, Fact>;

interface Choice<State extends string, Fact extends string> {
  readonly fact: Fact;
  readonly holds: Lead<State, Fact>;
  readonly otherwise: Lead<State, Fact>;
}

/** The outcome if a fact holds before the event, and otherwise. */
export function when<const Fact extends string, const Then, const Otherwise>(
  fact: Fact,
  holds: Then,
  otherwise: Otherwise,
): { readonly fact: Fact; readonly holds: Then; readonly otherwise: Otherwise } {
  return { fact, holds, otherwise };
}

/**
 * The expected outcomes, written from the specification and not from the machine. A state's own entry takes precedence
 * over its parent's, and that over `anywhere`. With parallel regions the states of each region are listed; a sample
 * not listed leaves the region in its state.
 */
export interface Expectations<State extends string, Name extends string, Fact extends string = never> {
  readonly states: Readonly<Record<State, Readonly<Partial<Record<Name, Lead<State, Fact>>>>>>;
  readonly anywhere: Readonly<Partial<Record<Name, Lead<State, Fact>>>>;
}

/** The state of a session before the samples are tried. */
export interface Scene<Name extends string = string> {
  readonly given: readonly Sample[];
  /** The samples to try; all if left out. */
  readonly only?: readonly Name[];
  /** Name of the actor to examine, if not the model's. */
  readonly actor?: string;
}

/** One event of a session, and the commands it caused. */
export interface Moment {
  readonly app: App;
  readonly event: Logged;
  readonly commands: readonly Command[];
}

/** A property that holds after every event of every session, whichever machine is examined. */
export interface Invariant {
  readonly name: string;
  /** Whether it can follow a session from any event on: of what came before it needs nothing but the state. */
  readonly ofState?: true;
  /** Starts to follow a session; `begun` is in the state before its first event. Returns a function: event -> violation, or null. */
  readonly follow: (begun: App) => (moment: Moment) => string | null;
}

/** What is to be seen after an event, and what is. */
export interface Sight {
  readonly expected: unknown;
  readonly came: unknown;
}

/**
 * Says more of a step than where it leads, from a source of its own. `foretell` is asked before the event, with what it
 * is and for which actor; what it returns is asked afterwards. Null where the oracle says nothing.
 */
export interface Oracle {
  readonly name: string;
  readonly foretell: (app: App, event: AppEvent, actor: string) => ((moment: Moment) => Sight | null) | null;
}

/** The model of one machine. */
export interface MachineModel<
  State extends string = string,
  Name extends string = string,
  Fact extends string = string,
> {
  /** The machine's folder; `npm run paths -- <name>` runs it alone. */
  readonly name: string;
  readonly machine: AnyStateMachine;
  /** Name of the actor to examine. */
  readonly actor: string;
  /** By name; each is explored separately. */
  readonly scenes: Readonly<Record<string, Scene<Name>>>;
  readonly samples: Readonly<Record<Name, Sample>>;
  /** `none` is the state of an actor that doesn't exist. */
  readonly expected: Expectations<State | 'none', Name, Fact>;
  /** What outcomes depend on besides the state, evaluated before the event for the named actor. */
  readonly facts: Readonly<Record<Fact, (app: App, event: AppEvent, actor: string) => boolean>>;
  /** States with the same key are equivalent: nothing else may influence what the samples do next. */
  readonly key: (app: App) => string;
  /** Where exploring ends. */
  readonly stopWhen: (app: App) => boolean;
  readonly invariants: readonly Invariant[];
  /** Asked of every sample in every state. */
  readonly oracles?: readonly Oracle[];
  /** Transitions that no adapter can cause, whatever the server does, with the reason why the machine has them. */
  readonly onlyInTheLog: Readonly<Record<string, string>>;
}
