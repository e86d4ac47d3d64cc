import type { Cause } from './exits.ts';
import { wayTo } from './explore.ts';
import type { Edge, Explored } from './explore.ts';
import { cyclesOf } from './tarjan.ts';

/** A circle of a conversation: the way to it and once round, and the step at which it begins. */
export interface Loop {
  readonly node: string;
  /** The first step of all that lie on circles with it: the same circles have the same. */
  readonly group: string;
  readonly before: readonly Edge[];
  readonly round: readonly Edge[];
}

/** Circles that a conversation can go round by these causes alone, and not without one of them; of the same steps so many. */
export function loopsOf(explored: Explored, causes: readonly Cause[], cause: Cause, ways: number): Loop[] {
  const { moments } = explored;
  const order = orderOf(explored);
  const nodeOf = (key: string): string => moments.get(key)?.node ?? '';
  const found = new Map<string, Loop[]>();
  for (const { group, inner } of roundsOf(explored, causes)) {
    const [entry] = group.toSorted((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0));
    if (entry === undefined) continue;
    // The same steps with other values are the same fault.
    const names = [...new Set(group.map(nodeOf))].toSorted().join(' ');
    const known = found.get(names) ?? [];
    const loops = differentRounds([entry, ...group], cause, inner, ways - known.length).map((round): Loop => {
      const begin = round[0]?.from ?? entry;
      return { node: nodeOf(begin), group: nodeOf(entry), before: wayTo(explored, begin), round };
    });
    found.set(names, [...known, ...loops]);
  }
  return [...found.values()].flat();
}

/** Up to so many rounds that something happens on for a cause: a shortest one, and others on which it happens elsewhere. */
function differentRounds(
  keys: readonly string[],
  cause: Cause,
  edgesOf: (key: string) => readonly Edge[],
  many: number,
): Edge[][] {
  const rounds: Edge[][] = [];
  const gone = new Set<Edge>();
  const add = (round: Edge[] | null): void => {
    if (round === null) return;
    rounds.push(round);
    for (const edge of round) gone.add(edge);
  };
  const [entry] = keys;
  if (many > 0 && entry !== undefined) add(onceRound(entry, cause, edgesOf));
  if (rounds.length === 0) return [];
  for (const edge of keys.flatMap(edgesOf)) {
    if (rounds.length >= many) break;
    if (edge.cause !== cause || gone.has(edge)) continue;
    add(onceRound(edge.from, cause, (key) => (key === edge.from ? [edge] : edgesOf(key))));
  }
  return rounds;
}

/** The edges that lead back on circles by these causes alone: without them there are none. */
export function backEdges(explored: Explored, causes: readonly Cause[]): ReadonlySet<Edge> {
  const order = orderOf(explored);
  const isBack = ({ from, to }: Edge): boolean => (order.get(to) ?? 0) <= (order.get(from) ?? 0);
  return new Set(roundsOf(explored, causes).flatMap(({ group, inner }) => group.flatMap(inner).filter(isBack)));
}

/** The moments that lie on circles together, and what leads from one of them to another. */
function roundsOf({ out }: Explored, causes: readonly Cause[]) {
  const edgesOf = (key: string): readonly Edge[] => (out.get(key) ?? []).filter((edge) => causes.includes(edge.cause));
  return cyclesOf(out.keys(), (key) => edgesOf(key).map(({ to }) => to)).map((group) => {
    const members = new Set(group);
    return { group, inner: (key: string): readonly Edge[] => edgesOf(key).filter(({ to }) => members.has(to)) };
  });
}

/** Moments are found the nearest to the beginning first. */
export function orderOf({ moments }: Explored): ReadonlyMap<string, number> {
  return new Map([...moments.keys()].map((key, at) => [key, at]));
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
