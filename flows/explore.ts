import type { Flow } from '../contract/flows/flow.ts';
import { NOWHERE, stepper } from './compile.ts';
import type { Place } from './compile.ts';
import { UNKNOWN } from './evaluate.ts';
import type { Sample } from './evaluate.ts';
import { isLast, nodeAt, own } from './exits.ts';
import type { Expressions } from './expression.ts';
import { samplesOf } from './regions.ts';
import type { Samples } from './regions.ts';
import { happeningsAt } from './steps.ts';
import type { Happening, Samplings, Tools } from './steps.ts';
import type { Company } from './targets.ts';
import { decidingExpressions, decidingIn } from './uses.ts';

/** A state of the search: a place in the flow, and the values that may still decide an exit. */
export interface Moment extends Place {
  readonly values: Samplings;
}

export interface Edge extends Happening {
  readonly from: string;
  readonly to: string;
}

/** The graph of everything that can happen in a flow. */
export interface Explored {
  readonly flow: Flow;
  readonly first: string;
  readonly moments: ReadonlyMap<string, Moment>;
  readonly out: ReadonlyMap<string, readonly Edge[]>;
  /** The edge that first reached each moment. Together they form a tree of shortest paths. */
  readonly by: ReadonlyMap<string, Edge>;
  /** Variables taken as unknown to reduce the number of moments. */
  readonly widened: readonly string[];
  /** False if there were still too many moments; those found until then are here. */
  readonly isComplete: boolean;
}

export interface Exploring {
  readonly expressions: Expressions;
  readonly company: Company;
  /** Upper bound on the number of moments. */
  readonly limit: number;
}

/**
 * Explores everything that customers, servers and time can do, in up to three passes: first with exact values; if there
 * are too many moments, with the variables that have most values taken as unknown; at last with all of them unknown.
 */
export function explore(flow: Flow, { expressions, company, limit }: Exploring): Explored {
  const deciding = decidingIn(flow, expressions);
  const samples = samplesOf(flow, decidingExpressions(flow, deciding, expressions));
  const tools = { flow, expressions, samples, deciding, company };
  const exact = exploreWith({ ...tools, widened: new Set() }, limit);
  if (exact.isComplete) return exact;
  const some = exploreWith({ ...tools, widened: widest(exact, tools, limit) }, limit);
  if (some.isComplete) return some;
  return exploreWith({ ...tools, widened: new Set([...deciding.values()].flatMap((each) => [...each])) }, limit);
}

/** Explores what certainly can happen, with sample values in place of unknown ones. */
export function exploreGuessing(flow: Flow, { expressions, company, limit }: Exploring): Explored {
  const deciding = decidingIn(flow, expressions);
  const samples = guessesFor(flow, expressions);
  return certainPart(exploreWith({ flow, expressions, samples, deciding, company, widened: new Set() }, limit));
}

/** Sample values to try in place of unknown ones. */
export function guessesFor(flow: Flow, expressions: Expressions): Samples {
  return samplesOf(flow, decidingExpressions(flow, decidingIn(flow, expressions), expressions), true);
}

/** The part that is reachable without guessed edges; `explored` itself if there are none. */
export function certainPart(explored: Explored): Explored {
  const { first, moments, out } = explored;
  if (![...out.values()].some((edges) => edges.some(({ isGuess }) => isGuess))) return explored;
  const by = new Map<string, Edge>();
  const certain = new Map<string, readonly Edge[]>();
  const found = new Set([first]);
  // A worklist: the loop also visits what it appends.
  for (const key of found) {
    const all = out.get(key);
    if (all === undefined) continue;
    const edges = all.filter(({ isGuess }) => !isGuess);
    certain.set(key, edges);
    for (const edge of edges) {
      if (found.has(edge.to)) continue;
      found.add(edge.to);
      by.set(edge.to, edge);
    }
  }
  return {
    ...explored,
    by,
    out: certain,
    moments: new Map(
      [...found].flatMap((key) => {
        const moment = moments.get(key);
        return moment === undefined ? [] : [[key, moment] as const];
      }),
    ),
  };
}

/** The variables to widen: those with most values first, until the estimate for the rest is within the limit. */
function widest(
  { moments }: Explored,
  { flow, deciding, samples }: Pick<Tools, 'flow' | 'deciding' | 'samples'>,
  limit: number,
): Set<string> {
  const seen = new Map<string, Set<Sample>>();
  for (const { values } of moments.values()) {
    for (const [name, value] of Object.entries(values)) seen.set(name, (seen.get(name) ?? new Set()).add(value));
  }
  // The search may not have reached some variables: those count with their number of samples.
  const all = new Set([...deciding.values()].flatMap((names) => [...names]));
  const many = (name: string): number => Math.max(seen.get(name)?.size ?? 0, samples(name, 'server').length) + 1;
  const left = new Map([...all].map((name) => [name, many(name)]));
  const widened = new Set<string>();
  const estimate = (): number => {
    let sum = 0;
    for (const [id, names] of deciding) {
      const node = nodeAt(flow, id);
      let product = node?.kind === 'ask' ? node.tries : 1;
      for (const name of names) product *= left.get(name) ?? 1;
      sum += product;
    }
    return sum;
  };
  while (left.size > 0 && estimate() > limit) {
    const [most] = [...left].toSorted(([, one], [, other]) => other - one)[0] ?? [];
    if (most === undefined) break;
    left.delete(most);
    widened.add(most);
  }
  return widened;
}

function exploreWith(tools: Tools, limit: number): Explored {
  const { flow, deciding, widened } = tools;
  const step = stepper(flow);
  const moments = new Map<string, Moment>();
  const out = new Map<string, readonly Edge[]>();
  const by = new Map<string, Edge>();
  const begin: Moment = { node: nodeAt(flow, flow.start) === undefined ? NOWHERE : flow.start, tries: 0, values: {} };
  const first = keyOf(begin);
  const explored = { flow, first, moments, out, by, widened: [...widened] };
  moments.set(first, begin);
  for (const [from, moment] of moments) {
    const node = nodeAt(flow, moment.node);
    if (node === undefined) continue;
    const edges = new Map<string, Edge>();
    for (const happening of happeningsAt(node, moment.values, tools)) {
      const place = step(moment, happening.exit);
      const values = remembered(moment.values, happening.saved, deciding.get(place.node), widened);
      const to: Moment = { ...place, values };
      const key = keyOf(to);
      const edge: Edge = { ...happening, from, to: key };
      // Edges with the same exit, cause and target are one; a certain edge takes the place of a guessed one.
      const name = `${edge.exit} ${edge.cause} ${key}`;
      if (edges.get(name)?.isGuess !== true && edges.has(name)) continue;
      edges.set(name, edge);
      if (moments.has(key)) continue;
      if (moments.size >= limit) return { ...explored, isComplete: false };
      moments.set(key, to);
      by.set(key, edge);
    }
    out.set(from, [...edges.values()]);
  }
  return { ...explored, isComplete: true };
}

function keyOf({ node, tries, values }: Moment): string {
  let key = `${node} ${tries}`;
  for (const name of Object.keys(values).toSorted()) {
    const value = values[name];
    key += ` ${name}=${value === UNKNOWN ? '?' : JSON.stringify(value)}`;
  }
  return key;
}

function remembered(
  before: Samplings,
  saved: Samplings,
  deciding: ReadonlySet<string> | undefined,
  widened: ReadonlySet<string>,
): Samplings {
  const found: Record<string, Sample> = {};
  for (const name of deciding ?? []) {
    if (widened.has(name)) continue;
    const value = own(Object.hasOwn(saved, name) ? saved : before, name);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** A shortest path to a moment. */
export function wayTo({ by }: Pick<Explored, 'by'>, key: string): Edge[] {
  const way: Edge[] = [];
  for (let edge = by.get(key); edge !== undefined; edge = by.get(edge.from)) way.push(edge);
  return way.toReversed();
}

/** Whether the flow ends at this moment. */
export function isOver({ node }: Moment, flow: Flow): boolean {
  const found = nodeAt(flow, node);
  return found !== undefined && isLast(found);
}

const into = new WeakMap<Explored['out'], ReadonlyMap<string, readonly Edge[]>>();

/** Edges grouped by target. */
export function edgesInto(out: Explored['out']): ReadonlyMap<string, readonly Edge[]> {
  const found = into.get(out) ?? Map.groupBy([...out.values()].flat(), ({ to }) => to);
  into.set(out, found);
  return found;
}
