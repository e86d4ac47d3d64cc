import type { Flow } from '../contract/flows/flow.ts';
import { conversationOf } from './conversation.ts';
import type { Turn } from './conversation.ts';
import { isWritten, nodeAt } from './exits.ts';
import type { Cause } from './exits.ts';
import { certainPart, explore, exploreGuessing, guessesFor } from './explore.ts';
import type { Explored } from './explore.ts';
import { expressionsOf } from './expression.ts';
import { behaviourOf, PROPERTIES, structureOf } from './faults.ts';
import type { Fault } from './faults.ts';
import { withMeant } from './meant.ts';
import { replayer, toItsEnd } from './replay.ts';
import type { Replayer } from './replay.ts';
import { spread } from './spread.ts';
import { circleOf, isEnding, isFinishing, summed } from './summary.ts';
import type { FlowSummary } from './summary.ts';
import { anyCompany } from './targets.ts';
import type { Company } from './targets.ts';
import { trapOf } from './traps.ts';

/** A fault with a shortest conversation that shows it. */
export interface Finding extends Omit<Fault, 'way' | 'shows' | 'group'> {
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

/** Findings that are told of one property, those that refuse a flow and those that warn each; of more, the first. */
const FINDINGS_MAX = 50;
/** Ways to show a fault that are tried where it isn't certain. */
const WAYS_MAX = 8;

/** A fault, where it was seen, and whether it refuses the flow. */
interface Found extends Pick<Finding, 'severity'> {
  readonly fault: Fault;
  readonly seen: Explored;
}

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
  const behaviour = (seen: Explored, ways?: number): Fault[] => [
    ...behaviourOf(seen, looking, ways),
    ...(id === undefined ? [] : circles(seen, id, summary, company)),
  ];
  // What is to be found out comes first: the work for it is bounded. What is wrong anyway can only be shown better.
  const behaves =
    sure === explored
      ? behaviour(explored).map((fault): Found => ({ fault, seen: explored, severity: 'error' }))
      : guessed({
          explored,
          sure,
          replay,
          behaviour,
          guesses: () => exploreGuessing(flow, { ...looking, limit: EDITING_LIMIT }),
        });
  const trap = trapOf(explored, sure, replay, {
    isEnding: (flowId) => isEnding(flowId, { id, summary }, company),
    isFinishing: (flowId) => isFinishing(flowId, company),
  });
  const structure = few(structureOf(explored, looking), ({ property }) => property).map((fault): Found => {
    const way = (fault.way && replay(fault.way, fault.shows ?? toItsEnd(fault.way))) ?? fault.way;
    const isExpression = way !== null && fault.property === 'expressions';
    const shown = isExpression ? withMeant(explored, way, fault.about ?? '', expressions) : way;
    return { fault: { ...fault, way: shown }, seen: explored, severity: 'error' };
  });
  const found = [...structure, ...behaves, ...(trap === null ? [] : [{ ...trap, seen: explored }])];
  return {
    findings: few(found, ({ fault, severity }) => `${fault.property} ${severity}`)
      .map(told)
      .toSorted((one, other) => PROPERTIES.indexOf(one.property) - PROPERTIES.indexOf(other.property)),
    isSound: explored.isComplete && found.every(({ severity }) => severity === 'warning'),
    moments: explored.moments.size,
    isComplete: explored.isComplete,
    widened: explored.widened,
    summary,
  };
}

/** Of those of each name the first few. */
function few<Of>(all: readonly Of[], nameOf: (each: Of) => string): Of[] {
  return [...Map.groupBy(all, nameOf).values()].flatMap((alike) => alike.slice(0, FINDINGS_MAX));
}

function told({ fault: { way, shows: _shows, group: _group, ...fault }, seen, severity }: Found): Finding {
  return { ...fault, severity, conversation: way === null ? [] : conversationOf(seen.flow, seen, way) };
}

interface Guessing {
  readonly explored: Explored;
  readonly sure: Explored;
  readonly replay: Replayer;
  readonly behaviour: (seen: Explored, ways?: number) => readonly Fault[];
  readonly guesses: () => Explored;
}

/**
 * What happens although it mustn't, where something is unknown: what certainly happens all the same is an error; so is what can be shown
 * with some value for it. Only the rest is a warning.
 */
function guessed({ explored, sure, replay, behaviour, guesses }: Guessing): Found[] {
  const found = new Map<string, Found>();
  const add = (seen: Explored, fault: Fault): void => {
    const name = nameOf(fault);
    if (!found.has(name)) found.set(name, { fault, seen, severity: 'error' });
  };
  for (const fault of behaviour(sure)) add(sure, fault);
  const open = Map.groupBy(behaviour(explored, WAYS_MAX), nameOf);
  for (const name of found.keys()) open.delete(name);
  for (let at = 0; at < WAYS_MAX; at += 1) {
    for (const [name, { [at]: fault }] of open) {
      const way = fault?.way && replay(fault.way, fault.shows ?? toItsEnd(fault.way));
      if (fault === undefined || way === undefined || way === null) continue;
      add(explored, { ...fault, way });
      open.delete(name);
    }
  }
  if (open.size === 0) return [...found.values()];
  // It may happen in a way that wasn't tried.
  const seen = guesses();
  for (const fault of behaviour(seen)) add(seen, fault);
  const warnings = [...open].flatMap(([name, [fault]]): Found[] =>
    found.has(name) || fault === undefined ? [] : [{ fault, seen: explored, severity: 'warning' }],
  );
  return [...found.values(), ...warnings];
}

function nameOf({ property, node, group = node, about }: Fault): string {
  return `${property} ${group} ${about ?? ''}`;
}

/** Where it comes to a flow that leads back to it, nobody having said a word, or none that is understood. */
function circles(explored: Explored, id: string, summary: FlowSummary, company: Company): Fault[] {
  const through = (to: 'silentTo' | 'nonsenseTo', cause: Cause, fault: Pick<Fault, 'property' | 'about'>): Fault[] => {
    const circle = circleOf(id, to, summary, company);
    if (circle.length === 0) return [];
    const { over } = spread(explored, {
      seeds: [{ key: explored.first, amount: 0 }],
      grown: (edge) => (isWritten(edge.cause) && edge.cause !== cause ? null : 0),
      most: 0,
      isOver: ({ node }) => {
        const found = nodeAt(explored.flow, node);
        return (found?.kind === 'call' || found?.kind === 'goto') && circle.includes(found.flow_id);
      },
    });
    return [...over].slice(0, 1).flatMap(([node, ways]) => ways.map((way) => ({ ...fault, node, way })));
  };
  const silent = through('silentTo', 'silence', { property: 'targets', about: 'circle' });
  return silent.length > 0 ? silent : through('nonsenseTo', 'nonsense', { property: 'nonsenseCycle', about: null });
}
