import { FLOW_STEPS_MAX } from '../contract/facts/flows.ts';
import { caseOf } from './decide.ts';
import { evaluate, UNKNOWN } from './evaluate.ts';
import { nodeAt, own } from './exits.ts';
import type { Edge, Explored } from './explore.ts';
import { isProblem } from './expression.ts';
import type { Expressions } from './expression.ts';
import { kept } from './values.ts';
import type { Value } from './values.ts';

/**
 * Whether the round that a path ends with repeats forever, given the path's values: either the values recur, or it goes
 * on for so many rounds that nobody would wait for the end.
 */
export function goesOn(
  way: readonly Edge[],
  length: number,
  { flow, moments, expressions }: Pick<Explored, 'flow' | 'moments'> & { readonly expressions: Expressions },
): boolean {
  const values: Record<string, Value> = {};
  const round = way.slice(-length);
  if (!way.every(goes)) return false;
  const seen = new Set<string>();
  for (let rounds = 0; rounds < FLOW_STEPS_MAX; rounds += 1) {
    const now = JSON.stringify(Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1)));
    if (seen.has(now)) return true;
    seen.add(now);
    if (!round.every(goes)) return false;
  }
  return true;

  /** Whether the edge is taken. Applies its step's effect to `values`. */
  function goes({ from, exit, saved }: Edge): boolean {
    const node = nodeAt(flow, moments.get(from)?.node ?? '');
    const target = node?.kind === 'set' && node.target.of === 'variable' ? node.target : undefined;
    for (const [name, value] of Object.entries(saved)) {
      if (value !== UNKNOWN && name !== target?.name) values[name] = value;
    }
    if (target !== undefined) {
      const parsed = expressions(target.value);
      const value = isProblem(parsed) ? undefined : evaluate(parsed.part, values);
      if (value !== undefined) values[target.name] = kept(value);
    }
    // Another case that leads to the same step is as good.
    return node?.kind !== 'branch' || own(node.exits, caseOf(node, values, expressions)) === own(node.exits, exit);
  }
}
