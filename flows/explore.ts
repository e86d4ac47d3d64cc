import { FLOW_KNOWN, FLOW_WINDOW_MINUTES } from '../contract/facts/flows.ts';
import type { Flow, FlowNode, FlowNodeOf } from '../contract/flows/flow.ts';
import { NOWHERE, stepper } from './compile.ts';
import type { Place } from './compile.ts';
import { answersOf, causeOf, isLast } from './exits.ts';
import type { Cause } from './exits.ts';
import { isProblem } from './expression.ts';
import type { Expressions } from './expression.ts';
import { samplesOf, UNKNOWN } from './regions.ts';
import type { Sample } from './regions.ts';
import { liveVariables, savedAt } from './uses.ts';
import type { Values } from './values.ts';

/** Where a conversation can be: what is still read of its variables, and how long the customer has been silent. */
export interface Moment extends Place {
  /** Minutes since the customer's last message, 24 hours at most: then free texts can't be sent any more. */
  readonly silence: number;
  readonly values: Readonly<Record<string, Sample>>;
}

export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly exit: string;
  readonly cause: Cause;
  /** What the customer answers, where that matters. */
  readonly answer?: Sample;
  /** Taken because of a value that is unknown: whether it can be taken at all isn't certain. */
  readonly isGuess: boolean;
}

/** All that can happen in a flow. */
export interface Explored {
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

const KNOWN: ReadonlySet<string> = new Set(FLOW_KNOWN);

/** Combinations of a request's results that are looked at; more are taken as unknown. */
const RESULTS_MAX = 64;

/** Goes through all that customers, servers and time can do, to so many moments at most. */
export function explore(flow: Flow, expressions: Expressions, limit: number): Explored {
  const samples = new Map(samplesOf(flow, expressions));
  const widened: string[] = [];
  for (;;) {
    const explored = exploreWith(flow, expressions, samples, new Set(widened), limit);
    const wide = explored.isComplete ? undefined : widest(explored, widened);
    if (wide === undefined) return { ...explored, widened };
    widened.push(wide);
    samples.set(wide, [UNKNOWN]);
  }
}

/** The variable with most values. */
function widest({ moments }: Pick<Explored, 'moments'>, but: readonly string[]): string | undefined {
  const seen = new Map<string, Set<Sample>>();
  for (const { values } of moments.values()) {
    for (const [name, value] of Object.entries(values)) seen.set(name, (seen.get(name) ?? new Set()).add(value));
  }
  const found = [...seen].filter(([name, all]) => all.size > 1 && !but.includes(name));
  return found.toSorted(([, one], [, other]) => other.size - one.size)[0]?.[0];
}

type Exploring = Omit<Explored, 'widened'>;

function exploreWith(
  flow: Flow,
  expressions: Expressions,
  samples: ReadonlyMap<string, readonly Sample[]>,
  widened: ReadonlySet<string>,
  limit: number,
): Exploring {
  const step = stepper(flow);
  const live = liveVariables(flow, expressions);
  const moments = new Map<string, Moment>();
  const out = new Map<string, readonly Edge[]>();
  const by = new Map<string, Edge>();
  const begin: Moment = {
    node: Object.hasOwn(flow.nodes, flow.start) ? flow.start : NOWHERE,
    tries: 0,
    silence: flow.kind === 'active' ? FLOW_WINDOW_MINUTES : 0,
    values: {},
  };
  const first = keyOf(begin);
  moments.set(first, begin);
  const waiting = [first];
  for (let at = 0; at < waiting.length; at += 1) {
    const from = waiting[at] ?? first;
    const moment = moments.get(from);
    const node = moment && flow.nodes[moment.node];
    if (moment === undefined || node === undefined) continue;
    const edges: Edge[] = [];
    for (const { exit, saved, silence, isGuess = false } of stepsOf(node, moment, { flow, expressions, samples })) {
      const place = step(moment, exit);
      const to: Moment = {
        ...place,
        silence,
        values: kept({ ...moment.values, ...saved }, live.get(place.node), widened),
      };
      const key = keyOf(to);
      const answer = node.kind === 'ask' && node.saves !== null ? saved?.[node.saves] : undefined;
      const edge = {
        from,
        to: key,
        exit,
        cause: causeOf(node, exit),
        isGuess,
        ...(answer !== undefined && { answer }),
      };
      edges.push(edge);
      if (moments.has(key)) continue;
      if (moments.size >= limit) return { first, moments, out, by, isComplete: false };
      moments.set(key, to);
      by.set(key, edge);
      waiting.push(key);
    }
    out.set(from, edges);
  }
  return { first, moments, out, by, isComplete: true };
}

function keyOf({ node, tries, silence, values }: Moment): string {
  const written = Object.keys(values)
    .toSorted()
    .map((name) => `${name}=${values[name] === UNKNOWN ? '?' : JSON.stringify(values[name])}`);
  return `${node} ${tries} ${silence} ${written.join(' ')}`;
}

function kept(
  values: Readonly<Record<string, Sample>>,
  live: ReadonlySet<string> | undefined,
  widened: ReadonlySet<string>,
): Readonly<Record<string, Sample>> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      live?.has(name) === true ? [[name, widened.has(name) ? UNKNOWN : value]] : [],
    ),
  );
}

interface Step {
  readonly exit: string;
  readonly silence: number;
  readonly saved?: Readonly<Record<string, Sample>>;
  readonly isGuess?: boolean;
}

interface Tools {
  readonly flow: Flow;
  readonly expressions: Expressions;
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
}

/** All that can happen at a step. */
function stepsOf(node: FlowNode, { silence, values }: Moment, tools: Tools): Step[] {
  switch (node.kind) {
    case 'say':
      return ['next', 'failed'].map((exit) => ({ exit, silence }));
    case 'ask':
      return asked(node, silence, tools);
    case 'branch':
      return casesOf(node, values, tools).map((each) => ({ ...each, silence }));
    case 'hours':
      return ['open', 'closed'].map((exit) => ({ exit, silence }));
    case 'set':
      return [{ exit: 'next', silence, saved: valueSet(node, values, tools) }];
    case 'request':
      return [
        ...combinations(savedAt(node, 'ok'), tools).map((saved) => ({ exit: 'ok', silence, saved })),
        { exit: 'failed', silence },
      ];
    case 'pause':
      return [
        // Until a time of day is a minute or a day.
        ...('minutes' in node.lasts ? [node.lasts.minutes] : [1, FLOW_WINDOW_MINUTES]).map((minutes) => ({
          exit: 'next',
          silence: later(silence, minutes),
        })),
        { exit: 'message', silence: 0 },
      ];
    case 'call':
      return [{ exit: 'next', silence }];
    case 'goto':
    case 'handoff':
    case 'end':
      return [];
  }
}

function later(silence: number, minutes: number): number {
  return Math.min(FLOW_WINDOW_MINUTES, silence + minutes);
}

function asked(node: FlowNodeOf<'ask'>, silence: number, { samples }: Tools): Step[] {
  const { saves } = node;
  const answers = answersOf(node).flatMap((exit): Step[] => {
    if (saves === null) return [{ exit, silence: 0 }];
    const all = node.expects === 'options' ? [exit] : (samples.get(saves) ?? [UNKNOWN]);
    return all.map((value) => ({ exit, silence: 0, saved: { [saves]: value } }));
  });
  const others = node.expects === 'media' ? ['other'] : ['other', 'media'];
  return [
    ...answers,
    ...others.map((exit) => ({ exit, silence: 0 })),
    { exit: 'timeout', silence: later(silence, node.minutes) },
  ];
}

/** The case that holds, or all that may where a value is unknown. */
function casesOf({ cases }: FlowNodeOf<'branch'>, values: Moment['values'], { expressions }: Tools) {
  const found: { exit: string; isGuess: boolean }[] = [];
  for (const { id, when } of cases) {
    const holds = judged(when, 'bool', values, expressions);
    if (holds === true) return [...found, { exit: id, isGuess: found.length > 0 }];
    if (holds === UNKNOWN) found.push({ exit: id, isGuess: true });
  }
  return [...found, { exit: 'else', isGuess: found.length > 0 }];
}

function judged(
  text: string,
  wanted: 'bool' | 'value',
  values: Moment['values'],
  expressions: Expressions,
): Sample | undefined {
  const parsed = expressions(text, wanted);
  if (isProblem(parsed)) return undefined;
  const known: Record<string, Values[string]> = {};
  for (const name of parsed.variables) {
    const value = values[name];
    // What every flow knows of its customer has a value, whichever.
    if (value === UNKNOWN || !Object.hasOwn(values, name))
      return value === UNKNOWN || KNOWN.has(name) ? UNKNOWN : undefined;
    if (value !== undefined) known[name] = value;
  }
  return parsed.evaluate(known);
}

function valueSet(
  { target }: FlowNodeOf<'set'>,
  values: Moment['values'],
  { expressions }: Tools,
): Readonly<Record<string, Sample>> {
  if (target.of !== 'variable') return {};
  const value = judged(target.value, 'value', values, expressions);
  return value === undefined ? {} : { [target.name]: value };
}

function combinations(names: readonly string[], { samples }: Tools): Readonly<Record<string, Sample>>[] {
  let all: Readonly<Record<string, Sample>>[] = [{}];
  for (const name of names) {
    const own = samples.get(name) ?? [UNKNOWN];
    const each = all.length * own.length > RESULTS_MAX ? [UNKNOWN] : own;
    all = all.flatMap((before) => each.map((value) => ({ ...before, [name]: value })));
  }
  return all;
}

/** Whether the flow has ended there. */
export function isOver({ node }: Moment, { nodes }: Flow): boolean {
  const found = nodes[node];
  return found !== undefined && isLast(found);
}
