import type { Logged } from '../../src/machines/log/event.ts';
import type { Walked } from './journeys-walked.ts';
import type { StateOutline } from './paths-outline.ts';
import type { Thrown } from './thrown.ts';

/** One path as it was walked: each step with the state it led to. */
export interface WalkedPath {
  readonly steps: readonly { readonly name: string; readonly state: string }[];
  readonly failed: boolean;
  /** Milliseconds. */
  readonly took: number;
}

export interface SceneReport {
  readonly name: string;
  /** The state before the first step. */
  readonly start: string;
  readonly situations: number;
  /** Steps that were tried and changed nothing, as they should. */
  readonly ignored: number;
  readonly paths: readonly WalkedPath[];
  /** Milliseconds for all of it. */
  readonly took: number;
}

/** What was wrong with a step, as data: the report words it in either language. */
export interface Problem {
  /** As the terminal shows it. */
  readonly text: string;
  /** `row`: a row of the model; `page`: what somebody sees; `step`: anything else. */
  readonly kind: 'row' | 'invariant' | 'page' | 'step';
  /** Failures of one cause are one: the row, the invariant's name, what is looked at, or the message. */
  readonly cause: string;
  /** Where the model's row is looked for. */
  readonly row: { readonly states: readonly string[]; readonly sample: string } | null;
  /** An outcome as in the model, or words; null where only the text tells. */
  readonly expected: string | null;
  readonly came: string | null;
}

/** The actor under test: its state, and its context with short values. */
export interface Standing {
  readonly state: string;
  readonly context: Readonly<Record<string, string>>;
}

/** A transition that an actor took, by its machine's names. */
export interface Taken {
  /** Whether it is the actor under test. */
  readonly isOwn: boolean;
  /** The machine's id. */
  readonly machine: string;
  /** The state's path; empty for the machine itself. */
  readonly state: string;
  /** Null for one that is taken at once. */
  readonly event: string | null;
  /** Which of several for the event, from 0. */
  readonly branch: number;
  /** What it does and what its target does as it is entered, as far as that has a name. */
  readonly actions: readonly string[];
}

/** What a failed step found and left. */
export interface Looked {
  /** The id of the machine of the actor under test. */
  readonly machine: string;
  /** Its own transitions first. */
  readonly taken: readonly Taken[];
  readonly before: Standing;
  readonly after: Standing;
  /** A line for each actor that changed. */
  readonly changes: readonly string[];
  readonly commands: readonly string[];
}

export interface FailureReport {
  readonly scene: string;
  readonly steps: readonly string[];
  /** The step that went wrong; -1 for what came before the first. */
  readonly at: number;
  readonly problems: readonly Problem[];
  readonly events: readonly Logged[];
  /** Folds the log again: costs too much to be done for thousands. Null where the log isn't one app's. */
  readonly look: (() => Looked) | null;
  /** What an error told; a machine's paths have none. */
  readonly thrown?: Thrown;
}

/** A step as it was seen in Chromium. */
export interface FilmedStep {
  /** What was done; null at the beginning. */
  readonly deed: string | null;
  readonly scene: string;
  readonly failed: boolean;
  /** Everybody's screen after it. */
  readonly pictures: readonly { readonly who: string; readonly file: string }[];
}

/** A path as it was seen in Chromium. */
export interface FilmedPath {
  readonly steps: readonly FilmedStep[];
  /** Playwright's trace of each person's browser. */
  readonly traces: readonly { readonly who: string; readonly file: string }[];
}

/** All that was found out of one model. */
export interface ModelReport {
  /** `chromium`: a journey walked there. */
  readonly kind: 'machine' | 'journey' | 'chromium' | 'server' | 'pair';
  readonly name: string;
  readonly root: StateOutline;
  readonly scenes: readonly SceneReport[];
  readonly failures: readonly FailureReport[];
  /** The machine with adapters at a scripted server; null where that wasn't tried, or drives by itself. */
  readonly wired: {
    readonly root: StateOutline;
    readonly runs: number;
    readonly took: number;
    /** What is taken by the log alone, and why. */
    readonly onlyInTheLog: Readonly<Record<string, string>>;
  } | null;
  readonly invariants: readonly string[];
  /** Only one of its paths was walked: nothing is said of the others. */
  readonly isSingle?: boolean;
  /** What of the product a journey's walks came to. */
  readonly walked?: Walked;
  /** What was seen in Chromium, and the folder of its files. */
  readonly filmed?: { readonly folder: string; readonly paths: readonly FilmedPath[] };
}
