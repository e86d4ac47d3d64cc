import type { Flow, FlowNode, FlowNodeOf } from '../contract/flows/flow.ts';
import { caseOf } from './decide.ts';
import { evaluate, UNKNOWN } from './evaluate.ts';
import { answersOf, exitsOf, nodeAt } from './exits.ts';
import { edgesInto } from './explore.ts';
import type { Edge, Explored } from './explore.ts';
import { isProblem, walk } from './expression.ts';
import type { Expressions, Part } from './expression.ts';
import type { Samples } from './regions.ts';
import { goesOn } from './rounds.ts';
import { isAnew } from './spread.ts';
import type { Counted } from './spread.ts';
import { expressionsIn, hasValueAnyway, savedAt, understood, valuedAnyway } from './uses.ts';
import type { Value, Values } from './values.ts';

/*
 * Finds values that make a guessed path really happen. The search runs backwards from the end of the path, depth first
 * with backtracking. It carries the needs that must hold at a moment; where a step saves a value, it tries those that
 * meet the needs.
 */

/** Upper bounds on the work for one path and for a whole flow. Evaluating an expression costs 1, a step back more. */
const WORK_MAX = 100_000;
const WORK_MAX_IN_ALL = 1_000_000;
const STEP_WORK = 20;
/** Upper bound on the choices kept where a step saves several values. */
const CHOICES_MAX = 32;
/** Upper bound on the combinations of values that are tested together. */
const TOGETHER_MAX = 1_000;

/** A condition on the values at a moment. */
interface Need {
  readonly names: ReadonlySet<string>;
  /** The number of expressions that a test evaluates. */
  readonly cost: number;
  readonly test: (values: Values) => boolean;
}

interface Work {
  left: number;
}

/** A state of the backward search. */
interface State {
  readonly key: string;
  /** The edge last stepped back over, the values it saves, and the state after it. */
  readonly edge: Edge | null;
  readonly saved: Values;
  readonly after: State | null;
  /** The number of edges still to step back over exactly as they are. */
  readonly left: number;
  /** The amount gathered from here to the end of the path; null once it is enough. */
  readonly gained: number | null;
  readonly needs: readonly Need[];
}

export interface Replaying {
  readonly flow: Flow;
  readonly expressions: Expressions;
  readonly samples: Samples;
}

/** What about a path shows a fault. */
export type Shows =
  /** Its edges from an index on. */
  | { readonly of: 'edges'; readonly from: number }
  /** Its edges from an index on, repeated forever. */
  | { readonly of: 'round'; readonly from: number }
  /** The amount at its end, counted from an index on. */
  | { readonly of: 'amount'; readonly from: number; readonly amount: Amount }
  /** That it never sets a variable. */
  | { readonly of: 'unset'; readonly name: string };

/** For a fault at the last moment of a path: any other path to that moment shows it as well. */
export function toItsEnd(way: readonly Edge[]): Shows {
  return { of: 'edges', from: way.length };
}

export interface Amount {
  readonly counted: Counted;
  /** Whether an amount is too large at the end. */
  readonly isTooMuch: (amount: number) => boolean;
  readonly begins: number;
  /** The largest amount at a moment; undefined where it isn't counted. */
  readonly most: (key: string) => number | undefined;
}

/** How the path has to end. */
interface Goal {
  readonly key: string;
  readonly exact: readonly Edge[];
  readonly amount?: Amount | undefined;
  /** A variable that the path must not set. */
  readonly without?: string | undefined;
}

/** How often a cycle is unrolled to find values that keep it going: some values last only a few rounds. */
const ROUNDS = [2, 10];

/** The path with its unknown values filled in, or another path that shows the same; null if no values are found. */
export type Replayer = (way: readonly Edge[], shows: Shows) => readonly Edge[] | null;

export function replayer(explored: Explored, { flow, expressions, samples }: Replaying): Replayer {
  const { first, moments, out } = explored;
  const into = edgesInto(out);
  // Moments are in breadth-first order from the beginning.
  const order = new Map([...moments.keys()].map((key, at) => [key, at]));
  const candidates = candidatesOf(flow, samples);
  const isKnown = (name: string): boolean => hasValueAnyway(flow, name);

  let leftInAll = WORK_MAX_IN_ALL;

  return (way, shows) => {
    const key = way.at(-1)?.to ?? first;
    const from = 'from' in shows ? shows.from : 0;
    const alike = found({ key, exact: way.slice(from), ...(shows.of === 'unset' && { without: shows.name }) });
    switch (shows.of) {
      case 'edges':
        return alike;
      case 'amount':
        return alike ?? found({ key, exact: [], amount: shows.amount });
      case 'unset':
        return alike ?? found({ key, exact: [], without: shows.name });
      case 'round':
        return alike === null ? null : forEver(key, way.slice(from));
    }
  };

  function found(goal: Goal): readonly Edge[] | null {
    const work = { left: Math.min(WORK_MAX, leftInAll) };
    leftInAll -= work.left;
    const way = searched(goal, work);
    leftInAll += Math.max(0, work.left);
    return way;
  }

  /** A path on which the round repeats forever. */
  function forEver(key: string, round: readonly Edge[]): readonly Edge[] | null {
    for (const times of ROUNDS) {
      const way = found({ key, exact: Array.from({ length: times }, () => round).flat() });
      if (way === null) return null;
      if (goesOn(way, round.length, { flow, moments, expressions })) return way.slice(0, -round.length * (times - 1));
    }
    return null;
  }

  function searched({ key, exact, amount, without }: Goal, work: Work): readonly Edge[] | null {
    const gained = amount === undefined || amount.isTooMuch(0) ? null : 0;
    const begin = { key, edge: null, saved: {}, after: null, left: exact.length, gained, needs: [] };
    const waiting: State[] = [begin];
    while (work.left > 0) {
      const state = waiting.pop();
      if (state === undefined) return null;
      work.left -= STEP_WORK + state.needs.length;
      const isEnough = state.gained === null || amount?.isTooMuch(state.gained + amount.begins) === true;
      const known =
        isEnough && state.left === 0 && state.key === first ? bound(state.needs, candidates, isKnown) : null;
      if (known !== null) return wayOf(state, known);
      const edges = state.left > 0 ? exact.slice(state.left - 1, state.left) : backFrom(state, { amount, without });
      // `waiting` is a stack: what is nearest to the beginning is pushed last, to be tried first.
      for (const edge of edges.toReversed()) {
        const gained = gainedBefore(state, edge, amount) ?? null;
        waiting.push(
          ...before(state, edge, work)
            .map((each) => ({ ...each, gained }))
            .toReversed(),
        );
      }
    }
    return null;
  }

  function backFrom(state: State, { amount, without }: Pick<Goal, 'amount' | 'without'>): Edge[] {
    // The largest amount at each visited moment. The path visits a moment again only with a larger amount, and never
    // once the amount is enough.
    const been = new Map<string, number>();
    for (let at: State | null = state; at !== null; at = at.after) {
      been.set(at.key, Math.max(been.get(at.key) ?? 0, at.gained ?? Infinity));
    }
    const ways = new Map<string, Edge>();
    for (const edge of into.get(state.key) ?? []) {
      const gained = gainedBefore(state, edge, amount);
      const isMore = state.gained !== null && (gained === null || (gained ?? 0) > (been.get(edge.from) ?? 0));
      if (gained === undefined || (been.has(edge.from) && !isMore)) continue;
      const node = nodeAt(flow, moments.get(edge.from)?.node ?? '');
      if (without !== undefined && node !== undefined && savedAt(node, edge.exit).includes(without)) continue;
      ways.set(`${edge.exit} ${state.gained === null ? '' : edge.cause} ${edge.from}`, edge);
    }
    return [...ways.values()].toSorted((one, other) => (order.get(one.from) ?? 0) - (order.get(other.from) ?? 0));
  }

  function before(state: State, edge: Edge, work: Work): State[] {
    const node = nodeAt(flow, moments.get(edge.from)?.node ?? '');
    const onward = { ...state, key: edge.from, edge, saved: {}, after: state, left: Math.max(0, state.left - 1) };
    switch (node?.kind) {
      case 'ask':
      case 'request':
        return savedAt(node, edge.exit).reduce<State[]>(
          (all, name) =>
            all
              .flatMap((each) => chosen(each, name, valuesAt(node, edge.exit, name, samples), candidates, work))
              .slice(0, CHOICES_MAX),
          [onward],
        );
      case 'set':
        return [{ ...onward, needs: node.target.of === 'variable' ? replaced(state.needs, node.target) : state.needs }];
      case 'branch': {
        const alike = (out.get(edge.from) ?? []).filter(({ to }) => to === edge.to).map(({ exit }) => exit);
        const needs = exitsOf(node).every((exit) => alike.includes(exit)) ? [] : needsOf(node, alike, expressions);
        const all = settled([...state.needs, ...needs]);
        return all === null || !isPossible(all, needs, candidates, work) ? [] : [{ ...onward, needs: all }];
      }
      default:
        return [onward];
    }
  }

  /** The needs before a variable is set: its new value is substituted for it. */
  function replaced(
    needs: readonly Need[],
    { name, value }: { readonly name: string; readonly value: string },
  ): Need[] {
    const parsed = expressions(value);
    if (isProblem(parsed)) return [...needs];
    return needs.map((need) => {
      if (!need.names.has(name)) return need;
      const names = new Set([...[...need.names].filter((each) => each !== name), ...parsed.names]);
      return {
        names,
        cost: need.cost + 1,
        test: (values) => {
          const set = evaluate(parsed.part, values);
          return need.test(set === undefined ? values : { ...values, [name]: set });
        },
      };
    });
  }

  function wayOf(begin: State, known: Values): Edge[] {
    const edges: Edge[] = [];
    const names = new Map(Object.entries(known));
    for (let at: State | null = begin; at !== null; at = at.after) {
      if (at.edge === null) continue;
      const node = nodeAt(flow, moments.get(at.edge.from)?.node ?? '');
      const named = node?.kind === 'branch' || node?.kind === 'set' ? understood(expressionsIn(node), expressions) : [];
      const asked = [...names].filter(([name]) => named.some(({ names }) => names.has(name)));
      for (const [name] of asked) names.delete(name);
      edges.push({ ...at.edge, saved: { ...at.edge.saved, ...Object.fromEntries(asked), ...at.saved } });
    }
    return edges;
  }
}

/** The amount from an edge on; null if that is enough, undefined if what comes before can't make it enough. */
function gainedBefore({ gained }: State, edge: Edge, amount: Amount | undefined): number | null | undefined {
  if (gained === null || amount === undefined) return null;
  const { counted, isTooMuch, most } = amount;
  const all = gained + (edge.weight[counted] ?? 0);
  if (isTooMuch(all)) return null;
  const before = isAnew(edge, counted) ? undefined : most(edge.from);
  return before !== undefined && isTooMuch(all + before) ? all : undefined;
}

/** The states before, one for each value that a variable can have there; only one if no need mentions the variable. */
function chosen(state: State, name: string, values: readonly Value[], candidates: Candidates, work: Work): State[] {
  const concerned = state.needs.filter(({ names }) => names.has(name));
  if (concerned.length === 0) return [state];
  return values.flatMap((value) => {
    work.left -= costOf(state.needs);
    if (work.left <= 0) return [];
    const needs = settled(state.needs.map((need) => withValue(need, name, value)));
    if (needs === null || !isPossible(needs, concerned, candidates, work)) return [];
    return [{ ...state, needs, saved: { ...state.saved, [name]: value } }];
  });
}

function costOf(needs: readonly Need[]): number {
  return needs.reduce((sum, { cost }) => sum + cost, 0);
}

function withValue(need: Need, name: string, value: Value): Need {
  if (!need.names.has(name)) return need;
  const names = new Set([...need.names].filter((each) => each !== name));
  return { ...need, names, test: (values) => need.test({ ...values, [name]: value }) };
}

/** The needs that aren't decided yet; null if one is decided and doesn't hold. */
function settled(needs: readonly Need[]): Need[] | null {
  if (needs.some(({ names, test }) => names.size === 0 && !test({}))) return null;
  return needs.filter(({ names }) => names.size > 0);
}

/**
 * Whether all needs on the names in `added` can still hold. An over-approximation: each need is tested alone, and one
 * with unknown candidates or too many combinations passes.
 */
function isPossible(all: readonly Need[], added: readonly Need[], candidates: Candidates, work: Work): boolean {
  const asked = new Set(added.flatMap(({ names }) => [...names]));
  const domains = new Map<string, readonly Value[] | undefined>();
  const domainOf = (name: string): readonly Value[] | undefined => {
    if (!domains.has(name)) {
      const alone = all.filter(({ names }) => names.size === 1 && names.has(name));
      const values = candidates(name);
      work.left -= (values?.length ?? 0) * costOf(alone);
      domains.set(
        name,
        values?.filter((value) => alone.every(({ test }) => test({ [name]: value }))),
      );
    }
    return domains.get(name);
  };
  return all.every(({ names, cost, test }) => {
    if (![...names].some((name) => asked.has(name))) return true;
    let together: Values[] = [{}];
    for (const name of names) {
      const values = domainOf(name);
      if (values === undefined || together.length * values.length > TOGETHER_MAX) return true;
      together = together.flatMap((each) => values.map((value) => ({ ...each, [name]: value })));
    }
    work.left -= together.length * cost;
    return work.left > 0 && together.some(test);
  });
}

/**
 * Values for the names that have one from the beginning, such that all needs hold; null if there are none. A name that
 * is never set has no value.
 */
function bound(needs: readonly Need[], candidates: Candidates, isKnown: (name: string) => boolean): Values | null {
  const name = needs.flatMap(({ names }) => [...names]).find(isKnown);
  if (name === undefined) return needs.every(({ test }) => test({})) ? {} : null;
  for (const value of candidates(name) ?? []) {
    const left = settled(needs.map((need) => withValue(need, name, value)));
    const rest = left === null ? null : bound(left, candidates, isKnown);
    if (rest !== null) return { ...rest, [name]: value };
  }
  return null;
}

/** The values that a name can have; undefined if an expression computes them. */
type Candidates = (name: string) => readonly Value[] | undefined;

function candidatesOf(flow: Flow, samples: Samples): Candidates {
  const all = new Map<string, readonly Value[] | undefined>();
  const add = (name: string, values: readonly Value[] | undefined): void => {
    const before = all.has(name) ? all.get(name) : [];
    all.set(name, before === undefined || values === undefined ? undefined : [...new Set([...before, ...values])]);
  };
  for (const name of valuedAnyway(flow)) add(name, knownIn(samples(name, 'server')));
  for (const node of Object.values(flow.nodes)) {
    if (node.kind === 'set' && node.target.of === 'variable') add(node.target.name, undefined);
    if (node.kind !== 'ask' && node.kind !== 'request') continue;
    const exits = node.kind === 'ask' ? answersOf(node) : ['ok'];
    for (const exit of exits) for (const name of savedAt(node, exit)) add(name, valuesAt(node, exit, name, samples));
  }
  return (name) => all.get(name);
}

function valuesAt(
  node: FlowNodeOf<'ask'> | FlowNodeOf<'request'>,
  exit: string,
  name: string,
  samples: Samples,
): readonly Value[] {
  if (node.kind === 'request') return knownIn(samples(name, 'server'));
  return node.expects === 'options' ? [exit] : knownIn(samples(name, node.expects));
}

function knownIn(samples: ReturnType<Samples>): Value[] {
  return samples.filter((value) => value !== UNKNOWN);
}

/** The needs for one of these exits to be taken, split as far as possible. */
function needsOf(
  node: Extract<FlowNode, { kind: 'branch' }>,
  exits: readonly string[],
  expressions: Expressions,
): Need[] {
  const parsed = node.cases.map(({ id, when }) => ({ id, read: expressions(when) }));
  const [exit] = exits;
  if (exits.length > 1 || exit === undefined) {
    const names = new Set(understood(expressionsIn(node), expressions).flatMap((each) => [...each.names]));
    return [{ names, cost: parsed.length, test: (values) => exits.includes(caseOf(node, values, expressions)) }];
  }
  const until = parsed.findIndex(({ id }) => id === exit);
  return parsed.slice(0, until < 0 ? parsed.length : until + 1).flatMap(({ read }, at) => {
    const isWanted = at === until;
    if (isProblem(read)) return isWanted ? [{ names: new Set<string>(), cost: 1, test: () => false }] : [];
    return partly(read.part, isWanted);
  });
}

function partly(part: Part, isWanted: boolean): Need[] {
  if (part.op === 'not') return partly(part.part, !isWanted);
  if (part.op === (isWanted ? 'and' : 'or'))
    return 'sides' in part ? part.sides.flatMap((side) => partly(side, isWanted)) : [];
  const names = new Set<string>();
  walk(part, (each) => {
    if (each.op === 'name') names.add(each.name);
  });
  return [{ names, cost: 1, test: (values) => (evaluate(part, values) === true) === isWanted }];
}
