import { countAfter, countOf, isAnyUnseen } from './unseen.count.ts';
import type { UnseenSnapshot } from './unseen.machine.ts';

/**
 * The number of unread messages; never negative. While a reset is in flight, the messages it covers count as seen, and
 * all of them while the conversation is in view.
 */
export function selectUnseenCount(snapshot: Pick<UnseenSnapshot, 'value' | 'context'>): number {
  const { count, shown, asked } = snapshot.context;
  if (snapshot.value !== 'resetting') return countOf(count);
  return shown ? 0 : countAfter(count.arrived, asked?.upTo ?? null);
}

/** Whether anything is unread. */
export function selectHasUnseen(snapshot: Pick<UnseenSnapshot, 'value' | 'context'>): boolean {
  return snapshot.value === 'resetting' ? selectUnseenCount(snapshot) > 0 : isAnyUnseen(snapshot.context.count);
}
