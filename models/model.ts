import type { AnyStateMachine } from 'xstate';
import type { App } from '../src/machines/app.ts';
import type { Command } from '../src/machines/log/command.ts';
import type { AppEvent, Logged } from '../src/machines/log/event.ts';

/** An event that the model tries in every state. A function reads what the event needs (a generation, a request) off the app. */
export type Sample =
  | AppEvent
  | ((app: App) => AppEvent)
  /** After so many milliseconds more than the usual second. */
  | { readonly later: number; readonly event: AppEvent | ((app: App) => AppEvent) };

/**
 * Where a sample leads from a state: the state's name (one of each region where an actor of parallel
 * regions begins), or `stays` where only the context may change. `ignored`, and any sample that isn't
 * listed, changes nothing: the snapshot stays the same reference.
 */
export type Outcome<State extends string> = State | `${State} ${State}` | 'stays' | 'ignored';

/** One outcome; where it depends on a fact of the session, one where it holds and one where it doesn't. */
export type Lead<State extends string, Fact extends string = never> = Outcome<State> | Choice<State, Fact>;

interface Choice<State extends string, Fact extends string> {
  readonly fact: Fact;
  readonly holds: Lead<State, Fact>;
  readonly otherwise: Lead<State, Fact>;
}

/** A row's outcome where the fact holds before the event, and where it doesn't. */
export function when<const Fact extends string, const Then, const Otherwise>(
  fact: Fact,
  holds: Then,
  otherwise: Otherwise,
): { readonly fact: Fact; readonly holds: Then; readonly otherwise: Otherwise } {
  return { fact, holds, otherwise };
}

/**
 * What is expected, written from the specification and not from the machine. A state's own entry goes
 * before that of the state around it, and that before `anywhere`. Of a machine with parallel regions
 * each region's states are listed, and what isn't listed of a region leaves that region where it is.
 */
export interface Expectations<State extends string, Name extends string, Fact extends string = never> {
  readonly states: Readonly<Record<State, Readonly<Partial<Record<Name, Lead<State, Fact>>>>>>;
  readonly anywhere: Readonly<Partial<Record<Name, Lead<State, Fact>>>>;
}

/** Where a session stands when the samples begin. */
export interface Scene<Name extends string = string> {
  readonly given: readonly Sample[];
  /** The samples that are tried here; all when not told. */
  readonly only?: readonly Name[];
  /** Key of the actor that is looked at here, where it isn't the model's. */
  readonly actor?: string;
}

/** One event of a session and what it made the machines ask for. */
export interface Moment {
  readonly app: App;
  readonly event: Logged;
  readonly commands: readonly Command[];
}

/** Something that holds at every moment of every session, whichever machine is looked at. */
export interface Invariant {
  readonly name: string;
  /** Begins to follow a session at its first event; the answer says what is wrong after a moment, null when all is well. */
  readonly follow: () => (moment: Moment) => string | null;
}

/** One machine, as QA looks at it. */
export interface MachineModel<
  State extends string = string,
  Name extends string = string,
  Fact extends string = string,
> {
  /** The machine's folder; `npm run paths -- <name>` runs it alone. */
  readonly name: string;
  readonly machine: AnyStateMachine;
  /** Key of the actor that is looked at. */
  readonly actor: string;
  /** By their names; each is explored by itself. */
  readonly scenes: Readonly<Record<string, Scene<Name>>>;
  readonly samples: Readonly<Record<Name, Sample>>;
  /** `none` is the state of an actor that doesn't exist yet, or no more. */
  readonly expected: Expectations<State | 'none', Name, Fact>;
  /** What the outcome of a row depends on, besides the state; asked before the event, of the actor by its key. */
  readonly facts: Readonly<Record<Fact, (app: App, event: AppEvent, actor: string) => boolean>>;
  /** States with the same key are the same: what the samples do next depends on nothing else. */
  readonly key: (app: App) => string;
  /** Where exploring doesn't go on. */
  readonly stopWhen: (app: App) => boolean;
  readonly invariants: readonly Invariant[];
  /** Transitions that no adapter brings about, whatever the server does, by their text, and why the machine has them. */
  readonly onlyInTheLog: Readonly<Record<string, string>>;
}
