import { countAfter, countOf, isAnyUnseen } from './unseen.count.ts';
import type { UnseenSnapshot } from './unseen.machine.ts';

/**
 * How many received messages nobody has seen; never negative. While a reset is under way what it
 * covers is taken for seen, and so is all of a conversation that somebody looks at.
 */
export function selectUnseenCount(snapshot: Pick<UnseenSnapshot, 'value' | 'context'>): number {
  const { heard, shown, asked } = snapshot.context;
  if (snapshot.value !== 'resetting') return countOf(heard);
  return shown ? 0 : countAfter(heard.arrived, asked?.upTo ?? null);
}

/** Whether there is anything unseen. */
export function selectHasUnseen(snapshot: Pick<UnseenSnapshot, 'value' | 'context'>): boolean {
  return snapshot.value === 'resetting' ? selectUnseenCount(snapshot) > 0 : isAnyUnseen(snapshot.context.heard);
}
