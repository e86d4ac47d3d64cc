import type { Cause } from './exits.ts';
import { wayTo } from './explore.ts';
import type { Edge, Explored } from './explore.ts';
import { cyclesOf } from './tarjan.ts';

/** A cycle: the step where it begins, a shortest path there, and once round. */
export interface Loop {
  readonly node: string;
  /** The first step of the strongly connected component; all its cycles share it. */
  readonly group: string;
  readonly before: readonly Edge[];
  readonly round: readonly Edge[];
}

/** Cycles over edges of `causes` with at least one of `cause`; up to `ways` for the same set of steps. */
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

/** Up to `many` rounds with an edge of `cause`: a shortest one, then others through such edges not yet covered. */
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

/** The back edges of all cycles over edges of `causes`: without them there are no such cycles. */
export function backEdges(explored: Explored, causes: readonly Cause[]): ReadonlySet<Edge> {
  const order = orderOf(explored);
  const isBack = ({ from, to }: Edge): boolean => (order.get(to) ?? 0) <= (order.get(from) ?? 0);
  return new Set(roundsOf(explored, causes).flatMap(({ group, inner }) => group.flatMap(inner).filter(isBack)));
}

/** The strongly connected components over edges of `causes`, each with its inner edges. */
function roundsOf({ out }: Explored, causes: readonly Cause[]) {
  const edgesOf = (key: string): readonly Edge[] => (out.get(key) ?? []).filter((edge) => causes.includes(edge.cause));
  return cyclesOf(out.keys(), (key) => edgesOf(key).map(({ to }) => to)).map((group) => {
    const members = new Set(group);
    return { group, inner: (key: string): readonly Edge[] => edgesOf(key).filter(({ to }) => members.has(to)) };
  });
}

/** The position of each moment in breadth-first order from the beginning. */
export function orderOf({ moments }: Explored): ReadonlyMap<string, number> {
  return new Map([...moments.keys()].map((key, at) => [key, at]));
}

/** A shortest cycle from a moment back to itself with at least one edge of `cause`. */
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
  // A worklist: the loop also visits what it appends.
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
