import type { App, StoredLog } from '../app.ts';
import type { Logged } from './event.ts';

/** Minimum number of events between two snapshots: a snapshot of all actors is expensive. */
const PART_EVENTS = 2_000;
/** With many actors, the minimum is one event per this many of them. */
const ACTORS_PER_EVENT = 10;

/** After these nothing of the previous user is kept: neither stored for the next one nor in their report. */
const CHANGES_USER: ReadonlySet<Logged['type']> = new Set(['login.succeeded', 'logout.requested', 'logout.inOtherTab']);

/**
 * The end of a log: a snapshot and the events after it. What belongs to a single page is left out: lists and forms of
 * the administration, and notices.
 */
export interface Journal {
  /** The last snapshot and the events since. */
  readonly latest: () => StoredLog;
  /** The snapshot before it, if there is one, and the events since: shows what led to the current state. */
  readonly whole: () => StoredLog;
}

interface Part extends StoredLog {
  readonly tail: Logged[];
}

/** Follows an app's log from its beginning, and keeps the last one or two parts of it. */
export function createJournal({ log, snapshots }: Pick<App, 'log' | 'snapshots'>, begun: StoredLog): Journal {
  let before: Part | null = null;
  let latest: Part = { ...begun, tail: [...begun.tail] };
  // Computed once per part, not per event.
  let minimum = minimumEvents(latest);

  log.subscribe((event) => {
    if (isOfOnePage(event)) return;
    latest.tail.push(event);
    const isUserChange = CHANGES_USER.has(event.type);
    if (!isUserChange && latest.tail.length < minimum) return;
    before = isUserChange ? null : latest;
    latest = { position: log.position, snapshots: snapshots(outlivesPage), tail: [] };
    minimum = minimumEvents(latest);
  });

  return {
    latest: () => latest,
    whole: () => (before === null ? latest : { ...before, tail: [...before.tail, ...latest.tail] }),
  };
}

function minimumEvents({ snapshots }: StoredLog): number {
  return Math.max(PART_EVENTS, Object.keys(snapshots).length / ACTORS_PER_EVENT);
}

/** Whether an actor is stored: lists, forms and notices belong to their page. */
function outlivesPage(name: string): boolean {
  return name !== 'order' && !/^(?:list|form|notice):/u.test(name);
}

/** Whether an event is stored with its page only, as those of lists and forms are. */
export function isOfOnePage(event: Logged): boolean {
  return 'list' in event || ('form' in event && event.type !== 'form.saved');
}
