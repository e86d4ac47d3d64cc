import type { WalkedKind } from '../journeys-walked.ts';
import type { Coverage } from '../paths-counts.ts';
import type { FilmedPath, Looked, ModelReport, Problem } from '../paths-findings.ts';

/* What the report's pages load. The writer makes it, the page shows it. */

/** A line of the index. */
export interface ModelSummary {
  /** Its folder: `machine-transfer`. */
  readonly id: string;
  readonly kind: ModelReport['kind'];
  readonly name: string;
  /** When it ran last. */
  readonly at: string;
  /** Milliseconds. */
  readonly took: number;
  readonly paths: number;
  readonly failed: number;
  readonly states: Coverage;
  readonly transitions: Coverage;
  /** With adapters; `known`: what only the log can bring. */
  readonly wired: (Coverage & { readonly known: number }) | null;
  readonly screens: readonly string[];
  readonly people: readonly string[];
  readonly causes: readonly { readonly title: string; readonly isNew: boolean }[];
  /** Causes of the run before that are gone. */
  readonly mended: number;
}

export interface IndexData {
  readonly models: readonly ModelSummary[];
  /** How much of the product no journey comes to. */
  readonly unwalked: number;
  /** Journeys that have no page yet: what they come to isn't known. */
  readonly notRun: number;
}

/** What became of the changes that `npm run mutate` made to a folder or a file. */
export interface MutantsData {
  readonly place: string;
  /** When they were tried last. */
  readonly at: string;
  readonly total: number;
  /** How many the paths found; null where others try them. */
  readonly byPaths: number | null;
  /** How many the paths or the folder's own tests found. */
  readonly found: number;
  readonly survivors: readonly SurvivorData[];
}

export interface SurvivorData {
  readonly file: string;
  readonly line: number;
  readonly was: string;
  readonly now: string;
  /** Whether only the paths missed it. */
  readonly isFoundByTests: boolean;
}

export interface ModelData extends ModelSummary {
  /** The model's file. */
  readonly source: string;
  /** What paths consist of; a path has their numbers. */
  readonly names: readonly string[];
  readonly stateNames: readonly string[];
  readonly scenes: readonly SceneData[];
  /** How many files of paths there are. */
  readonly chunks: number;
  readonly groups: readonly CauseData[];
  readonly diagram: DiagramData;
  /** What no path came to. */
  readonly missed: readonly string[];
  readonly onlyInTheLog: Readonly<Record<string, string>>;
  readonly wiredRuns: number;
  readonly invariants: readonly string[];
  /** The last runs, the newest first. */
  readonly runs: readonly Run[];
  /** What was seen in Chromium; the files lie beside the page. */
  readonly filmed: readonly FilmedPath[];
}

export interface SceneData {
  readonly name: string;
  readonly start: string;
  readonly paths: number;
  readonly failed: number;
  readonly situations: number;
  readonly ignored: number;
  readonly took: number;
}

/** Scene, 1 if it failed, tenths of a millisecond, then a name and a state for each step. */
export type PackedPath = readonly number[];

/** Failures of one cause. */
export interface CauseData {
  readonly kind: Problem['kind'];
  readonly title: string;
  readonly isNew: boolean;
  /** Different failures of it, which may be few in many paths. */
  readonly count: number;
  /** The model's row or invariant. */
  readonly row: PlaceData | null;
  /** Null where nothing tells them apart. */
  readonly apart: ApartData | null;
  /** The shortest few. */
  readonly failures: readonly FailureData[];
}

/** A place in the code that has to do with a failure. */
export interface PlaceData {
  /**
   * `transition`: one that was taken; `action`: what it does; `refused`, `ignored`: where one could have been, `created`:
   * where the actor begins; `thrown`: a line of the product that was under way; `asked`: what a check asks of the product;
   * `scene`, `deed`, `check`: the journey's own; `model`: what is expected.
   */
  readonly role:
    | 'model'
    | 'transition'
    | 'action'
    | 'refused'
    | 'ignored'
    | 'created'
    | 'thrown'
    | 'asked'
    | 'scene'
    | 'deed'
    | 'check';
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** The file's lines from this one on. */
  readonly from: number;
  readonly lines: readonly string[];
}

/**
 * What the failing paths of a cause have and the ones that passed have not. `only`: a step that is in each of them, and in
 * none that passed; `from`: the step at which the shortest one goes another way; `last`: the last one that all have.
 */
export interface ApartData {
  readonly kind: 'only' | 'from' | 'last';
  readonly step: string;
}

export interface FailureData {
  /** Its log is in `log-<number>`. */
  readonly number: number;
  readonly scene: string;
  readonly start: string;
  readonly steps: readonly string[];
  /** After each step as far as it went; may be shorter. */
  readonly states: readonly string[];
  readonly at: number;
  readonly problems: readonly Omit<Problem, 'row'>[];
  /** Events before the first step. */
  readonly opening: readonly string[];
  readonly events: number;
  readonly looked: Looked | null;
  /** Where to look in the code, the nearest first. */
  readonly places: readonly PlaceData[];
  /** Runs just this path. */
  readonly command: string;
}

/** One run of a model. */
export interface Run {
  readonly at: string;
  readonly commit: string;
  readonly took: number;
  readonly paths: number;
  readonly failed: number;
  readonly causes: readonly string[];
  /** Paths of each scene. */
  readonly scenes: Readonly<Record<string, number>>;
}

export interface DiagramData {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly BoxData[];
  readonly arrows: readonly ArrowData[];
}

export interface BoxData {
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly isLeaf: boolean;
  readonly initial: boolean;
  readonly covered: boolean;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface ArrowData {
  readonly from: string;
  readonly to: string;
  /** Types of the events that take it. */
  readonly events: readonly string[];
  readonly covered: boolean;
  /** x and y of each bend. */
  readonly points: readonly (readonly [number, number])[];
  readonly label: { readonly x: number; readonly y: number };
}

/** What of the product is in journeys. */
export interface WalkedData {
  readonly rows: readonly WalkedRow[];
  /** As the index has it. */
  readonly notRun: number;
}

/** What a person can come to in the product, and the journeys that do. */
export interface WalkedRow {
  readonly kind: WalkedKind;
  readonly name: string;
  readonly journeys: readonly string[];
  /** Why none has to, by the name of its words. */
  readonly reason: string | null;
}
