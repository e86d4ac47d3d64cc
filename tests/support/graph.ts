import { adjacencyMapToArray, getAdjacencyMap, getShortestPaths, getStateNodes } from '@xstate/graph';
import type { ActorLogic, AnyStateMachine, AnyStateNode, AnyTransitionDefinition, EventObject, Snapshot } from 'xstate';

/*
 * The only place that imports `@xstate/graph`. Its traps, kept here: without `stopWhen` and a small
 * key a graph never ends; `getPathsFromEvents` ignores the input; simple paths explode with parallel
 * regions, so all paths here are shortest ones.
 */

export interface Edge<State, Event> {
  readonly from: string;
  readonly state: State;
  readonly event: Event;
  readonly to: string;
  readonly next: State;
}

/** What can be reached: the states by their key, and every event tried in each of them. */
export interface Graph<State, Event> {
  readonly first: string;
  readonly states: ReadonlyMap<string, State>;
  readonly edges: readonly Edge<State, Event>[];
  /** A shortest way from the first state to each. */
  readonly ways: ReadonlyMap<string, readonly Edge<State, Event>[]>;
}

export interface ExploreOptions<State, Event> {
  readonly first: State;
  readonly events: readonly Event[];
  readonly key: (state: State) => string;
  readonly stopWhen: (state: State) => boolean;
  /** More states than this are a model gone wrong, and refused. */
  readonly limit: number;
}

/** Tries every event in every state that can be reached. */
export function explore<State extends Snapshot<unknown>, Event extends EventObject>(
  logic: ActorLogic<State, Event>,
  { first, events, key, stopWhen, limit }: ExploreOptions<State, Event>,
): Graph<State, Event> {
  const known = new WeakMap<State, Map<Event, State>>();
  const remembering: ActorLogic<State, Event> = {
    ...logic,
    transition: (state, event, scope) => {
      const nexts = known.get(state) ?? new Map<Event, State>();
      known.set(state, nexts);
      const next = nexts.get(event) ?? logic.transition(state, event, scope);
      nexts.set(event, next);
      return next;
    },
  };
  const met = new Set<string>();
  const options = {
    fromState: first,
    events,
    serializeState: key,
    serializeEvent: (event: Event) => JSON.stringify(event),
    stopWhen: (state: State) => {
      met.add(key(state));
      if (met.size > limit) throw new Error(`More than ${limit} states: the model needs stopWhen or a smaller key`);
      return stopWhen(state);
    },
  };
  const edges = adjacencyMapToArray(getAdjacencyMap(remembering, options)).map(({ state, event, nextState }) => ({
    from: key(state),
    state,
    event,
    to: key(nextState),
    next: nextState,
  }));
  const states = new Map([[key(first), first]]);
  for (const { to, next } of edges) if (!states.has(to)) states.set(to, next);
  const byEvent = new Map(edges.map((edge) => [`${edge.from}\n${JSON.stringify(edge.event)}`, edge]));
  const ways = new Map(
    getShortestPaths(remembering, options).map(({ state, steps }) => {
      // The first step only tells where it begins; each other one, by which event its state was reached.
      const way = steps.slice(1).map(({ event }, at) => {
        const from = steps[at];
        const edge = from && byEvent.get(`${key(from.state)}\n${JSON.stringify(event)}`);
        if (edge === undefined) throw new Error('A path of no known edges');
        return edge;
      });
      return [key(state), way] as const;
    }),
  );
  return { first: key(first), states, edges, ways };
}

/**
 * Shortest paths that together take every wanted edge. One that leads away ends its path; those that
 * lead back to where they began are taken one after the other at the end of one.
 */
export function pathsThrough<State, Event>(
  graph: Graph<State, Event>,
  isWanted: (edge: Edge<State, Event>) => boolean,
): readonly (readonly Edge<State, Event>[])[] {
  const loops = new Map<string, Edge<State, Event>[]>();
  const ends: Edge<State, Event>[] = [];
  for (const edge of graph.edges.filter(isWanted)) {
    if (edge.from !== edge.to) ends.push(edge);
    else loops.set(edge.from, [...(loops.get(edge.from) ?? []), edge]);
  }
  const paths = [...ends.map((edge) => [edge]), ...loops.values()].map((tail) => {
    const way = graph.ways.get(tail[0]?.from ?? graph.first) ?? [];
    return { way, tail };
  });
  // The ways are branches of one tree, so a path begins another just when a way goes on after its last edge.
  const inner = new Set(paths.flatMap(({ way }) => way));
  return paths.filter(({ tail }) => tail.some((edge) => !inner.has(edge))).map(({ way, tail }) => [...way, ...tail]);
}

/**
 * Few and longer paths that together take every edge that leads anywhere: from where one stands on
 * to the nearest edge not taken yet, and from the beginning again when there is none, or when a path
 * is as long as wanted.
 */
export function tour<State, Event>(
  graph: Graph<State, Event>,
  longest = Infinity,
): readonly (readonly Edge<State, Event>[])[] {
  const out = new Map<string, Edge<State, Event>[]>();
  for (const edge of graph.edges) {
    if (edge.from === edge.to && edge.state === edge.next) continue;
    out.set(edge.from, [...(out.get(edge.from) ?? []), edge]);
  }
  const left = new Set([...out.values()].flat());
  const paths: (readonly Edge<State, Event>[])[] = [];
  while (left.size > 0) {
    const path: Edge<State, Event>[] = [];
    while (path.length < longest) {
      const more = nearest(path.at(-1)?.to ?? graph.first, out, left);
      if (more === null) break;
      for (const edge of more) left.delete(edge);
      path.push(...more);
    }
    if (path.length === 0) throw new Error('An edge that can not be reached');
    paths.push(path);
  }
  return paths;
}

function nearest<State, Event>(
  from: string,
  out: ReadonlyMap<string, readonly Edge<State, Event>[]>,
  left: ReadonlySet<Edge<State, Event>>,
): readonly Edge<State, Event>[] | null {
  const met = new Set([from]);
  let ends: { readonly at: string; readonly way: readonly Edge<State, Event>[] }[] = [{ at: from, way: [] }];
  while (ends.length > 0) {
    const further: typeof ends = [];
    for (const { at, way } of ends) {
      for (const edge of out.get(at) ?? []) {
        if (left.has(edge)) return [...way, edge];
        if (met.has(edge.to)) continue;
        met.add(edge.to);
        further.push({ at: edge.to, way: [...way, edge] });
      }
    }
    ends = further;
  }
  return null;
}

/** A state or a transition as the machine declares it. `label` tells a person which one it is. */
export interface Declared<Part> {
  readonly label: string;
  readonly part: Part;
}

/** Every state below the root, by its path. */
export function declaredStates(machine: AnyStateMachine): readonly Declared<AnyStateNode>[] {
  return getStateNodes(machine).map((part) => ({ label: nameOf(part), part }));
}

/** Every transition, each guarded branch by itself, the eventless ones included. */
export function declaredTransitions(machine: AnyStateMachine): readonly Declared<AnyTransitionDefinition>[] {
  return [machine.root, ...getStateNodes(machine)].flatMap((node) => {
    const at = node.path.length === 0 ? '(any state)' : nameOf(node);
    const onEvents = [...node.transitions.entries()].flatMap(([event, branches]) =>
      branches.map((part, branch) => ({
        label: `${at} · ${event}${branches.length > 1 ? ` (${branch + 1} of ${branches.length})` : ''}${targetOf(part)}`,
        part,
      })),
    );
    const always = (node.always ?? []).map((part, branch, all) => ({
      label: `${at} · at once${all.length > 1 ? ` (${branch + 1} of ${all.length})` : ''}${targetOf(part)}`,
      part,
    }));
    return [...onEvents, ...always];
  });
}

/** A state's path below its machine, as in `authenticated.fresh`. */
export function nameOf(node: AnyStateNode): string {
  return node.path.join('.');
}

function targetOf({ target }: AnyTransitionDefinition): string {
  return target === undefined || target.length === 0 ? '' : ` → ${target.map(nameOf).join(', ')}`;
}
