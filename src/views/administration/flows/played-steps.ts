import type { Finding } from '../../../../flows/check.ts';
import type { Played } from './canvas/boxes.ts';
import type { Stop } from './simulation.ts';

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
