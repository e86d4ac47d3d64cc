import type { FlowNode } from '../contract/flows/flow.ts';
import { FLOW_WINDOW_MINUTES } from '../contract/facts/flows.ts';
import { isWritten, nodeAt } from './exits.ts';
import type { Edge, Explored, Moment } from './explore.ts';
import { writesBySms } from './sms.ts';
import type { Company } from './targets.ts';

/*
 * Amounts that grow while the customer doesn't write, such as messages in a row. A breadth-first worklist visits a
 * moment again only with a larger amount, so at most once per amount. The first path found with too large an amount is
 * a shortest one.
 */

export interface Seed {
  readonly key: string;
  readonly amount: number;
}

interface Visit extends Seed {
  readonly edge: Edge | null;
  readonly before: Visit | null;
}

export interface Spreading {
  readonly seeds: readonly Seed[];
  /** The amount after an edge; null if the edge isn't followed. */
  readonly grown: (edge: Edge, amount: number) => number | null;
  /** Upper bound: larger amounts count as this one. */
  readonly most: number;
  /** Whether the amount is too large at a moment: then the search stops there. */
  readonly isOver?: (moment: Moment, amount: number) => boolean;
  /** Upper bound on the paths kept for a step; 1 by default. */
  readonly ways?: number;
}

export interface Spread {
  /** The largest amount at each moment that was reached. */
  readonly largest: ReadonlyMap<string, number>;
  /** Paths to each step where the amount is too large, a shortest one first, each to a different moment. */
  readonly over: ReadonlyMap<string, readonly (readonly Edge[])[]>;
}

export function spread({ moments, out }: Explored, { seeds, grown, most, isOver, ways = 1 }: Spreading): Spread {
  const largest = new Map<string, number>();
  const over = new Map<string, (readonly Edge[])[]>();
  const seen = new Set<string>();
  const visits: Visit[] = [];
  const visit = (key: string, wanted: number, edge: Edge | null, before: Visit | null): void => {
    const amount = Math.min(most, wanted);
    const found = largest.get(key);
    if (found !== undefined && found >= amount) return;
    largest.set(key, amount);
    visits.push({ key, amount, edge, before });
  };
  for (const { key, amount } of seeds) visit(key, amount, null, null);
  // A worklist: the loop also visits what it appends.
  for (const at of visits) {
    const moment = moments.get(at.key);
    if (moment === undefined) continue;
    if (isOver?.(moment, at.amount) === true) {
      const found = over.get(moment.node) ?? [];
      if (found.length < ways && !seen.has(at.key)) over.set(moment.node, [...found, wayBy(at)]);
      seen.add(at.key);
      continue;
    }
    for (const edge of out.get(at.key) ?? []) {
      const amount = grown(edge, at.amount);
      if (amount !== null) visit(edge.to, amount, edge, at);
    }
  }
  return { largest, over };
}

function wayBy(last: Visit): Edge[] {
  const way: Edge[] = [];
  for (let at: Visit | null = last; at !== null; at = at.before) if (at.edge !== null) way.push(at.edge);
  return way.toReversed();
}

/** What is counted along a conversation. */
export type Counted = 'messages' | 'steps' | 'minutes' | 'waits';

/** Whether an edge restarts a count: a customer's message restarts every count, silence only that of the steps. */
export function isAnew({ cause }: Edge, counted: Counted): boolean {
  return isWritten(cause) || (counted === 'steps' && cause === 'silence');
}

/** The messages sent on entering a step, including the opening of a flow that it calls or goes to. */
export function messagesAt({ node }: Moment, { flow }: Pick<Explored, 'flow'>, company: Company): number {
  const found = nodeAt(flow, node);
  switch (found?.kind) {
    case 'say':
    case 'ask':
      return 1;
    case 'handoff':
    case 'end':
      return found.text === null ? 0 : 1;
    case 'call':
    case 'goto':
      return company.summaryOf(found.flow_id)?.opening.messages ?? 0;
    default:
      return 0;
  }
}

/** The steps that the opening of another flow takes by itself. */
export function stepsAt({ node }: Moment, { flow }: Pick<Explored, 'flow'>, company: Company): number {
  const found = nodeAt(flow, node);
  if (found?.kind !== 'call' && found?.kind !== 'goto') return 0;
  return company.summaryOf(found.flow_id)?.opening.steps ?? 0;
}

/** How often the opening of another flow waits before it needs a message. */
export function waitsAt({ node }: Moment, { flow }: Pick<Explored, 'flow'>, company: Company): number {
  const found = nodeAt(flow, node);
  if (found?.kind !== 'call' && found?.kind !== 'goto') return 0;
  return company.summaryOf(found.flow_id)?.opening.waits ?? 0;
}

/** The latest minute after entering a step at which a free text is sent; null if none is. */
export function textAfter({ node }: Moment, { flow }: Pick<Explored, 'flow'>, company: Company): number | null {
  const found = nodeAt(flow, node);
  if (found?.kind === 'call' || found?.kind === 'goto')
    return company.summaryOf(found.flow_id)?.opening.textAfter ?? null;
  return isFreeText(found) ? 0 : null;
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

/** Where a conversation begins, and the amount there. */
export function beginningOf({ flow, first }: Explored, counted: Counted): Seed {
  return {
    key: first,
    amount: counted === 'minutes' && flow.kind === 'active' && !writesBySms(flow) ? FLOW_WINDOW_MINUTES : 0,
  };
}
