import { emptyLog, replayApp } from '../../src/machines/app.ts';
import type { StoredLog } from '../../src/machines/app.ts';
import type { Snapshots } from '../../src/machines/directory/stored.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import { laterParts } from './later-parts.ts';
import { allInvariants } from './paths-models.ts';
import { differenceAfterReplay, differenceBetween, differenceFromReport, differenceOfReport } from './replay.ts';
import { checkable, startFolding, violationIn } from './replay-invariants.ts';

/** A session as a test records it. */
export interface RecordedSession {
  /** What it went on from, where it did. */
  readonly stored?: StoredLog;
  /** Everything logged so far, in order. */
  readonly events: () => readonly Logged[];
  readonly snapshots: () => Snapshots;
}

interface Folding extends ReturnType<typeof startFolding> {
  /** How many of the session's events it took. */
  taken: number;
}

const sessions = new Map<RecordedSession, Folding | null>();

/**
 * Every session that a test records is folded beside it, on from where it was at the end of the test before: without
 * adapters the same snapshots have to come out, and after every event has to hold what must always hold.
 */
export function recordSession(session: RecordedSession): void {
  sessions.set(session, null);
}

/** Throws where a session that went on since comes out otherwise. */
export function checkSessions(): void {
  for (const [session, begun] of sessions) {
    const events = session.events();
    const folding = begun ?? begin(session);
    sessions.set(session, folding);
    if (events.length === folding.taken) continue;
    const fresh: readonly Logged[] = JSON.parse(JSON.stringify(events.slice(folding.taken)));
    folding.taken = events.length;
    for (const event of fresh) {
      const violation = violationIn(folding.take(event));
      if (violation === null) continue;
      // Told once: what follows is folded on from a wrong state.
      sessions.delete(session);
      throw new Error(`In a session of ${events.length} events something did not hold ${violation}`);
    }
    expectSame(events, differenceBetween(session.snapshots(), folding.app.snapshots()));
  }
}

/**
 * At the end of a test file: each session is replayed once more from its beginning, in one go, and so is its report; as
 * a page reports that has been open for long, from a snapshot on, too.
 */
export function endSessions(): void {
  const ended = [...sessions.keys()];
  sessions.clear();
  for (const { events: recorded, snapshots, stored } of ended) {
    const [events, came] = [recorded(), snapshots()];
    expectSame(events, differenceAfterReplay(events, came, stored) ?? differenceOfReport(events, came, stored));
    const half = Math.floor(events.length / 2);
    expectSame(events, differenceFromReport(events.slice(half), came, snapshotAfter(events.slice(0, half), stored)));
  }
}

function snapshotAfter(events: readonly Logged[], stored = emptyLog): StoredLog {
  const position = events.at(-1)?.position ?? stored.tail.at(-1)?.position ?? stored.position;
  return { position, snapshots: replayApp(events, laterParts, stored), tail: [] };
}

function begin({ stored = emptyLog }: RecordedSession): Folding {
  const folding = startFolding(checkable(allInvariants, stored), { ...stored, tail: [] });
  for (const event of stored.tail) {
    const violation = violationIn(folding.take(event));
    if (violation !== null) throw new Error(`In what a session goes on from something did not hold ${violation}`);
  }
  return { ...folding, taken: 0 };
}

function expectSame(events: readonly Logged[], difference: string | null): void {
  if (difference !== null) throw new Error(`A session of ${events.length} events came out otherwise. ${difference}`);
}
