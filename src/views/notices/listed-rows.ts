import type { ListedNotice } from '../../machines/notification/notice-log.machine.ts';
import { queuedIn } from '../../machines/notification/notice-log.selectors.ts';
import { groupedNotice } from '../../machines/notification/queue-notices.ts';

/** A row of the panel: a notice, or all unread ones of the queue. */
export interface ListedRow extends ListedNotice {
  /** Ids of the notices it groups. */
  readonly ids: readonly string[];
}

/** The panel's rows, newest first. */
export function rowsOf(entries: readonly ListedNotice[]): readonly ListedRow[] {
  const queued = queuedIn(entries);
  const [latest] = queued;
  if (latest === undefined || queued.length < 2) return entries.map((entry) => ({ ...entry, ids: [entry.id] }));
  return entries.flatMap((entry): readonly ListedRow[] => {
    if (!queued.includes(entry)) return [{ ...entry, ids: [entry.id] }];
    if (entry !== latest) return [];
    const { title, body, ticketId } = groupedNotice(latest, queued);
    return [{ ...latest, title, body, ticketId, ids: queued.map(({ id }) => id) }];
  });
}
