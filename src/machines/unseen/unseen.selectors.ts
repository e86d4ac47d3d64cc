import { countOf, isAnyUnseen } from './unseen.count.ts';
import type { UnseenSnapshot } from './unseen.machine.ts';

/**
 * The number of unread messages; never negative. While a reset is in flight, the messages it covers count as seen, and
 * all of them while the conversation is in view.
 */
export function selectUnseenCount(snapshot: Pick<UnseenSnapshot, 'value' | 'context'>): number {
  const { count, shown, asked } = snapshot.context;
  if (snapshot.value !== 'resetting') return countOf(count);
  if (shown) return 0;
  // Without a reset that covers them, all are unread.
  return asked === null ? countOf(count) : (asked.since ?? []).length;
}

/** Whether anything is unread. */
export function selectHasUnseen(snapshot: Pick<UnseenSnapshot, 'value' | 'context'>): boolean {
  return snapshot.value === 'resetting' ? selectUnseenCount(snapshot) > 0 : isAnyUnseen(snapshot.context.count);
}

/** Whether the conversation is in view and what is unread there couldn't be marked as read. */
export function selectResetFailed({ value, context }: Pick<UnseenSnapshot, 'value' | 'context'>): boolean {
  const { shown, kept, failed, asked } = context;
  return value === 'unseen' && shown && kept !== true && failed === true && asked !== null;
}
