import type { ListedNotice, NoticeLogSnapshot } from './notice-log.machine.ts';

/** The listed notices, newest first. */
export function selectListedNotices(snapshot: NoticeLogSnapshot): readonly ListedNotice[] {
  return snapshot.context.entries;
}

/** Conversations in the queue with an unread notice, newest first. */
export function queuedIn(entries: readonly ListedNotice[]): readonly ListedNotice[] {
  return entries.filter(({ kind, isRead }) => kind === 'queue' && !isRead);
}

/** The bell's number; all waiting in the queue count as one. */
export function selectUnreadNotices({ context: { entries } }: NoticeLogSnapshot): number {
  const unread = entries.filter(({ kind, isRead }) => !isRead && kind !== 'queue').length;
  return unread + (queuedIn(entries).length > 0 ? 1 : 0);
}
