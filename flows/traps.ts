import { trapped } from './ends.ts';
import type { Elsewhere } from './ends.ts';
import { wayTo } from './explore.ts';
import type { Edge, Explored } from './explore.ts';
import type { Fault } from './faults.ts';
import { orderOf } from './loops.ts';
import { toItsEnd } from './replay.ts';
import type { Replayer } from './replay.ts';
import { cyclesOf } from './tarjan.ts';

interface Trap {
  readonly fault: Fault;
  readonly severity: 'error' | 'warning';
}

/** Upper bound on the groups of moments for which values are sought. */
const TRIED_MAX = 8;

/**
 * Finds where no end is reachable any more: the livelock that holds all who don't escape, rather than each path into
 * it. Automatic cycles are reported elsewhere. Null if there is none.
 */
export function trapOf(explored: Explored, sure: Explored, replay: Replayer, elsewhere: Elsewhere): Trap | null {
  if (!explored.isComplete) return null;
  const { moments, out } = explored;
  const order = orderOf(explored);
  const all = trapped(explored, elsewhere);
  return trapIn(all.certain, true) ?? trapIn(all.guessed(), false);

  /** A trap that is certain if possible: certainly reachable, and certainly without an end. */
  function trapIn(keys: ReadonlySet<string>, isCertain: boolean): Trap | null {
    const held = [...moments.keys()].filter((key) => keys.has(key));
    const next = (key: string): string[] => edgesFrom(key).flatMap(({ to }) => (keys.has(to) ? [to] : []));
    const come = new Set(isCertain ? held.filter((key) => sure.moments.has(key)) : []);
    // A worklist: the loop also visits what it appends.
    for (const key of come) for (const to of next(key)) come.add(to);
    let unshown: Trap | null = null;
    let tried = 0;
    for (const group of groupsOf(held, next)) {
      const [key] = [...group].toSorted((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0));
      const node = key === undefined ? undefined : moments.get(key)?.node;
      if (key === undefined || node === undefined || isByItself(group)) continue;
      const way = wayTo(explored, key);
      const isCome = [...group].some((each) => come.has(each));
      tried += 1;
      const shown = tried > TRIED_MAX ? null : replay(way, toItsEnd(way));
      const fault: Fault = { property: 'endInReach', node, about: null, way: shown ?? way };
      if (isCertain && shown !== null) return { fault, severity: 'error' };
      if (unshown === null || (isCome && unshown.severity === 'warning'))
        unshown = { fault, severity: isCome ? 'error' : 'warning' };
    }
    return unshown;
  }

  function edgesFrom(key: string): readonly Edge[] {
    return out.get(key) ?? [];
  }

  function isByItself(group: ReadonlySet<string>): boolean {
    const edges = [...group].flatMap(edgesFrom);
    return edges.length > 0 && edges.every(({ cause }) => cause === 'itself');
  }
}

/**
 * The strongly connected components that lead to no other moment. If there is also a dead end, such as a flow without
 * an end that this one goes to, all held moments together are the last group.
 */
function groupsOf(held: readonly string[], next: (key: string) => readonly string[]): ReadonlySet<string>[] {
  const circles = cyclesOf(held, next).map((group) => new Set(group));
  const last = circles.filter((group) => [...group].every((key) => next(key).every((to) => group.has(to))));
  return held.some((key) => next(key).length === 0) ? [...last, new Set(held)] : last;
}
