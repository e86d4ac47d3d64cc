import { emptyLog } from '../../src/machines/app.ts';
import type { StoredLog } from '../../src/machines/app.ts';
import type { Snapshots } from '../../src/machines/directory/stored.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import { allInvariants } from './paths-models.ts';
import { differenceAfterReplay, differenceOfReport } from './replay.ts';
import { checkable, firstViolation } from './replay-invariants.ts';

/** A session as a test records it. */
export interface RecordedSession {
  /** What it went on from, where it did. */
  readonly stored?: StoredLog;
  /** Everything logged so far, in order. */
  readonly events: () => readonly Logged[];
  readonly snapshots: () => Snapshots;
}

const sessions = new Map<RecordedSession, number>();

/**
 * Every session that a test records is replayed at the end of that test, and of each later one in
 * which it went on: without adapters the same snapshots have to come out, and after every event has
 * to hold what must always hold.
 */
export function recordSession(session: RecordedSession): void {
  sessions.set(session, 0);
}

/** Throws where a session that went on since comes out otherwise. */
export function checkSessions(): void {
  for (const [session, checked] of sessions) {
    const events = session.events();
    if (events.length === checked) continue;
    sessions.set(session, events.length);
    const [snapshots, { stored }] = [session.snapshots(), session];
    const difference =
      differenceAfterReplay(events, snapshots, stored) ?? differenceOfReport(events, snapshots, stored);
    if (difference !== null) throw new Error(`A session of ${events.length} events came out otherwise. ${difference}`);
    const log = stored ?? emptyLog;
    const followed = checkable(allInvariants, log);
    const violation = firstViolation([...log.tail, ...events], followed, { ...log, tail: [] });
    if (violation !== null)
      throw new Error(`In a session of ${events.length} events something did not hold ${violation}`);
  }
}

/** Lets go of the sessions of a test file that has ended. */
export function forgetSessions(): void {
  sessions.clear();
}
