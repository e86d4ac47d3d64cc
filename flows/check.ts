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

/** A fault, with a shortest conversation that shows it. */
export interface Finding extends Omit<Fault, 'way' | 'shows' | 'group'> {
  /** A warning depends on unknown values, so it may be impossible. Only errors block publishing. */
  readonly severity: 'error' | 'warning';
  readonly conversation: readonly Turn[];
}

export interface Proof {
  readonly findings: readonly Finding[];
  readonly isSound: boolean;
  /** The number of moments that were explored. */
  readonly moments: number;
  /** False if there were too many moments to explore: then nothing is known beyond `findings`. */
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

/** Upper bounds on the moments explored in a browser's worker, and at publishing. */
export const EDITING_LIMIT = 5_000;
export const PUBLISHING_LIMIT = 50_000;

/** Upper bound on the findings reported per property and severity; the first ones are kept. */
const FINDINGS_MAX = 50;
/** Upper bound on the paths tried for a fault that isn't certain. */
const WAYS_MAX = 8;

/** A fault, the exploration that found it, and its severity. */
interface Found extends Pick<Finding, 'severity'> {
  readonly fault: Fault;
  readonly seen: Explored;
}

/** Checks every property of a flow. */
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
  // Replaying has one work budget. Behaviour and traps go first, as replay decides their severity.
  // Structural faults are errors anyway: replay only finds them a better conversation.
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

/** The first few of each name. */
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
 * Behaviour faults of a flow with unknown values. A fault is an error if it certainly happens, or if some values show
 * it. The rest are warnings.
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
  // A path that wasn't tried may still show the fault.
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

/** A step that enters a cycle of flows back to this one, with no customer message or none that is understood. */
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
