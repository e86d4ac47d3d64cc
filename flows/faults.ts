import {
  FLOW_MESSAGES_IN_A_ROW,
  FLOW_STEPS_MAX,
  FLOW_WAITS_MAX,
  FLOW_WINDOW_MINUTES,
} from '../contract/facts/flows.ts';
import type { Cause } from './exits.ts';
import { exitsOf, nextOf, nodeAt, own } from './exits.ts';
import { wayTo } from './explore.ts';
import type { Edge, Explored, Moment } from './explore.ts';
import { isProblem } from './expression.ts';
import type { ExpressionProblem, Expressions } from './expression.ts';
import { limitsExceeded } from './limits.ts';
import { backEdges, loopsOf } from './loops.ts';
import type { Shows } from './replay.ts';
import { writesBySms } from './sms.ts';
import { beginningOf, isAnew, messagesAt, spread, stepsAt, textAfter, waitsAt } from './spread.ts';
import type { Counted } from './spread.ts';
import { MOST } from './summary.ts';
import { targetsOf } from './targets.ts';
import type { Company } from './targets.ts';
import { unknownNames, wrongTypes } from './types.ts';
import { expressionsIn, hasValueAnyway, neededBy, savedAt } from './uses.ts';

/** The properties proved of a flow before it is published, root causes first. */
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

/** Something wrong at a step, and a path that shows it. */
export interface Fault {
  readonly property: Property;
  readonly node: string;
  /** The exit, name, limit, kind of target or expression at fault. */
  readonly about: string | null;
  /** The name that was probably meant. */
  readonly nearest?: string;
  readonly problem?: ExpressionProblem;
  /** Null if no conversation can show it. */
  readonly way: readonly Edge[] | null;
  /** Identifies a fault that may show at several steps; `node` by default. */
  readonly group?: string;
  /** What about the path shows the fault; by default, that it reaches its last moment. */
  readonly shows?: Shows;
}

export interface Looking {
  readonly expressions: Expressions;
  readonly company: Company;
}

/** Faults of the steps as drawn: they hold whatever happens. */
export function structureOf(explored: Explored, { expressions, company }: Looking): Fault[] {
  const { flow } = explored;
  const ways = firstWays(explored);
  const edges = firstEdges(explored);
  const isSms = writesBySms(flow);
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
      add('exits', exit, { way: [...before, last], shows: { of: 'edges', from: before.length } });
    }
    for (const target of targetsOf(node)) if (!company.has(target)) add('targets', target.kind);
    for (const limit of limitsExceeded(node, company, isSms)) add('limits', limit);
  }
  if (!explored.isComplete) return found;
  for (const node of unreached(explored)) found.push({ property: 'reached', node, about: null, way: null });
  return found;
}

/**
 * The causes that need no message from the customer. A question that can't be sent can't be sent the next time either:
 * it takes the same exits as silence, but no time.
 */
const SILENT: readonly Cause[] = ['itself', 'unsent', 'silence'];

/** Faults in what can happen. Each comes with up to `ways` paths that show it, a shortest one first. */
export function behaviourOf(explored: Explored, { expressions, company }: Looking, ways = 1): Fault[] {
  const cycles: readonly (readonly [Property, readonly Cause[], Cause])[] = [
    ['automaticCycle', ['itself'], 'itself'],
    ['silentCycle', SILENT, 'silence'],
    ['nonsenseCycle', [...SILENT, 'nonsense'], 'nonsense'],
  ];
  const counts: readonly (readonly [Property, Counted, (moment: Moment, amount: number) => boolean])[] = [
    ['automaticSteps', 'steps', (moment, amount) => amount + stepsAt(moment, explored, company) > FLOW_STEPS_MAX],
    ['automaticSteps', 'waits', (moment, amount) => amount + waitsAt(moment, explored, company) > FLOW_WAITS_MAX],
    [
      'window',
      'minutes',
      (moment, amount) => {
        const after = writesBySms(explored.flow) ? null : textAfter(moment, explored, company);
        return after !== null && amount + after >= FLOW_WINDOW_MINUTES;
      },
    ],
    ['row', 'messages', (moment, amount) => amount + messagesAt(moment, explored, company) > FLOW_MESSAGES_IN_A_ROW],
  ];
  // Cycles are reported by themselves, so amounts are measured without their back edges.
  const back = backEdges(explored, SILENT);
  return [
    ...cycles.flatMap(([property, causes, cause]) =>
      loopsOf(explored, causes, cause, ways).map(({ node, group, before, round }): Fault => ({
        property,
        node,
        group,
        about: null,
        way: [...before, ...round],
        shows: { of: 'round', from: before.length },
      })),
    ),
    ...counts.flatMap(([property, counted, isOver]) => exceeded(explored, property, counted, isOver, { back, ways })),
    ...unset(explored, expressions, ways),
  ];
}

/** Steps at which an amount is too large. */
function exceeded(
  explored: Explored,
  property: Property,
  counted: Counted,
  isOver: (moment: Moment, amount: number) => boolean,
  { back, ways }: { readonly back: ReadonlySet<Edge>; readonly ways: number },
): Fault[] {
  const begins = beginningOf(explored, counted);
  const { over, largest } = spread(explored, {
    seeds: [begins],
    grown: (edge, amount) =>
      back.has(edge) ? null : (isAnew(edge, counted) ? 0 : amount) + (edge.weight[counted] ?? 0),
    most: MOST[counted],
    isOver,
    ways,
  });
  return [...over].flatMap(([node, found]) =>
    found.map((way): Fault => {
      const moment = explored.moments.get(way.at(-1)?.to ?? explored.first);
      const isTooMuch = (amount: number): boolean => moment !== undefined && isOver(moment, amount);
      const amount = { counted, isTooMuch, begins: begins.amount, most: (key: string) => largest.get(key) };
      return {
        property,
        node,
        about: counted === 'waits' ? counted : null,
        way,
        shows: { of: 'amount', from: lastAnew(way, counted), amount },
      };
    }),
  );
}

/** The index of the last edge that restarts the count; 0 if none does. */
function lastAnew(way: readonly Edge[], counted: Counted): number {
  return Math.max(
    0,
    way.findLastIndex((edge) => isAnew(edge, counted)),
  );
}

/** Steps that need a variable which may still be unset there. */
function unset(explored: Explored, expressions: Expressions, ways: number): Fault[] {
  const { flow, moments, out, first } = explored;
  const needing = new Map<string, Set<string>>();
  for (const [id, node] of Object.entries(flow.nodes)) {
    for (const name of neededBy(node, flow, expressions))
      if (!hasValueAnyway(flow, name)) needing.set(name, (needing.get(name) ?? new Set()).add(id));
  }
  return [...needing].flatMap(([name, nodes]) => {
    const by = new Map<string, Edge>();
    const seen = new Set([first]);
    const faults = new Map<string, Fault[]>();
    // A worklist: the loop also visits what it appends.
    for (const key of seen) {
      const id = moments.get(key)?.node ?? '';
      const node = nodeAt(flow, id);
      if (node === undefined) continue;
      if (nodes.has(id)) {
        const found = faults.get(id) ?? [];
        if (found.length === ways) continue;
        const way = wayTo({ by }, key);
        const fault: Fault = { property: 'variables', node: id, about: name, way, shows: { of: 'unset', name } };
        faults.set(id, [...found, fault]);
        continue;
      }
      for (const edge of out.get(key) ?? []) {
        if (seen.has(edge.to) || savedAt(node, edge.exit).includes(name)) continue;
        seen.add(edge.to);
        by.set(edge.to, edge);
      }
    }
    return [...faults.values()].flat();
  });
}

/** A shortest path to each step; null if the step is unreachable. */
function firstWays(explored: Explored): (id: string) => readonly Edge[] | null {
  const keys = new Map<string, string>();
  for (const [key, { node }] of explored.moments) if (!keys.has(node)) keys.set(node, key);
  return (id) => {
    const key = keys.get(id);
    return key === undefined ? null : wayTo(explored, key);
  };
}

/** The first edge that takes each exit. */
function firstEdges({ moments, out }: Explored): ReadonlyMap<string, Edge> {
  const found = new Map<string, Edge>();
  for (const [key, edges] of out) {
    const node = moments.get(key)?.node ?? '';
    for (const edge of edges) {
      const name = `${node} ${edge.exit}`;
      // An edge that leaves the step is preferred to one that asks its question again.
      const known = found.get(name);
      if (known === undefined || moments.get(known.to)?.node === node) found.set(name, edge);
    }
  }
  return found;
}

/** Unreachable steps, without those that another unreachable step leads to. */
function unreached({ flow, moments }: Explored): string[] {
  const come = new Set([...moments.values()].map(({ node }) => node));
  const missing = new Set(Object.keys(flow.nodes).filter((id) => !come.has(id)));
  const nextFrom = (id: string): string[] => {
    const node = nodeAt(flow, id);
    return node === undefined ? [] : nextOf(node);
  };
  const hanging = new Set([...missing].flatMap((id) => nextFrom(id).filter((target) => target !== id)));
  const roots = [...missing].filter((id) => !hanging.has(id));
  return roots.length > 0 ? roots : [...missing].slice(0, 1);
}
