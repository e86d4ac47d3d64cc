import type { Flow } from '../contract/flows/flow.ts';
import { edgesInto, isOver, wayTo } from './explore.ts';
import type { Edge, Explored } from './explore.ts';
import { cyclesOf } from './tarjan.ts';

/** Paths from the beginning towards an end that together take every exit that can be taken, far ones first. */
export function pathsThrough(flow: Flow, explored: Explored): readonly (readonly Edge[])[] {
  const { moments, out } = explored;
  const onward = waysToEnds(flow, explored);
  const nameOf = ({ from, exit }: Edge): string => `${moments.get(from)?.node ?? ''} ${exit}`;
  const left = new Map<string, Edge>();
  for (const edges of out.values()) for (const edge of edges) if (!left.has(nameOf(edge))) left.set(nameOf(edge), edge);
  return [...left].toReversed().flatMap(([name, edge]) => {
    if (!left.has(name)) return [];
    const path = [...wayTo(explored, edge.from), edge, ...(onward(edge.to) ?? [])];
    for (const each of path) left.delete(nameOf(each));
    return [path];
  });
}

/** A shortest path from each moment to an end; undefined where there is none. */
function waysToEnds(flow: Flow, { moments, out }: Explored) {
  const into = edgesInto(out);
  const next = new Map<string, Edge | null>();
  const waiting = [...moments].flatMap(([key, moment]) => (isOver(moment, flow) ? [key] : []));
  for (const key of waiting) next.set(key, null);
  for (const key of waiting) {
    for (const edge of into.get(key) ?? []) {
      if (next.has(edge.from)) continue;
      next.set(edge.from, edge);
      waiting.push(edge.from);
    }
  }
  return (key: string): readonly Edge[] | undefined => {
    if (!next.has(key)) return undefined;
    const way: Edge[] = [];
    for (let edge = next.get(key); edge !== null && edge !== undefined; edge = next.get(edge.to)) way.push(edge);
    return way;
  };
}

/** The number of paths from the beginning to an end, with each strongly connected component collapsed to one place. */
export function countPaths(flow: Flow, { first, moments, out }: Explored): bigint {
  const groupOf = new Map<string, string>([...moments.keys()].map((key) => [key, key]));
  for (const group of cyclesOf(moments.keys(), (key) => (out.get(key) ?? []).map(({ to }) => to))) {
    for (const key of group) groupOf.set(key, group[0] ?? key);
  }
  const members = Map.groupBy(moments.keys(), (key) => groupOf.get(key) ?? key);
  const counts = new Map<string, bigint>();
  const known = new Map<string, readonly string[]>();
  const leaving = (group: string): readonly string[] => {
    const found =
      known.get(group) ??
      (members.get(group) ?? []).flatMap((key) => {
        // An exit that is taken for several causes counts once.
        const ways = new Map((out.get(key) ?? []).map(({ exit, to }) => [`${exit} ${to}`, groupOf.get(to) ?? to]));
        return [...ways.values()].filter((next) => next !== group);
      });
    known.set(group, found);
    return found;
  };
  const isEnd = (group: string): boolean =>
    (members.get(group) ?? []).some((key) => {
      const moment = moments.get(key);
      return moment !== undefined && isOver(moment, flow);
    });
  const stack = [{ group: groupOf.get(first) ?? first, at: 0, sum: 0n }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const next = leaving(top.group)[top.at];
    if (next !== undefined && !counts.has(next)) {
      stack.push({ group: next, at: 0, sum: 0n });
      continue;
    }
    if (next !== undefined) {
      top.sum += counts.get(next) ?? 0n;
      top.at += 1;
      continue;
    }
    stack.pop();
    counts.set(top.group, top.sum + (isEnd(top.group) ? 1n : 0n));
  }
  return counts.get(groupOf.get(first) ?? first) ?? 0n;
}
