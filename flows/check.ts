import { FLOW_MESSAGES_IN_A_ROW, FLOW_WINDOW_MINUTES } from '../contract/facts/flows.ts';
import type { Flow, FlowNode } from '../contract/flows/flow.ts';
import { NOWHERE } from './compile.ts';
import { conversationOf, wayTo } from './conversation.ts';
import type { Turn } from './conversation.ts';
import type { Cause } from './exits.ts';
import { exitsOf } from './exits.ts';
import { explore, isOver } from './explore.ts';
import type { Edge, Explored, Moment } from './explore.ts';
import { expressionsOf, isProblem } from './expression.ts';
import type { ExpressionProblem } from './expression.ts';
import { limitsExceeded } from './limits.ts';
import type { Limit } from './limits.ts';
import { longestRow } from './longest-row.ts';
import { cyclesOf } from './tarjan.ts';
import { anyCompany, circleOf, targetsOf } from './targets.ts';
import type { Company, TargetKind } from './targets.ts';
import { expressionsIn, usesOf } from './uses.ts';

/** What is proved of a flow before it is published, root causes first. */
export const PROPERTIES = [
  'expressions',
  'exits',
  'targets',
  'reached',
  'automaticCycle',
  'silentCycle',
  'nonsenseCycle',
  'endInReach',
  'window',
  'variables',
  'row',
] as const;
export type Property = (typeof PROPERTIES)[number];

/** Something that is wrong at a step, with a shortest conversation that shows it. */
export interface Finding {
  readonly property: Property;
  /** A warning rests on a value that isn't known: it may be impossible. Only errors keep a flow from being published. */
  readonly severity: 'error' | 'warning';
  readonly node: string;
  /** The exit, variable, limit, kind of target or expression that it is about. */
  readonly about: string | null;
  readonly problem?: ExpressionProblem;
  readonly conversation: readonly Turn[];
}

export interface Proof {
  readonly findings: readonly Finding[];
  readonly isSound: boolean;
  /** Moments that were looked at. */
  readonly moments: number;
  /** False if there are too many to look at all: nothing more than `findings` is known then. */
  readonly isComplete: boolean;
  readonly widened: readonly string[];
}

export interface CheckOptions {
  /** The flow's own id; undefined for one that was never saved. */
  readonly id?: string;
  readonly company?: Company;
  readonly limit?: number;
}

/** Moments that are looked at in a browser's worker, and at publishing. */
export const EDITING_LIMIT = 5_000;
export const PUBLISHING_LIMIT = 50_000;

/** Checks all that is proved of a flow. */
export function check(flow: Flow, { id, company = anyCompany, limit = EDITING_LIMIT }: CheckOptions = {}): Proof {
  const expressions = expressionsOf(flow.variables);
  const explored = explore(flow, expressions, limit);
  const found: Finding[] = [];
  const places = firstMoments(explored);
  const conversation = (way: readonly Edge[]): Turn[] => conversationOf(flow, explored, way);
  const at = (node: string): Turn[] => {
    const key = places.get(node);
    return key === undefined ? [] : conversation(wayTo(explored, key));
  };
  const add = (property: Property, node: string, about: string | null, turns: readonly Turn[], isGuess = false): void =>
    void found.push({ property, severity: isGuess ? 'warning' : 'error', node, about, conversation: turns });

  for (const [node, each] of Object.entries(flow.nodes)) {
    for (const { text, wanted } of expressionsIn(each)) {
      const parsed = expressions(text, wanted);
      if (isProblem(parsed))
        found.push({
          property: 'expressions',
          severity: 'error',
          node,
          about: text,
          problem: parsed,
          conversation: at(node),
        });
    }
    for (const exit of exitsOf(each)) {
      const target = each.exits[exit];
      if (target !== undefined && Object.hasOwn(flow.nodes, target)) continue;
      const key = places.get(node);
      const way = key === undefined ? [] : wayTo(explored, key);
      const last = key === undefined ? undefined : lastBy(explored, node, exit);
      add('exits', node, exit, conversation(last === undefined ? way : [...wayTo(explored, last.from), last]));
    }
    for (const { kind, id: of } of targetsOf(each)) {
      if (!company.has({ kind, id: of })) add('targets', node, kind satisfies TargetKind, at(node));
    }
    for (const limited of limitsExceeded(each)) add('targets', node, limited satisfies Limit, at(node));
  }
  if (!Object.hasOwn(flow.nodes, flow.start)) add('exits', flow.start, null, []);
  if (id !== undefined) {
    const circle = circleOf(flow, id, company);
    const calling = Object.entries(flow.nodes).find(
      ([, node]) => (node.kind === 'call' || node.kind === 'goto') && circle.includes(node.flow_id),
    );
    if (calling !== undefined) add('targets', calling[0], 'circle', at(calling[0]));
  }
  for (const node of unreached(flow, places)) add('reached', node, null, []);

  const cycles: readonly (readonly [Property, readonly Cause[], Cause])[] = [
    ['automaticCycle', ['itself'], 'itself'],
    ['silentCycle', ['itself', 'silence'], 'silence'],
    ['nonsenseCycle', ['itself', 'nonsense'], 'nonsense'],
  ];
  for (const [property, causes, cause] of cycles) {
    for (const { node, way, isGuess } of loopsOf(explored, causes, cause))
      add(property, node, null, conversation(way), isGuess);
  }
  if (explored.isComplete) {
    for (const { key, moment } of trapped(flow, explored))
      add('endInReach', moment.node, null, conversation(wayTo(explored, key)));
  }
  for (const [node, key] of firstWhere(
    explored,
    (moment) => moment.silence >= FLOW_WINDOW_MINUTES && isFreeText(flow.nodes[moment.node]),
  )) {
    add(
      'window',
      node,
      null,
      conversation(wayTo(explored, key)),
      wayTo(explored, key).some((edge) => edge.isGuess),
    );
  }
  for (const [node, each] of Object.entries(flow.nodes)) {
    const { decides, shows } = usesOf(each, flow, expressions);
    for (const name of new Set([...decides, ...shows])) {
      const isUnset = (moment: Moment): boolean => moment.node === node && !Object.hasOwn(moment.values, name);
      const [key] = firstWhere(explored, isUnset).values();
      if (key === undefined) continue;
      const way = wayTo(explored, key);
      add(
        'variables',
        node,
        name,
        conversation(way),
        way.some((edge) => edge.isGuess),
      );
    }
  }
  if (!found.some(({ property }) => property === 'automaticCycle' || property === 'silentCycle')) {
    const row = longestRow(flow, explored);
    if (row !== null && row.messages > FLOW_MESSAGES_IN_A_ROW) {
      const way = [...wayTo(explored, row.from), ...row.way];
      add(
        'row',
        row.node,
        String(row.messages),
        conversation(way),
        way.some((edge) => edge.isGuess),
      );
    }
  }
  const findings = found.toSorted(
    (one, other) => PROPERTIES.indexOf(one.property) - PROPERTIES.indexOf(other.property),
  );
  return {
    findings,
    isSound: explored.isComplete && findings.every(({ severity }) => severity === 'warning'),
    moments: explored.moments.size,
    isComplete: explored.isComplete,
    widened: explored.widened,
  };
}

/** The moment at which each step is first come to. */
function firstMoments({ moments }: Explored): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [key, { node }] of moments) if (!found.has(node)) found.set(node, key);
  return found;
}

/** Of each step the first of its moments that is so. */
function firstWhere({ moments }: Explored, isSo: (moment: Moment) => boolean): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [key, moment] of moments) if (!found.has(moment.node) && isSo(moment)) found.set(moment.node, key);
  return found;
}

/** An edge that takes an exit to nowhere, after the shortest conversation. */
function lastBy({ moments, out }: Explored, node: string, exit: string): Edge | undefined {
  for (const [key, moment] of moments) {
    if (moment.node !== node) continue;
    const edge = out.get(key)?.find((each) => each.exit === exit && moments.get(each.to)?.node === NOWHERE);
    if (edge !== undefined) return edge;
  }
  return undefined;
}

/** Steps that nothing comes to, without those that only hang on others of them. */
function unreached({ nodes }: Flow, places: ReadonlyMap<string, string>): string[] {
  const missing = new Set(Object.keys(nodes).filter((id) => !places.has(id)));
  const hanging = new Set(
    [...missing].flatMap((id) => Object.values(nodes[id]?.exits ?? {}).filter((target) => target !== id)),
  );
  const roots = [...missing].filter((id) => !hanging.has(id));
  return roots.length > 0 ? roots : [...missing].slice(0, 1);
}

/** Free texts can't be sent in a closed window; templates can. */
function isFreeText(node: FlowNode | undefined): boolean {
  switch (node?.kind) {
    case 'say':
      return node.content.of !== 'template';
    case 'ask':
      return true;
    case 'handoff':
    case 'end':
      return node.text !== null;
    default:
      return false;
  }
}

/** Circles that a conversation can go round by these causes alone, and not without one of them. */
function loopsOf(explored: Explored, causes: readonly Cause[], cause: Cause) {
  const { moments } = explored;
  const out = timeless(explored);
  const edgesOf = (key: string): readonly Edge[] => (out.get(key) ?? []).filter((edge) => causes.includes(edge.cause));
  const groups = cyclesOf(out.keys(), (key) => edgesOf(key).map(({ to }) => to));
  const seen = new Set<string>();
  return groups.flatMap((group) => {
    const members = new Set(group);
    const inner = group.flatMap((key) => edgesOf(key).filter(({ to }) => members.has(to)));
    const turning = inner.find((edge) => edge.cause === cause);
    if (turning === undefined) return [];
    const back = wayWithin(turning.to, turning.from, (key) => edgesOf(key).filter(({ to }) => members.has(to)));
    const way = [...wayTo(explored, turning.from), turning, ...back];
    const node = moments.get(turning.from)?.node ?? '';
    // The same steps with other values are the same fault.
    const name = [...new Set(group.map((key) => moments.get(key)?.node))]
      .toSorted((one = '', other = '') => one.localeCompare(other))
      .join(' ');
    if (seen.has(name)) return [];
    seen.add(name);
    return [{ node, way, isGuess: way.some((edge) => edge.isGuess) }];
  });
}

/** The edges without regard to how long the customer has been silent, which decides nothing: the first such moment stands for all. */
function timeless({ moments, out }: Explored): ReadonlyMap<string, readonly Edge[]> {
  const first = new Map<string, string>();
  const standing = new Map<string, string>();
  for (const [key, { silence: _silence, ...rest }] of moments) {
    const name = JSON.stringify(rest);
    if (!first.has(name)) first.set(name, key);
    standing.set(key, first.get(name) ?? key);
  }
  return new Map(
    [...first.values()].map((key) => [
      key,
      (out.get(key) ?? []).map((edge) => ({ ...edge, to: standing.get(edge.to) ?? edge.to })),
    ]),
  );
}

function wayWithin(from: string, to: string, edgesOf: (key: string) => readonly Edge[]): Edge[] {
  const by = new Map<string, Edge>();
  if (from === to) return [];
  // Each point is added once.
  const waiting = [from];
  for (const point of waiting) {
    if (by.has(to)) break;
    for (const edge of edgesOf(point)) {
      if (by.has(edge.to) || edge.to === from) continue;
      by.set(edge.to, edge);
      waiting.push(edge.to);
    }
  }
  const way: Edge[] = [];
  for (let edge = by.get(to); edge !== undefined; edge = edge.from === from ? undefined : by.get(edge.from))
    way.unshift(edge);
  return way;
}

/** The first moment of each step from which no end can be come to any more. */
function trapped(flow: Flow, explored: Explored) {
  const { moments, out } = explored;
  const into = new Map<string, string[]>();
  for (const [from, edges] of out) for (const { to } of edges) into.set(to, [...(into.get(to) ?? []), from]);
  // An exit that leads nowhere is a fault of its own.
  const free = [...moments].flatMap(([key, moment]) => (isOver(moment, flow) || moment.node === NOWHERE ? [key] : []));
  const ends = new Set(free);
  for (const key of free) {
    for (const before of into.get(key) ?? []) {
      if (ends.has(before)) continue;
      ends.add(before);
      free.push(before);
    }
  }
  const [first] = [...moments].filter(([key]) => !ends.has(key));
  return first === undefined ? [] : [{ key: first[0], moment: first[1] }];
}
