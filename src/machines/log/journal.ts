import type { App, StoredLog } from '../app.ts';
import type { Logged } from './event.ts';

/** Events until the next snapshot, at least: the page folds them when it opens again. */
const TAIL_EVENTS = 300;
/** And one for so many actors, as all of them are stored with each snapshot. */
const ACTORS_PER_EVENT = 20;
/** A report goes back so many events, at least. */
const REPORT_EVENTS = 2_000;

/** From these on nothing is left of the person of before: neither for the next one's disk nor in their report. */
const BEGINS_ANEW: ReadonlySet<Logged['type']> = new Set(['login.succeeded', 'logout.requested', 'logout.told']);

/**
 * The end of a log: a snapshot of the actors, and the events after it. What goes with its page is left out: lists and
 * forms of the administration, and notices.
 */
export interface Journal {
  /** From the newest snapshot on. */
  readonly latest: () => StoredLog;
  /** From an older one on, where there is one: far enough back for a report. */
  readonly whole: () => StoredLog;
}

interface Part extends StoredLog {
  readonly tail: Logged[];
}

/** Follows an app's log from its beginning. */
export function createJournal({ log, snapshots }: Pick<App, 'log' | 'snapshots'>, begun: StoredLog): Journal {
  /** What led to the newest snapshot, oldest first. */
  let older: readonly Part[] = [];
  let latest: Part = { ...begun, tail: [...begun.tail] };
  // Counted once for a snapshot, not at each event.
  let most = mostEvents(latest);

  log.subscribe((event) => {
    if (isOfOnePage(event)) return;
    latest.tail.push(event);
    const isOthers = BEGINS_ANEW.has(event.type);
    if (!isOthers && latest.tail.length < most) return;
    older = isOthers ? [] : longEnough([...older, latest]);
    latest = { position: log.position, snapshots: snapshots(outlivesPage), tail: [] };
    most = mostEvents(latest);
  });

  return {
    latest: () => latest,
    whole: () => ({ ...(older[0] ?? latest), tail: [...older, latest].flatMap(({ tail }) => tail) }),
  };
}

/** Without the oldest parts that a report doesn't need. */
function longEnough(parts: readonly Part[]): readonly Part[] {
  let events = 0;
  const first = parts.findLastIndex(({ tail }) => (events += tail.length) >= REPORT_EVENTS);
  return parts.slice(Math.max(0, first));
}

function mostEvents({ snapshots }: StoredLog): number {
  return Math.max(TAIL_EVENTS, Object.keys(snapshots).length / ACTORS_PER_EVENT);
}

/** Lists, forms and notices go with their page. */
function outlivesPage(name: string): boolean {
  return name !== 'order' && !/^(?:list|form|notice):/u.test(name);
}

/** Events of lists and forms go with their page, too. */
export function isOfOnePage(event: Logged): boolean {
  return 'list' in event || ('form' in event && event.type !== 'form.saved');
}
