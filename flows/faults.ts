import { FLOW_MESSAGES_IN_A_ROW, FLOW_STEPS_MAX, FLOW_WINDOW_MINUTES } from '../contract/facts/flows.ts';
import type { Cause } from './exits.ts';
import { exitsOf, nodeAt, own } from './exits.ts';
import { wayTo } from './explore.ts';
import type { Edge, Explored, Moment } from './explore.ts';
import { isProblem } from './expression.ts';
import type { ExpressionProblem, Expressions } from './expression.ts';
import { limitsExceeded } from './limits.ts';
import { loopsOf } from './loops.ts';
import { beginningOf, isAnew, messagesAt, spread, stepsAt, textAfter } from './spread.ts';
import type { Counted, Spread } from './spread.ts';
import { MOST } from './summary.ts';
import { targetsOf } from './targets.ts';
import type { Company } from './targets.ts';
import { unknownNames, wrongTypes } from './types.ts';
import { expressionsIn, neededBy, savedAt } from './uses.ts';

/** What is proved of a flow before it is published, root causes first. */
export const PROPERTIES = [
  'names',
  'expressions',
  'types',
  'exits',
  'targets',
  'limits',
  'reached',
  'automaticCycle',
  'automaticSteps',
  'silentCycle',
  'nonsenseCycle',
  'endInReach',
  'window',
  'variables',
  'row',
] as const;
export type Property = (typeof PROPERTIES)[number];

/** Something that is wrong at a step, and the way there. */
export interface Fault {
  readonly property: Property;
  readonly node: string;
  /** The exit, name, limit, kind of target or expression that it is about. */
  readonly about: string | null;
  /** The name that was likelier meant. */
  readonly nearest?: string;
  readonly problem?: ExpressionProblem;
  /** Null if no conversation can show it. */
  readonly way: readonly Edge[] | null;
  /** From which of its edges on the way has to be this one; before, any will do that comes there. */
  readonly exactFrom?: number;
}

export interface Looking {
  readonly expressions: Expressions;
  readonly company: Company;
}

/** What is wrong with the steps as they are drawn: it is so whatever happens. */
export function structureOf(explored: Explored, { expressions, company }: Looking): Fault[] {
  const { flow } = explored;
  const ways = firstWays(explored);
  const edges = firstEdges(explored);
  const found: Fault[] = [];
  if (nodeAt(flow, flow.start) === undefined)
    found.push({ property: 'exits', node: flow.start, about: null, way: null });
  for (const [id, node] of Object.entries(flow.nodes)) {
    const way = ways(id);
    const add = (property: Property, about: string, more: Partial<Fault> = {}): void =>
      void found.push({ property, node: id, about, way, ...more });
    for (const { name, nearest } of unknownNames(node, flow))
      add('names', name, nearest === undefined ? {} : { nearest });
    for (const text of expressionsIn(node)) {
      const parsed = expressions(text);
      if (isProblem(parsed)) add('expressions', text, { problem: parsed });
    }
    for (const about of wrongTypes(node, flow, expressions)) add('types', about);
    for (const exit of exitsOf(node)) {
      const target = own(node.exits, exit);
      if (target !== undefined && nodeAt(flow, target) !== undefined) continue;
      const last = edges.get(`${id} ${exit}`);
      if (last === undefined) {
        add('exits', exit);
        continue;
      }
      const before = wayTo(explored, last.from);
      add('exits', exit, { way: [...before, last], exactFrom: before.length });
    }
    for (const target of targetsOf(node)) if (!company.has(target)) add('targets', target.kind);
    for (const limit of limitsExceeded(node)) add('limits', limit);
  }
  if (!explored.isComplete) return found;
  for (const node of unreached(explored)) found.push({ property: 'reached', node, about: null, way: null });
  return found;
}

/** What happens in a flow that mustn't. */
export function behaviourOf(explored: Explored, { expressions, company }: Looking): Fault[] {
  const cycles: readonly (readonly [Property, readonly Cause[], Cause])[] = [
    ['automaticCycle', ['itself'], 'itself'],
    // Whoever can't be asked is asked in vain again: by the same exits, without the time between.
    ['silentCycle', ['itself', 'unsent', 'silence'], 'silence'],
    ['nonsenseCycle', ['itself', 'unsent', 'silence', 'nonsense'], 'nonsense'],
  ];
  const found: Fault[] = cycles.flatMap(([property, causes, cause]) =>
    loopsOf(explored, causes, cause).map(({ node, way, exactFrom }) => ({
      property,
      node,
      about: null,
      way,
      exactFrom,
    })),
  );
  // What goes round without the customer is too long, too late and too much anyway.
  const isRound = found.some(({ property }) => property !== 'nonsenseCycle');
  const counts: readonly (readonly [Property, Counted, (moment: Moment, amount: number) => boolean])[] = [
    ['automaticSteps', 'steps', (moment, amount) => amount + stepsAt(moment, explored, company) > FLOW_STEPS_MAX],
    [
      'window',
      'minutes',
      (moment, amount) => {
        const after = textAfter(moment, explored, company);
        return after !== null && amount + after >= FLOW_WINDOW_MINUTES;
      },
    ],
    ['row', 'messages', (moment, amount) => amount + messagesAt(moment, explored, company) > FLOW_MESSAGES_IN_A_ROW],
  ];
  if (!isRound) {
    for (const [property, counted, isOver] of counts) {
      for (const [node, way] of counting(explored, counted, isOver).over)
        found.push({ property, node, about: null, way, exactFrom: lastAnew(way, counted) });
    }
  }
  return [...found, ...unset(explored, expressions)];
}

/** Where on a way it was counted anew for the last time. */
function lastAnew(way: readonly Edge[], counted: Counted): number {
  return Math.max(
    0,
    way.findLastIndex((edge) => isAnew(edge, counted)),
  );
}

function counting(explored: Explored, counted: Counted, isOver: (moment: Moment, amount: number) => boolean): Spread {
  return spread(explored, {
    seeds: [beginningOf(explored, counted)],
    grown: (edge, amount) => (isAnew(edge, counted) ? 0 : amount) + edge.weight[counted],
    most: MOST[counted],
    isOver,
  });
}

/** Steps that need a variable which may not be set there. */
function unset(explored: Explored, expressions: Expressions): Fault[] {
  const { flow, moments, out, first } = explored;
  const needing = new Map<string, Set<string>>();
  for (const [id, node] of Object.entries(flow.nodes)) {
    for (const name of neededBy(node, flow, expressions)) needing.set(name, (needing.get(name) ?? new Set()).add(id));
  }
  return [...needing].flatMap(([name, nodes]) => {
    const by = new Map<string, Edge>();
    const seen = new Set([first]);
    const faults = new Map<string, Fault>();
    // What is added is gone through as well.
    for (const key of seen) {
      const id = moments.get(key)?.node ?? '';
      const node = nodeAt(flow, id);
      if (node === undefined) continue;
      if (nodes.has(id)) {
        if (!faults.has(id)) faults.set(id, { property: 'variables', node: id, about: name, way: wayTo({ by }, key) });
        continue;
      }
      for (const edge of out.get(key) ?? []) {
        if (seen.has(edge.to) || savedAt(node, edge.exit).includes(name)) continue;
        seen.add(edge.to);
        by.set(edge.to, edge);
      }
    }
    return [...faults.values()];
  });
}

/** A shortest way to each step; null if there is none. */
function firstWays(explored: Explored): (id: string) => readonly Edge[] | null {
  const keys = new Map<string, string>();
  for (const [key, { node }] of explored.moments) if (!keys.has(node)) keys.set(node, key);
  return (id) => {
    const key = keys.get(id);
    return key === undefined ? null : wayTo(explored, key);
  };
}

/** The first edge by which each exit is taken. */
function firstEdges({ moments, out }: Explored): ReadonlyMap<string, Edge> {
  const found = new Map<string, Edge>();
  for (const [key, edges] of out) {
    const node = moments.get(key)?.node ?? '';
    for (const edge of edges) {
      const name = `${node} ${edge.exit}`;
      // Of a question that is asked again the exit that leaves it.
      const known = found.get(name);
      if (known === undefined || moments.get(known.to)?.node === node) found.set(name, edge);
    }
  }
  return found;
}

/** Steps that nothing comes to, without those that only hang on others of them. */
function unreached({ flow, moments }: Explored): string[] {
  const come = new Set([...moments.values()].map(({ node }) => node));
  const missing = new Set(Object.keys(flow.nodes).filter((id) => !come.has(id)));
  const exitsFrom = (id: string): string[] => Object.values(nodeAt(flow, id)?.exits ?? {});
  const hanging = new Set([...missing].flatMap((id) => exitsFrom(id).filter((target) => target !== id)));
  const roots = [...missing].filter((id) => !hanging.has(id));
  return roots.length > 0 ? roots : [...missing].slice(0, 1);
}
