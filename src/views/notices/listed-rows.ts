import type { ListedNotice } from '../../machines/notification/notice-log.machine.ts';
import { queuedIn } from '../../machines/notification/notice-log.selectors.ts';
import { groupedNotice } from '../../machines/notification/queue-notices.ts';

/** The panel's rows, newest first: the unread notices of the queue are one, which leads to the queue and so reads them all. */
export function rowsOf(entries: readonly ListedNotice[]): readonly ListedNotice[] {
  const queued = queuedIn(entries);
  const [latest] = queued;
  if (latest === undefined || queued.length < 2) return entries;
  return entries.flatMap((entry): readonly ListedNotice[] => {
    if (!queued.includes(entry)) return [entry];
    if (entry !== latest) return [];
    const { title, body, ticketId } = groupedNotice(latest, queued);
    return [{ ...latest, title, body, ticketId }];
  });
}
