import { isFault } from './simulate-plan.ts';
import type { Decision, Size } from './simulate-plan.ts';
import { runPlan } from './simulate-run.ts';
import type { RunFailure } from './simulate-run.ts';

/** So many runs at most: a longer log than the shortest is better than none. */
const RUNS_MAX = 600;

export interface Shrunk {
  readonly size: Size;
  readonly plan: readonly Decision[];
  readonly failure: RunFailure;
  readonly runs: number;
}

/** Delta debugging: leaves out ever smaller parts, as long as what is left still fails. */
function minimize(items: readonly Decision[], fails: (items: readonly Decision[]) => boolean): readonly Decision[] {
  let left = items;
  for (let parts = 2; left.length > 0;) {
    const length = Math.ceil(left.length / parts);
    const found = Array.from({ length: parts }, (_, part) => left.toSpliced(part * length, length)).find(
      (without) => without.length < left.length && fails(without),
    );
    if (found !== undefined) {
      left = found;
      parts = Math.max(2, parts - 1);
    } else if (parts >= left.length) break;
    else parts = Math.min(left.length, parts * 2);
  }
  return left;
}

/** A shorter run that fails of the same: fewer clients, fewer minutes, fewer faults, then fewer of all. */
export function shrink(
  begun: Size,
  whole: readonly Decision[],
  failed: RunFailure,
  run: typeof runPlan = runPlan,
): Shrunk {
  let best: Omit<Shrunk, 'runs'> = { size: begun, plan: whole, failure: failed };
  let runs = 0;

  function fails(size: Size, plan: readonly Decision[]): boolean {
    if (runs >= RUNS_MAX) return false;
    runs += 1;
    const { failure } = run(size, plan);
    if (failure?.about !== failed.about) return false;
    best = { size, plan, failure };
    return true;
  }

  for (let clients = 1; clients < begun.clients; clients += 1) {
    const size = { ...begun, clients };
    if (
      fails(
        size,
        whole.filter(({ who }) => who < clients),
      )
    )
      break;
  }
  const half = (): number => Math.max(1, Math.floor(best.size.minutes / 2));
  while (half() < best.size.minutes) {
    const minutes = half();
    const shorter = best.plan.filter(({ at }) => at < minutes * 60_000);
    if (!fails({ ...best.size, minutes }, shorter)) break;
  }
  const others = best.plan.filter(({ deed }) => !isFault(deed));
  const faults = best.plan.filter(({ deed }) => isFault(deed));
  const together = (some: readonly Decision[]): readonly Decision[] =>
    [...others, ...some].toSorted((one, other) => one.at - other.at);
  if (!fails(best.size, others)) minimize(faults, (some) => fails(best.size, together(some)));
  minimize(best.plan, (some) => fails(best.size, some));
  return { ...best, runs };
}
