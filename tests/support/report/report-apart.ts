import type { FailureReport, ModelReport } from '../paths-findings.ts';
import { WITH_ADAPTERS } from '../paths-text.ts';
import type { ApartData } from './report-model.ts';

/** What tells the failing paths of a cause, the shortest first, from the ones of their scenes that passed. */
export function apartOf({ scenes }: ModelReport, failures: readonly FailureReport[]): ApartData | null {
  const [shortest, ...others] = failures.map(({ at, steps }) => steps.slice(0, at + 1));
  if (shortest === undefined) return null;
  const own = new Set(failures.map(({ scene }) => scene.replace(WITH_ADAPTERS, '')));
  const passed = scenes
    .filter(({ name }) => own.has(name))
    .flatMap(({ paths }) => paths.filter(({ failed }) => !failed))
    .map(({ steps }) => steps.map(({ name }) => name));
  if (passed.length === 0) return null;
  const known = new Set(passed.flat());
  const shared = shortest.filter((step) => others.every((other) => other.includes(step)));
  const only = shared.find((step) => !known.has(step));
  if (only !== undefined) return { kind: 'only', step: only };
  const same = passed.reduce((most, steps) => Math.max(most, sameSteps(shortest, steps)), 0);
  const from = shortest[same];
  if (from !== undefined) return { kind: 'from', step: from };
  const last = shared.at(-1);
  return last === undefined ? null : { kind: 'last', step: last };
}

/** How many steps two paths begin with alike. */
function sameSteps(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((step, index) => step !== other[index]);
  return at < 0 ? one.length : at;
}
