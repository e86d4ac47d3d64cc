import type { App, StoredLog } from '../app.ts';
import type { Logged } from './event.ts';

/**
 * Minimum number of events between two snapshots; a page that opens folds those after the newest. A row of a list counts
 * as one.
 */
const TAIL_EVENTS = 300;
/** With many actors, the minimum is one event per this many of them: a snapshot goes through them all. */
const ACTORS_PER_EVENT = 50;
/** A report goes back at least this many events, unless they weigh more than the latter. */
const REPORT_EVENTS = 2_000;
const REPORT_WEIGHT = 20_000;
/** Parts that weigh more aren't joined: the oldest is kept or dropped as a whole. */
const PART_WEIGHT = 3_000;

/** After these nothing of the previous user is kept: neither stored for the next one nor in their report. */
const CHANGES_USER: ReadonlySet<Logged['type']> = new Set(['login.succeeded', 'logout.requested', 'logout.inOtherTab']);

/** The end of a log: a snapshot and the events after it. What belongs to its page is never stored: see the adapters' `lasting.ts`. */
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
  if (event.type === 'tickets.listed') return Math.max(1, event.items.length);
  return event.type === 'list.answered' ? Math.max(1, event.page.rows.length) : 1;
}

function weightOfAll(tail: readonly Logged[]): number {
  return tail.reduce((sum, event) => sum + weightOf(event), 0);
}

/** Follows an app's log from its beginning. */
export function createJournal({ log, snapshots }: Pick<App, 'log' | 'snapshots'>, begun: StoredLog): Journal {
  /** The parts before the newest snapshot, oldest first. */
  let older: readonly Part[] = [];
  let latest: Part = { ...begun, tail: [...begun.tail] };
  // Computed once per snapshot, not per event.
  let minimum = minimumEvents(latest);
  let weight = weightOfAll(latest.tail);

  log.subscribe((event) => {
    latest.tail.push(event);
    weight += weightOf(event);
    const isUserChange = CHANGES_USER.has(event.type);
    if (!isUserChange && weight < minimum) return;
    renew();
    if (isUserChange) older = [];
  });

  function renew(): void {
    older = longEnough(joined(older, latest));
    latest = { position: log.position, snapshots: snapshots(), tail: [] };
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
  const tail = [...(last?.tail ?? []), ...part.tail];
  if (last === undefined || tail.length > TAIL_EVENTS || weightOfAll(tail) > PART_WEIGHT) return [...parts, part];
  return [...parts.slice(0, -1), { ...last, tail }];
}

/** Without the oldest parts that a report doesn't need. */
function longEnough(parts: readonly Part[]): readonly Part[] {
  let events = 0;
  let weight = 0;
  const first = parts.findLastIndex(({ tail }) => {
    events += tail.length;
    weight += weightOfAll(tail);
    return events >= REPORT_EVENTS || weight >= REPORT_WEIGHT;
  });
  return parts.slice(Math.max(0, first));
}

function minimumEvents({ snapshots }: StoredLog): number {
  return Math.max(TAIL_EVENTS, snapshots.size / ACTORS_PER_EVENT);
}
