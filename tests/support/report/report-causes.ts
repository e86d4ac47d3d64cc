import { commandOf, isWhole, WHOLE, WITH_ADAPTERS } from '../paths-text.ts';
import type { FailureReport, ModelReport, Problem, SceneReport } from '../paths-findings.ts';
import type { Logged } from '../../../src/machines/log/event.ts';
import type { CauseData, FailureData, PlaceData } from './report-model.ts';
import { apartOf } from './report-apart.ts';
import { lineOf } from './report-lines.ts';
import { placeAt, placesOf } from './report-places.ts';

/** Of each cause so many failures are told with everything, and of later causes fewer: a run may have thousands. */
const toldOf = (at: number): number => (at < 20 ? 5 : at < 100 ? 1 : 0);

export interface Causes {
  readonly groups: readonly CauseData[];
  /** By the failures' numbers. */
  readonly logs: readonly (readonly Logged[])[];
}

/** A model's failures by their cause, the shortest first; `before` are the causes of its last run, null if it had none. */
export function causesOf(model: ModelReport, before: readonly string[] | null): Causes {
  const logs: (readonly Logged[])[] = [];
  const found = Map.groupBy(distinct(model.failures), (failure) => causeOf(failure).cause);
  const sorted = [...found.values()]
    .map((failures) => failures.toSorted((one, other) => one.at - other.at))
    .toSorted(([one], [other]) => (one?.at ?? 0) - (other?.at ?? 0));
  const groups = sorted.map((failures, place): CauseData => {
    const cause = causeOf(failures[0]);
    return {
      kind: cause.kind,
      title: cause.cause,
      isNew: before !== null && !before.includes(cause.cause),
      count: failures.length,
      row: rowOf(model, cause),
      apart: toldOf(place) === 0 ? null : apartOf(model, failures),
      failures: failures.slice(0, toldOf(place)).map((failure) => {
        logs.push(failure.events);
        return failureData(model, failure, logs.length - 1);
      }),
    };
  });
  return { groups, logs };
}

/** Paths that go wrong at the same step of the same way are one failure. */
function distinct(failures: readonly FailureReport[]): readonly FailureReport[] {
  const known = new Map<string, FailureReport>();
  for (const failure of failures) {
    const key = JSON.stringify([failure.scene, failure.steps.slice(0, failure.at + 1), failure.problems]);
    if (!known.has(key)) known.set(key, failure);
  }
  return [...known.values()];
}

const unknown: Problem = { text: '', kind: 'step', cause: '', row: null, expected: null, came: null };

/** What the model says of the step, before what else was wrong with it. */
function causeOf(failure: FailureReport | undefined): Problem {
  const problems = failure?.problems ?? [];
  return problems.find(({ kind }) => kind === 'row') ?? problems[0] ?? unknown;
}

function rowOf(model: ModelReport, cause: Problem): PlaceData | null {
  const found = lineOf(model, cause);
  return found && placeAt('model', '', found.file, found.line);
}

function failureData(model: ModelReport, failure: FailureReport, number: number): FailureData {
  const { at, events, look, problems, scene } = failure;
  // A journey's path is one of those it has, to its end; a machine's may be any.
  const looked = look?.() ?? null;
  const steps = isWhole(model.kind) ? failure.steps : failure.steps.slice(0, at + 1);
  return {
    number,
    scene,
    start: sceneOf(model, scene)?.start ?? '',
    steps,
    states: statesOf(model, failure),
    at,
    problems: problems.map(({ came, cause, expected, kind, text }) => ({ came, cause, expected, kind, text })),
    // With adapters events come in between.
    opening:
      look === null || scene.endsWith(WITH_ADAPTERS)
        ? []
        : events.slice(0, Math.max(0, events.length - at - 1)).map(({ type }) => type),
    events: events.length,
    looked,
    places: placesOf(model, failure, looked),
    command: commandOf(model, scene === WHOLE ? null : scene, steps),
  };
}

/** Where each step left it, by the walked path that begins so; none for a way that only the adapters took. */
function statesOf(model: ModelReport, { at, scene, steps }: FailureReport): readonly string[] {
  const path = sceneOf(model, scene)?.paths.find((each) =>
    steps.slice(0, at + 1).every((step, index) => each.steps[index]?.name === step),
  );
  return (path?.steps ?? []).slice(0, at + 1).map(({ state }) => state);
}

function sceneOf({ scenes }: ModelReport, scene: string): SceneReport | undefined {
  const title = scene.replace(WITH_ADAPTERS, '');
  return scenes.find(({ name }) => name === title);
}
