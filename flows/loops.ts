import type { Cause } from './exits.ts';
import { wayTo } from './explore.ts';
import type { Edge, Explored } from './explore.ts';
import { cyclesOf } from './tarjan.ts';

/** A circle of a conversation: the way to it and once round, and the step at which it begins. */
export interface Loop {
  readonly node: string;
  readonly way: readonly Edge[];
  /** The edge with which the circle begins. */
  readonly exactFrom: number;
}

/** Circles that a conversation can go round by these causes alone, and not without one of them. */
export function loopsOf(explored: Explored, causes: readonly Cause[], cause: Cause): Loop[] {
  const { moments, out } = explored;
  const edgesOf = (key: string): readonly Edge[] => (out.get(key) ?? []).filter((edge) => causes.includes(edge.cause));
  const groups = cyclesOf(out.keys(), (key) => edgesOf(key).map(({ to }) => to));
  const order = new Map([...moments.keys()].map((key, at) => [key, at]));
  const seen = new Set<string>();
  return groups.flatMap((group) => {
    const members = new Set(group);
    const inner = (key: string): readonly Edge[] => edgesOf(key).filter(({ to }) => members.has(to));
    const [entry] = group.toSorted((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0));
    const round = entry === undefined ? null : onceRound(entry, cause, inner);
    if (entry === undefined || round === null) return [];
    // The same steps with other values are the same fault.
    const names = [...new Set(group.map((key) => moments.get(key)?.node ?? ''))].toSorted().join(' ');
    if (seen.has(names)) return [];
    seen.add(names);
    const before = wayTo(explored, entry);
    return [{ node: moments.get(entry)?.node ?? '', way: [...before, ...round], exactFrom: before.length }];
  });
}

/** A shortest way from a moment back to itself on which something happens for a cause. */
function onceRound(entry: string, cause: Cause, edgesOf: (key: string) => readonly Edge[]): Edge[] | null {
  interface At {
    readonly key: string;
    readonly isCaused: boolean;
    readonly edge: Edge | null;
    readonly before: At | null;
  }
  const begin: At = { key: entry, isCaused: false, edge: null, before: null };
  const seen = new Set<string>();
  const waiting = [begin];
  // What is added is gone through as well.
  for (const at of waiting) {
    for (const edge of edgesOf(at.key)) {
      const isCaused = at.isCaused || edge.cause === cause;
      const next: At = { key: edge.to, isCaused, edge, before: at };
      if (edge.to === entry && isCaused) return wayBack(next);
      const name = `${isCaused ? 1 : 0} ${edge.to}`;
      if (seen.has(name)) continue;
      seen.add(name);
      waiting.push(next);
    }
  }
  return null;

  function wayBack(last: At): Edge[] {
    const way: Edge[] = [];
    for (let at: At | null = last; at !== null; at = at.before) if (at.edge !== null) way.push(at.edge);
    return way.toReversed();
  }
}
