import type { Flow } from '../contract/flows/flow.ts';
import { wayTo } from './conversation.ts';
import { isOver } from './explore.ts';
import type { Edge, Explored } from './explore.ts';
import { cyclesOf } from './tarjan.ts';

/** Conversations from the beginning to an end that together take every exit that can be taken, long ones first. */
export function pathsThrough(flow: Flow, explored: Explored): readonly (readonly Edge[])[] {
  const { moments, out } = explored;
  const onward = waysToEnds(flow, explored);
  const nameOf = ({ from, exit }: Edge): string => `${moments.get(from)?.node ?? ''} ${exit}`;
  const left = new Map<string, Edge>();
  for (const edges of out.values()) for (const edge of edges) if (!left.has(nameOf(edge))) left.set(nameOf(edge), edge);
  const whole = [...left.values()].map((edge) => [...wayTo(explored, edge.from), edge, ...(onward(edge.to) ?? [])]);
  return whole
    .toSorted((one, other) => other.length - one.length)
    .filter((path) => {
      const names = path.map(nameOf);
      const isWanted = names.some((name) => left.has(name));
      for (const name of names) left.delete(name);
      return isWanted;
    });
}

/** The shortest way from each moment to an end; undefined where there is none. */
function waysToEnds(flow: Flow, { moments, out }: Explored) {
  const into = new Map<string, Edge[]>();
  for (const edges of out.values()) for (const edge of edges) into.set(edge.to, [...(into.get(edge.to) ?? []), edge]);
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

/** How many ways there are from the beginning to an end, each circle counted as a place that is passed once. */
export function countPaths(flow: Flow, { first, moments, out }: Explored): bigint {
  const groupOf = new Map<string, string>([...moments.keys()].map((key) => [key, key]));
  for (const group of cyclesOf(moments.keys(), (key) => (out.get(key) ?? []).map(({ to }) => to))) {
    for (const key of group) groupOf.set(key, group[0] ?? key);
  }
  const members = Map.groupBy(moments.keys(), (key) => groupOf.get(key) ?? key);
  const counts = new Map<string, bigint>();
  const leaving = (group: string): string[] =>
    (members.get(group) ?? []).flatMap((key) =>
      (out.get(key) ?? []).flatMap(({ to }) => (groupOf.get(to) === group ? [] : [groupOf.get(to) ?? to])),
    );
  const stack = [groupOf.get(first) ?? first];
  for (let group = stack.at(-1); group !== undefined; group = stack.at(-1)) {
    const missing = leaving(group).find((next) => !counts.has(next));
    if (missing !== undefined) {
      stack.push(missing);
      continue;
    }
    stack.pop();
    const isEnd = (members.get(group) ?? []).some((key) => {
      const moment = moments.get(key);
      return moment !== undefined && isOver(moment, flow);
    });
    counts.set(
      group,
      leaving(group).reduce((sum, next) => sum + (counts.get(next) ?? 0n), isEnd ? 1n : 0n),
    );
  }
  return counts.get(groupOf.get(first) ?? first) ?? 0n;
}
