import type { Finding } from '../../../../flows/check.ts';
import type { Turn } from '../../../../flows/conversation.ts';
import type { Played } from './canvas/boxes.ts';

/** What the drawing shows of a conversation that is played. */
export function playedOf(finding: Finding, stops: readonly Stop[]): Played {
  const steps = new Map<string, string>();
  for (const [index, { step }] of stops.entries()) {
    const before = steps.get(step);
    steps.set(step, before === undefined ? String(index + 1) : `${before}, ${index + 1}`);
  }
  const ways = stops.flatMap(({ step }, index) => {
    const next = stops[index + 1];
    return next === undefined ? [] : [`${step} ${next.step}`];
  });
  return { steps, ways: new Set(ways), fault: finding.node };
}

/** A step that a played conversation comes to. */
export interface Stop {
  readonly step: string;
  /** So many turns are shown there: up to what happens at it. */
  readonly turns: number;
  /** What happens at it. */
  readonly next: Turn | null;
}

export function stopsOf(turns: readonly Turn[]): readonly Stop[] {
  const comings = turns.flatMap((turn, index) => (turn.by === 'flow' ? [{ step: turn.node, index }] : []));
  return comings.map(({ step, index }, place) => {
    const end = comings[place + 1]?.index ?? turns.length;
    return { step, turns: end, next: index + 1 < end ? (turns[index + 1] ?? null) : null };
  });
}

/** The first stop at which a conversation that goes round comes to where it ends; null if it doesn't. */
export function roundOf(finding: { readonly property: string }, stops: readonly Stop[]): number | null {
  const last = stops.at(-1);
  if (last === undefined || !finding.property.endsWith('Cycle')) return null;
  const first = stops.findIndex(({ step }) => step === last.step);
  return first === stops.length - 1 ? null : first;
}
