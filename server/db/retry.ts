import { setTimeout as pause } from 'node:timers/promises';
import { CommitUncertain, DatabaseUnavailable, isConflict, isConnectionFailure } from './failures.ts';

/** Pauses in milliseconds, one per retry. */
const CONFLICT_PAUSES = [5, 20, 60, 150];
const CONNECTION_PAUSES = [50, 150, 400, 900];
/** No retries after this long: whoever awaits the answer gives up too. */
const RETRY_WINDOW_MS = 3_000;

/**
 * Runs a transaction, and retries it after a conflict or a lost connection before its commit. Refuses with
 * `DatabaseUnavailable` if the connection isn't back within about 1.5 s; starts no retry later than 3 s after the
 * first. Never repeats an uncertain commit.
 */
export async function withRetries<T>(transaction: () => Promise<T>): Promise<T> {
  const started = performance.now();
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
      if (wait === undefined || performance.now() - started > RETRY_WINDOW_MS) {
        if (isConnectionFailure(error)) throw new DatabaseUnavailable(error);
        throw error;
      }
      await pause(wait * (0.5 + Math.random()));
    }
  }
}
