import type { Logged } from '../../src/machines/log/event.ts';
import type { StateOutline } from './paths-outline.ts';

/** One path as it was walked: each step with the state it led to. */
export interface WalkedPath {
  readonly steps: readonly { readonly name: string; readonly state: string }[];
  readonly failed: boolean;
}

export interface SceneReport {
  readonly name: string;
  readonly situations: number;
  /** Steps that were tried and changed nothing, as they should. */
  readonly ignored: number;
  readonly paths: readonly WalkedPath[];
}

export interface FailureReport {
  readonly scene: string;
  readonly steps: readonly string[];
  /** The step that went wrong; -1 for what came before the first. */
  readonly at: number;
  readonly problems: readonly string[];
  readonly events: readonly Logged[];
}

/** All that was found out of one machine, or of one journey. */
export interface ModelReport {
  readonly kind: 'machine' | 'journey';
  readonly name: string;
  readonly root: StateOutline;
  readonly scenes: readonly SceneReport[];
  readonly failures: readonly FailureReport[];
  /** The machine with adapters at a scripted server; null where that wasn't tried, or drives by itself. */
  readonly wired: {
    readonly root: StateOutline;
    readonly runs: number;
    /** What is taken by the log alone, and why. */
    readonly onlyInTheLog: Readonly<Record<string, string>>;
  } | null;
  readonly invariants: readonly string[];
}
