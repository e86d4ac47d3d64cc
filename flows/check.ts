import type { Flow } from '../contract/flows/flow.ts';
import { conversationOf } from './conversation.ts';
import type { Turn } from './conversation.ts';
import { trapped } from './ends.ts';
import { nodeAt } from './exits.ts';
import { certainPart, explore, exploreGuessing, guessesFor, wayTo } from './explore.ts';
import type { Explored } from './explore.ts';
import { expressionsOf } from './expression.ts';
import { behaviourOf, PROPERTIES, structureOf } from './faults.ts';
import type { Fault, Looking } from './faults.ts';
import { replayer } from './replay.ts';
import { silentCircle, summed } from './summary.ts';
import type { FlowSummary } from './summary.ts';
import { cyclesOf } from './tarjan.ts';
import { anyCompany } from './targets.ts';
import type { Company } from './targets.ts';

/** A fault with a shortest conversation that shows it. */
export interface Finding extends Omit<Fault, 'way' | 'exactFrom'> {
  /** A warning rests on what can't be known beforehand: it may be impossible. Only errors keep a flow from being published. */
  readonly severity: 'error' | 'warning';
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
  /** For flows that call this one or go to it. */
  readonly summary: FlowSummary;
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
  const expressions = expressionsOf(flow);
  const looking = { expressions, company, limit };
  const explored = explore(flow, looking);
  const summary = summed(explored, company);
  const circle = id === undefined ? [] : circles(explored, id, summary, company);
  const certain = [...structureOf(explored, looking), ...circle].map((fault) => told(fault, explored, 'error'));
  const sure = certainPart(explored);
  const findings = [...certain, ...happening(explored, sure, looking), ...traps(explored, sure)].toSorted(
    (one, other) => PROPERTIES.indexOf(one.property) - PROPERTIES.indexOf(other.property),
  );
  return {
    findings,
    isSound: explored.isComplete && findings.every(({ severity }) => severity === 'warning'),
    moments: explored.moments.size,
    isComplete: explored.isComplete,
    widened: explored.widened,
    summary,
  };
}

function told(
  { way, exactFrom: _exactFrom, ...fault }: Fault,
  explored: Explored,
  severity: Finding['severity'],
): Finding {
  return { ...fault, severity, conversation: way === null ? [] : conversationOf(explored.flow, explored, way) };
}

/**
 * What happens although it mustn't. Where something is unknown, what certainly happens all the same is an error; so is what can be shown
 * with some value for it. Only the rest is a warning.
 */
function happening(explored: Explored, sure: Explored, looking: Looking): Finding[] {
  if (sure === explored) return behaviourOf(explored, looking).map((fault) => told(fault, explored, 'error'));
  const found = new Map<string, Finding>();
  const nameOf = ({ property, node, about }: Fault): string => `${property} ${node} ${about ?? ''}`;
  const add = (seen: Explored): void => {
    for (const fault of behaviourOf(seen, looking)) found.set(nameOf(fault), told(fault, seen, 'error'));
  };
  add(sure);
  const { flow } = explored;
  const { expressions } = looking;
  const replayed = replayer(explored, { flow, expressions, samples: guessesFor(flow, expressions) });
  const left = behaviourOf(explored, looking).filter((fault) => {
    if (found.has(nameOf(fault)) || fault.way === null) return false;
    const way = replayed(fault.way, fault.exactFrom ?? 0);
    if (way !== null) found.set(nameOf(fault), told({ ...fault, way }, explored, 'error'));
    return !found.has(nameOf(fault));
  });
  if (left.length === 0) return [...found.values()];
  // It may happen in another way than the shortest.
  add(exploreGuessing(flow, { ...looking, limit: EDITING_LIMIT }));
  const open = left.filter((fault) => !found.has(nameOf(fault))).map((fault) => told(fault, explored, 'warning'));
  return [...found.values(), ...open];
}

/**
 * Where there is no end any more: the circle in which everyone who doesn't fail is held, and not all the ways there. One that goes round
 * by itself is said already.
 */
function traps(explored: Explored, sure: Explored): Finding[] {
  if (!explored.isComplete) return [];
  const { certain, guessed } = trapped(explored);
  const isSure = [...certain].some((key) => sure.moments.has(key));
  const found = trapIn(explored, certain, isSure ? 'error' : 'warning') ?? trapIn(explored, guessed, 'warning');
  return found === null ? [] : [found];
}

function trapIn(explored: Explored, keys: ReadonlySet<string>, severity: Finding['severity']): Finding | null {
  const { moments, out } = explored;
  const held = [...moments.keys()].filter((key) => keys.has(key));
  const next = (key: string): string[] => (out.get(key) ?? []).flatMap(({ to }) => (keys.has(to) ? [to] : []));
  // The first group is one that leads to no other.
  const circle = new Set(cyclesOf(held, next)[0] ?? held);
  const isWaiting = [...circle].some((key) => out.get(key)?.some(({ cause }) => cause !== 'itself') === true);
  const key = held.find((each) => circle.has(each));
  const moment = key === undefined ? undefined : moments.get(key);
  if (key === undefined || moment === undefined || !isWaiting) return null;
  const fault: Fault = { property: 'endInReach', node: moment.node, about: null, way: wayTo(explored, key) };
  return told(fault, explored, severity);
}

function circles(explored: Explored, id: string, { silentTo }: FlowSummary, company: Company): Fault[] {
  const circle = silentCircle(id, silentTo, company);
  for (const [key, { node }] of explored.moments) {
    const found = nodeAt(explored.flow, node);
    if ((found?.kind !== 'call' && found?.kind !== 'goto') || !circle.includes(found.flow_id)) continue;
    return [{ property: 'targets', node, about: 'circle', way: wayTo(explored, key) }];
  }
  return [];
}
