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

/** Where a conversation can be, and the values that still decide something. */
export interface Moment extends Place {
  readonly values: Samplings;
}

export interface Edge extends Happening {
  readonly from: string;
  readonly to: string;
}

/** All that can happen in a flow. */
export interface Explored {
  readonly flow: Flow;
  readonly first: string;
  readonly moments: ReadonlyMap<string, Moment>;
  readonly out: ReadonlyMap<string, readonly Edge[]>;
  /** The edge by which each moment was found first: together, shortest conversations. */
  readonly by: ReadonlyMap<string, Edge>;
  /** Variables taken as unknown because there would have been too many moments. */
  readonly widened: readonly string[];
  /** False if there were too many all the same; what was seen until then is there. */
  readonly isComplete: boolean;
}

export interface Exploring {
  readonly expressions: Expressions;
  readonly company: Company;
  /** So many moments at most. */
  readonly limit: number;
}

/**
 * Goes through all that customers, servers and time can do. Where that would be too much, what the variables with most values say is
 * taken as unknown, as many of them as needed; and if that doesn't do, all of them: three times at most.
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

/** Goes through what certainly can happen, with some values for those that are unknown. */
export function exploreGuessing(flow: Flow, { expressions, company, limit }: Exploring): Explored {
  const deciding = decidingIn(flow, expressions);
  const samples = guessesFor(flow, expressions);
  return certainPart(exploreWith({ flow, expressions, samples, deciding, company, widened: new Set() }, limit));
}

/** Values for what is unknown in a flow, to try. */
export function guessesFor(flow: Flow, expressions: Expressions): Samples {
  return samplesOf(flow, decidingExpressions(flow, decidingIn(flow, expressions), expressions), true);
}

/** What doesn't rest on anything unknown; all of it if nothing is. */
export function certainPart(explored: Explored): Explored {
  const { first, moments, out } = explored;
  if (![...out.values()].some((edges) => edges.some(({ isGuess }) => isGuess))) return explored;
  const by = new Map<string, Edge>();
  const certain = new Map<string, readonly Edge[]>();
  const found = new Set([first]);
  // What is added is gone through as well.
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

/** So many of the variables with most values that the rest should do with as many moments as there may be. */
function widest(
  { moments }: Explored,
  { flow, deciding, samples }: Pick<Tools, 'flow' | 'deciding' | 'samples'>,
  limit: number,
): Set<string> {
  const seen = new Map<string, Set<Sample>>();
  for (const { values } of moments.values()) {
    for (const [name, value] of Object.entries(values)) seen.set(name, (seen.get(name) ?? new Set()).add(value));
  }
  // Some may not have been come to: those have as many as are asked about.
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
      // What differs in nothing that decides anything is the same; what is certain stands for what is guessed.
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

/** The edges of a shortest conversation to a moment. */
export function wayTo({ by }: Pick<Explored, 'by'>, key: string): Edge[] {
  const way: Edge[] = [];
  for (let edge = by.get(key); edge !== undefined; edge = by.get(edge.from)) way.push(edge);
  return way.toReversed();
}

/** Whether the flow has ended there. */
export function isOver({ node }: Moment, flow: Flow): boolean {
  const found = nodeAt(flow, node);
  return found !== undefined && isLast(found);
}

const into = new WeakMap<Explored['out'], ReadonlyMap<string, readonly Edge[]>>();

/** The edges by the moment that they lead to. */
export function edgesInto(out: Explored['out']): ReadonlyMap<string, readonly Edge[]> {
  const found = into.get(out) ?? Map.groupBy([...out.values()].flat(), ({ to }) => to);
  into.set(out, found);
  return found;
}
