import type { Flow } from '../contract/flows/flow.ts';
import { conversationOf } from './conversation.ts';
import type { Turn } from './conversation.ts';
import { trapped } from './ends.ts';
import { isWritten, nodeAt } from './exits.ts';
import { certainPart, explore, exploreGuessing, guessesFor, wayTo } from './explore.ts';
import type { Explored } from './explore.ts';
import { expressionsOf } from './expression.ts';
import { behaviourOf, PROPERTIES, structureOf } from './faults.ts';
import type { Fault, Looking } from './faults.ts';
import { replayer } from './replay.ts';
import type { Replayer } from './replay.ts';
import { spread } from './spread.ts';
import { isEnding, silentCircle, summed } from './summary.ts';
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
  const sure = certainPart(explored);
  const replay: Replayer =
    sure === explored
      ? (way) => way
      : replayer(explored, { flow, expressions, samples: guessesFor(flow, expressions) });
  const summary = summed(explored, company);
  const isEndingThere = (flowId: string): boolean => isEnding(flowId, { id, summary }, company);
  const circle = id === undefined ? [] : circles(explored, id, summary, company);
  const certain = [...structureOf(explored, looking), ...circle].map((fault) => {
    const way = fault.way && replay(fault.way, fault.exactFrom ?? fault.way.length);
    return told({ ...fault, way: way ?? fault.way }, explored, 'error');
  });
  const seen =
    sure === explored
      ? behaviourOf(explored, looking).map((fault) => told(fault, explored, 'error'))
      : guessed(explored, sure, looking, replay);
  const findings = [...certain, ...seen, ...traps(explored, sure, replay, isEndingThere)].toSorted(
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
 * What happens although it mustn't, where something is unknown: what certainly happens all the same is an error; so is what can be shown
 * with some value for it. Only the rest is a warning.
 */
function guessed(explored: Explored, sure: Explored, looking: Looking, replay: Replayer): Finding[] {
  const found = new Map<string, Finding>();
  const nameOf = ({ property, node, about }: Fault): string => `${property} ${node} ${about ?? ''}`;
  const add = (seen: Explored): void => {
    for (const fault of behaviourOf(seen, looking)) found.set(nameOf(fault), told(fault, seen, 'error'));
  };
  add(sure);
  const left = behaviourOf(explored, looking).filter((fault) => {
    if (found.has(nameOf(fault)) || fault.way === null) return false;
    const way = replay(fault.way, fault.exactFrom ?? 0);
    if (way !== null) found.set(nameOf(fault), told({ ...fault, way }, explored, 'error'));
    return way === null;
  });
  if (left.length === 0) return [...found.values()];
  // It may happen in another way than the shortest.
  add(exploreGuessing(explored.flow, { ...looking, limit: EDITING_LIMIT }));
  const open = left.filter((fault) => !found.has(nameOf(fault))).map((fault) => told(fault, explored, 'warning'));
  return [...found.values(), ...open];
}

/**
 * Where there is no end any more: the circle in which everyone who doesn't fail is held, and not all the ways there. One that goes round
 * by itself is said already.
 */
function traps(
  explored: Explored,
  sure: Explored,
  replay: Replayer,
  isEndingThere: (flowId: string) => boolean,
): Finding[] {
  if (!explored.isComplete) return [];
  const all = trapped(explored, isEndingThere);
  const found = trapIn(explored, all.certain) ?? trapIn(explored, all.guessed);
  if (found === null) return [];
  const way = replay(found.way, found.way.length);
  // That one comes to where there is no end has to be certain, and that there is none.
  const isSure = [...all.certain].some((key) => sure.moments.has(key)) || way !== null;
  const severity = all.certain.has(found.key) && isSure ? 'error' : 'warning';
  return [told({ property: 'endInReach', node: found.node, about: null, way: way ?? found.way }, explored, severity)];
}

function trapIn(explored: Explored, keys: ReadonlySet<string>) {
  const { moments, out } = explored;
  const held = [...moments.keys()].filter((key) => keys.has(key));
  const next = (key: string): string[] => (out.get(key) ?? []).flatMap(({ to }) => (keys.has(to) ? [to] : []));
  // The first group is one that leads to no other.
  const circle = new Set(cyclesOf(held, next)[0] ?? held);
  const edges = [...circle].flatMap((key) => out.get(key) ?? []);
  const isByItself = edges.length > 0 && edges.every(({ cause }) => cause === 'itself');
  const key = held.find((each) => circle.has(each));
  const moment = key === undefined ? undefined : moments.get(key);
  if (key === undefined || moment === undefined || isByItself) return null;
  return { key, node: moment.node, way: wayTo(explored, key) };
}

/** Where it comes to a flow that leads back to it, nobody having said a word. */
function circles(explored: Explored, id: string, { silentTo }: FlowSummary, company: Company): Fault[] {
  const circle = silentCircle(id, silentTo, company);
  const { over } = spread(explored, {
    seeds: [{ key: explored.first, amount: 0 }],
    grown: ({ cause }) => (isWritten(cause) ? null : 0),
    most: 0,
    isOver: ({ node }) => {
      const found = nodeAt(explored.flow, node);
      return (found?.kind === 'call' || found?.kind === 'goto') && circle.includes(found.flow_id);
    },
  });
  return [...over].slice(0, 1).map(([node, way]) => ({ property: 'targets', node, about: 'circle', way }));
}
