import type { App, StoredLog } from '../app.ts';
import type { Logged } from './event.ts';

/**
 * Minimum number of events between two snapshots; a page that opens folds those after the newest. A listed ticket
 * counts as one.
 */
const TAIL_EVENTS = 300;
/** With many actors, the minimum is one event per this many of them: a snapshot goes through them all. */
const ACTORS_PER_EVENT = 50;
/** A report goes back at least this many events. */
const REPORT_EVENTS = 2_000;

/** After these nothing of the previous user is kept: neither stored for the next one nor in their report. */
const CHANGES_USER: ReadonlySet<Logged['type']> = new Set(['login.succeeded', 'logout.requested', 'logout.inOtherTab']);

/**
 * The end of a log: a snapshot and the events after it. What belongs to a single page is left out: lists and forms of
 * the administration, notices, what colleagues have open, and messages' files, whose addresses work without a login.
 */
export interface Journal {
  /** From the newest snapshot on. */
  readonly latest: () => StoredLog;
  /** From an older one on, where there is one: far enough back for a report. */
  readonly whole: () => StoredLog;
  /** Takes a snapshot now, so that a page that opens has no events to fold. */
  readonly renew: () => void;
}

interface Part extends StoredLog {
  readonly tail: Logged[];
}

/** What an event costs to fold, in events. */
function weightOf(event: Logged): number {
  return event.type === 'tickets.listed' ? Math.max(1, event.items.length) : 1;
}

/** Follows an app's log from its beginning. */
export function createJournal({ log, snapshots }: Pick<App, 'log' | 'snapshots'>, begun: StoredLog): Journal {
  /** The parts before the newest snapshot, oldest first. */
  let older: readonly Part[] = [];
  let latest: Part = { ...begun, tail: [...begun.tail] };
  // Computed once per snapshot, not per event.
  let minimum = minimumEvents(latest);
  let weight = latest.tail.reduce((sum, event) => sum + weightOf(event), 0);

  log.subscribe((event) => {
    if (isOfOnePage(event)) return;
    latest.tail.push(event);
    weight += weightOf(event);
    const isUserChange = CHANGES_USER.has(event.type);
    if (!isUserChange && weight < minimum) return;
    renew();
    if (isUserChange) older = [];
  });

  function renew(): void {
    older = longEnough(joined(older, latest));
    latest = { position: log.position, snapshots: snapshots(outlivesPage), tail: [] };
    minimum = minimumEvents(latest);
    weight = 0;
  }

  return {
    renew,
    latest: () => latest,
    whole: () => ({ ...(older[0] ?? latest), tail: [...older, latest].flatMap(({ tail }) => tail) }),
  };
}

/** A part of few events is joined with the one before: a snapshot of thousands of actors would be kept for each. */
function joined(parts: readonly Part[], part: Part): readonly Part[] {
  const last = parts.at(-1);
  if (last === undefined || last.tail.length + part.tail.length > TAIL_EVENTS) return [...parts, part];
  return [...parts.slice(0, -1), { ...last, tail: [...last.tail, ...part.tail] }];
}

/** Without the oldest parts that a report doesn't need. */
function longEnough(parts: readonly Part[]): readonly Part[] {
  let events = 0;
  const first = parts.findLastIndex(({ tail }) => (events += tail.length) >= REPORT_EVENTS);
  return parts.slice(Math.max(0, first));
}

function minimumEvents({ snapshots }: StoredLog): number {
  return Math.max(TAIL_EVENTS, snapshots.size / ACTORS_PER_EVENT);
}

/** Whether an actor is stored: lists, forms, notices, presence and files belong to their page. */
function outlivesPage(name: string): boolean {
  return name !== 'order' && !/^(?:list|form|notice|media|presence):/u.test(name);
}

/**
 * Whether an event is of its page only, as those of lists, forms and files are, and how far an upload is. What raises a
 * notice isn't: the list of notices outlives the page.
 */
export function isOfOnePage(event: Logged): boolean {
  if (event.type === 'message.progressed') return true;
  if (event.type === 'list.answered') return event.list !== 'missedNotices' && event.list !== 'messageLimit';
  if (event.type === 'form.saved') return false;
  if (event.type === 'form.refused') return !event.form.startsWith('chat.');
  return /^(?:media|presence)\./u.test(event.type) || 'list' in event || 'form' in event;
}
