import { setTimeout as pause } from 'node:timers/promises';
import { CommitUncertain, DatabaseUnavailable, isConflict, isConnectionFailure } from './failures.ts';

/** Milliseconds before each further attempt; their number is the number of retries. */
const CONFLICT_PAUSES = [5, 20, 60, 150];
const CONNECTION_PAUSES = [50, 150, 400, 900];
/** Nothing is tried again after so long: whoever waits for the answer gives up too. */
const PATIENCE_MS = 3_000;

/**
 * Runs a transaction, again when another one or a lost connection broke it before its commit.
 * Refuses with `DatabaseUnavailable` when the connection doesn't come back within about 1.5 s; no
 * try begins later than 3 s after the first. An uncertain commit is never run again.
 */
export async function retrying<T>(transaction: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  let conflicts = 0;
  let losses = 0;
  for (;;) {
    try {
      return await transaction();
    } catch (error) {
      if (error instanceof CommitUncertain) throw error;
      const conflictPause = isConflict(error) ? CONFLICT_PAUSES[conflicts++] : undefined;
      const lossPause = isConnectionFailure(error) ? CONNECTION_PAUSES[losses++] : undefined;
      const wait = conflictPause ?? lossPause;
      if (wait === undefined || performance.now() - begun > PATIENCE_MS) {
        if (isConnectionFailure(error)) throw new DatabaseUnavailable(error);
        throw error;
      }
      await pause(wait * (0.5 + Math.random()));
    }
  }
}
