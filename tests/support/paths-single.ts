import { closest } from 'fastest-levenshtein';
import type { Invariant, MachineModel } from '../../models/model.ts';
import { pathParts, WITH_ADAPTERS } from './paths-text.ts';
import { stepsAlong } from './paths-explore.ts';
import type { Seen, Step } from './paths-explore.ts';
import type { Problem } from './paths-findings.ts';
import { runPath } from './paths-run.ts';
import { runWired } from './wired-run.ts';

/** How one path went, as the terminal tells it. */
export interface SingleResult {
  readonly lines: readonly string[];
  readonly problems: readonly Problem[];
}

/** Whether the path begins with a scene of the model. */
export function isPathOf({ scenes }: MachineModel, path: string): boolean {
  return (pathParts(path)[0] ?? '').replace(WITH_ADAPTERS, '') in scenes;
}

/** Runs one path; every step is judged, not only the last. */
export async function runSingle(
  model: MachineModel,
  text: string,
  invariants: readonly Invariant[],
): Promise<SingleResult> {
  const [title = '', ...names] = pathParts(text);
  const scene = title.replace(WITH_ADAPTERS, '');
  for (const name of names) {
    if (name in model.samples) continue;
    throw new Error(
      `${model.name} has no event "${name}". The nearest is "${closest(name, Object.keys(model.samples))}".`,
    );
  }
  const seen: Seen = { states: new Set(), transitions: new Set() };
  const { steps, states } = stepsAlong(model, scene, names);
  const failure = title === scene ? inTheLog(steps) : await withAdapters(steps);
  const lines = names.slice(0, failure === null ? names.length : failure.at + 1).map((name, at) => {
    const mark = at === failure?.at ? '✗' : '✓';
    return `  ${mark} ${String(at + 1).padStart(2)}  ${name}  → ${states[at]}`;
  });
  return { lines: [title, ...lines], problems: failure?.problems ?? [] };

  function inTheLog(path: readonly Step[]) {
    for (let end = 1; end <= path.length; end += 1) {
      const { failure: found } = runPath(model, scene, path.slice(0, end), invariants, seen);
      if (found !== null) return found;
    }
    return null;
  }

  async function withAdapters(path: readonly Step[]) {
    const { failure: found, impossible } = await runWired(model, scene, path, [], invariants, seen);
    if (found === null && impossible.length > 0) throw new Error('Nothing outside brings about one of its steps.');
    return found;
  }
}
