import {
  FLOW_MESSAGES_IN_A_ROW,
  FLOW_STEPS_MAX,
  FLOW_WAITS_MAX,
  FLOW_WINDOW_MINUTES,
} from '../contract/facts/flows.ts';
import { trapped } from './ends.ts';
import { isWritten, nodeAt } from './exits.ts';
import type { Edge, Explored, Moment } from './explore.ts';
import { isAnew, messagesAt, spread, stepsAt, textAfter, waitsAt } from './spread.ts';
import type { Counted } from './spread.ts';
import type { Weight } from './steps.ts';
import { cyclesOf } from './tarjan.ts';
import type { Company } from './targets.ts';

/** What a flow does, for flows that call it or go to it. Stored with its version when it is published. */
export interface FlowSummary {
  /** Before the customer's first message. `textAfter`: the latest minute at which it sends a text; null if never. */
  readonly opening: {
    readonly messages: number;
    readonly steps: number;
    readonly waits?: number;
    readonly textAfter: number | null;
  };
  /** Until it returns to its caller with no message from the customer and no wait; null if it never does. */
  readonly atOnce: Weight | null;
  /** Until it returns with no message, with or without waits; null if it never does. */
  readonly silent: Weight | null;
  /** From the customer's last message until it returns; null if never. `isByNonsense`: it may return with no answer. */
  readonly answered: (Weight & { readonly isByNonsense: boolean }) | null;
  /** The flows it reaches with no message from the customer, and with none that is understood. */
  readonly silentTo: readonly string[];
  readonly nonsenseTo: readonly string[];
  /** Whether it can reach an end without going to another flow, and one that doesn't return to its caller. */
  readonly endsItself: boolean;
  readonly finishesItself: boolean;
  /** The flows it goes to. */
  readonly goesTo: readonly string[];
}

/** Upper bounds of the amounts: the first that is too large. Larger ones aren't told apart. */
export const MOST: Readonly<Record<Counted, number>> = {
  messages: FLOW_MESSAGES_IN_A_ROW + 1,
  steps: FLOW_STEPS_MAX + 1,
  minutes: FLOW_WINDOW_MINUTES,
  waits: FLOW_WAITS_MAX + 1,
};

export function summed(explored: Explored, company: Company): FlowSummary {
  const { flow, moments, first } = explored;
  const isSilent = ({ cause }: Edge): boolean => !isWritten(cause);
  const isAtOnce = ({ cause }: Edge): boolean => cause === 'itself' || cause === 'unsent';
  const opened = amounts((counted) => opening(counted, isSilent));
  const closed = amounts(closing);
  const texts = maximum(opened.minutes, (moment, amount) => {
    const after = textAfter(moment, explored, company);
    return after === null ? null : amount + after;
  });
  const begins = {
    messages: maximum(opened.messages, (moment, amount) => amount + messagesAt(moment, explored, company)) ?? 0,
    steps: maximum(opened.steps, (moment, amount) => amount + stepsAt(moment, explored, company)) ?? 0,
    waits: maximum(opened.waits, (moment, amount) => amount + waitsAt(moment, explored, company)) ?? 0,
    textAfter: texts,
  };
  const answered = ending(closed, 'answered');
  // Paths without answers: the amount is 1 once there was nonsense.
  const unanswered = spread(explored, {
    seeds: [{ key: first, amount: 0 }],
    grown: ({ cause }, amount) => {
      if (cause === 'answer') return null;
      return cause === 'nonsense' ? 1 : amount;
    },
    most: 1,
  }).largest;
  const endsItself = isHopeful(false);
  const isGivingBack = Object.values(flow.nodes).some((node) => node.kind === 'end' && !node.finishes);
  return {
    opening: begins,
    atOnce: ending(
      amounts((counted) => opening(counted, isAtOnce)),
      'atOnce',
    ),
    silent: ending(opened, 'silent'),
    answered: answered === null ? null : { ...answered, isByNonsense: isByNonsense() },
    silentTo: flowsAt(opened.messages),
    nonsenseTo: flowsAt(unanswered),
    endsItself,
    finishesItself: isGivingBack ? isHopeful(true) : endsItself,
    goesTo: goneTo(),
  };

  /** `forGood`: ends that return to the caller don't count. */
  function isHopeful(forGood: boolean): boolean {
    const elsewhere = { isEnding: () => false, isFinishing: (id: string) => isFinishing(id, company) };
    return !trapped(explored, elsewhere, forGood).certain.has(first);
  }

  function opening(counted: Counted, isFollowed: (edge: Edge) => boolean) {
    return spread(explored, {
      seeds: [{ key: first, amount: 0 }],
      grown: (edge, amount) => (isFollowed(edge) ? carried(edge, amount, counted) : null),
      most: MOST[counted],
    }).largest;
  }

  function closing(counted: Counted) {
    const written = [...explored.out.values()].flatMap((edges) => edges.filter(({ cause }) => isWritten(cause)));
    return spread(explored, {
      seeds: written.map((edge) => ({ key: edge.to, amount: edge.weight[counted] ?? 0 })),
      grown: (edge, amount) => (isSilent(edge) ? carried(edge, amount, counted) : null),
      most: MOST[counted],
    }).largest;
  }

  function maximum(
    amounts: ReadonlyMap<string, number>,
    of: (moment: Moment, amount: number) => number | null,
  ): number | null {
    let most: number | null = null;
    for (const [key, amount] of amounts) {
      const moment = moments.get(key);
      const found = moment === undefined ? null : of(moment, amount);
      if (found !== null) most = Math.max(most ?? 0, found);
    }
    return most;
  }

  /** The amounts on return to the caller: at ends that don't finish the ticket, here or in a flow it goes to. */
  function ending(found: Amounts, way: 'atOnce' | 'silent' | 'answered') {
    const of = (counted: Counted): number | null =>
      maximum(found[counted], ({ node: id }, amount) => {
        const node = nodeAt(flow, id);
        if (node?.kind === 'end' && !node.finishes)
          return amount + (counted === 'messages' && node.text !== null ? 1 : 0);
        if (node?.kind !== 'goto') return null;
        const other = company.summaryOf(node.flow_id)?.[way === 'atOnce' ? 'atOnce' : 'silent'];
        return other === undefined || other === null ? null : amount + (other[counted] ?? 0);
      });
    const after = way !== 'answered' ? [] : goneTo().flatMap((id) => company.summaryOf(id)?.answered ?? []);
    const most = (counted: Counted): number | null => {
      const all = [of(counted), ...after.map((weight) => weight[counted] ?? 0)].filter((each) => each !== null);
      return all.length === 0 ? null : Math.max(...all);
    };
    const [messages, steps, minutes, waits] = [most('messages'), most('steps'), most('minutes'), most('waits')];
    const isThere = messages !== null && steps !== null && minutes !== null && waits !== null;
    return isThere ? { messages, steps, minutes, waits } : null;
  }

  function goneTo(): string[] {
    const all = [...moments.values()].flatMap(({ node: id }) => {
      const node = nodeAt(flow, id);
      return node?.kind === 'goto' ? [node.flow_id] : [];
    });
    return [...new Set(all)];
  }

  function flowsAt(keys: ReadonlyMap<string, number>): string[] {
    const found = new Set<string>();
    for (const key of keys.keys()) {
      const node = nodeAt(flow, moments.get(key)?.node ?? '');
      if (node?.kind === 'call' || node?.kind === 'goto') found.add(node.flow_id);
    }
    return [...found];
  }

  function isByNonsense(): boolean {
    return (
      maximum(unanswered, ({ node: id }, amount) => {
        const node = nodeAt(flow, id);
        if (node?.kind === 'end' && !node.finishes) return amount;
        if (node?.kind !== 'goto') return null;
        const other = company.summaryOf(node.flow_id);
        if (other?.answered?.isByNonsense === true) return 1;
        return other === undefined || other.silent === null ? null : amount;
      }) === 1
    );
  }
}

type Amounts = Readonly<Record<Counted, ReadonlyMap<string, number>>>;

function amounts(of: (counted: Counted) => ReadonlyMap<string, number>): Amounts {
  return { messages: of('messages'), steps: of('steps'), minutes: of('minutes'), waits: of('waits') };
}

function carried(edge: Edge, amount: number, counted: Counted): number {
  return (isAnew(edge, counted) ? 0 : amount) + (edge.weight[counted] ?? 0);
}

/** Whether a flow, or one it goes on to, has an end. `summary` is that of this flow as it is now, not as published. */
export function isEnding(
  flowId: string,
  { id, summary }: { readonly id: string | undefined; readonly summary: FlowSummary },
  { summaryOf }: Company,
): boolean {
  return goneOn(flowId, (each) => (each === id ? summary : summaryOf(each))).some(
    (does) => does === undefined || does.endsItself,
  );
}

/** Whether a called flow, or one it goes on to, can reach an end that doesn't return to the caller. */
export function isFinishing(flowId: string, { summaryOf }: Company): boolean {
  return goneOn(flowId, summaryOf).some((does) => does?.finishesItself === true);
}

/** The summaries of a flow and of all flows reachable from it by `goesTo`. */
function goneOn(flowId: string, summaryOf: Company['summaryOf']): (FlowSummary | undefined)[] {
  const found = new Set([flowId]);
  const does: (FlowSummary | undefined)[] = [];
  // A worklist: the loop also visits what it appends.
  for (const each of found) {
    const summary = summaryOf(each);
    does.push(summary);
    for (const next of summary?.goesTo ?? []) found.add(next);
  }
  return does;
}

/** The flows on a cycle through this one that needs no message from the customer, or none that is understood. */
export function circleOf(
  id: string,
  to: 'silentTo' | 'nonsenseTo',
  summary: FlowSummary,
  { summaryOf }: Company,
): string[] {
  const next = (each: string): readonly string[] => (each === id ? summary : summaryOf(each))?.[to] ?? [];
  return cyclesOf([id], next).find((group) => group.includes(id)) ?? [];
}
