import type { App, StoredLog } from '../app.ts';
import type { Logged } from './event.ts';

/** A part of a log has at least so many events: a snapshot of all actors is dear. */
const PART_EVENTS = 2_000;
/** And one for so many actors. */
const ACTORS_AN_EVENT = 10;

/** From these on nothing is left of the person of before: neither for the next one's disk nor in their report. */
const BEGINS_ANEW: ReadonlySet<Logged['type']> = new Set(['login.succeeded', 'logout.requested', 'logout.told']);

/**
 * The end of a log: what it had come to, and the events after that. What goes with its page is left out: lists and
 * forms of the administration, and notices.
 */
export interface Journal {
  /** From the last snapshot on. */
  readonly latest: () => StoredLog;
  /** From the snapshot before it on, where there is one: what led to the present is in it. */
  readonly whole: () => StoredLog;
}

interface Part extends StoredLog {
  readonly tail: Logged[];
}

/** Follows an app's log from its beginning, and keeps the last one or two parts of it. */
export function createJournal({ log, snapshots }: Pick<App, 'log' | 'snapshots'>, begun: StoredLog): Journal {
  let before: Part | null = null;
  let latest: Part = { ...begun, tail: [...begun.tail] };
  // Counted once for a part, not at each event.
  let least = leastOf(latest);

  log.subscribe((event) => {
    if (isOfOnePage(event)) return;
    latest.tail.push(event);
    const isOthers = BEGINS_ANEW.has(event.type);
    if (!isOthers && latest.tail.length < least) return;
    before = isOthers ? null : latest;
    latest = { position: log.position, snapshots: snapshots(outlivesPage), tail: [] };
    least = leastOf(latest);
  });

  return {
    latest: () => latest,
    whole: () => (before === null ? latest : { ...before, tail: [...before.tail, ...latest.tail] }),
  };
}

function leastOf({ snapshots }: StoredLog): number {
  return Math.max(PART_EVENTS, Object.keys(snapshots).length / ACTORS_AN_EVENT);
}

/** Lists, forms and notices go with their page. */
function outlivesPage(name: string): boolean {
  return name !== 'order' && !/^(?:list|form|notice):/u.test(name);
}

/** Events of lists and forms go with their page, too. */
export function isOfOnePage(event: Logged): boolean {
  return 'list' in event || ('form' in event && event.type !== 'form.saved');
}
