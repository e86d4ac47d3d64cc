import type { UserId } from '../../machines/entities/ids.ts';
import type { AppEvent } from '../../machines/log/event.ts';
import type { Journal } from '../../machines/log/journal.ts';
import type { Log } from '../../machines/log/log.ts';
import type { Environment } from '../environment.ts';
import { late } from '../late.ts';
import type { LogStore } from './log-store.ts';
import type { FoundEnd } from './stored-log.ts';

/** The page's log, and the stored one it continues. */
export interface KeptLog {
  readonly log: Pick<Log, 'subscribe'>;
  readonly journal: Journal;
  readonly found: FoundEnd;
}

/** Stores the log of whoever is logged in; its code loads after the first screen. */
interface LogKeeping {
  /** -> log.storeFailed if its code doesn't load */
  readonly keep: (userId: UserId) => Promise<void>;
  /** Stores no more; what is stored stays. */
  readonly stop: () => void;
  /** Stores no more, and removes what is stored of a user's log. Never fails. */
  readonly drop: (userId: UserId) => Promise<void>;
}

interface LogKeepingOptions {
  readonly append: (event: AppEvent) => void;
  readonly environment: Pick<Environment, 'indexedDB' | 'after' | 'locks'>;
  readonly tenant: string;
  /** Nothing is stored if undefined. */
  readonly keeps: KeptLog | undefined;
  readonly whenShown: Promise<void> | undefined;
}

export function createLogKeeping({ append, environment, tenant, keeps, whenShown }: LogKeepingOptions): LogKeeping {
  const load = late(async (): Promise<LogStore | null> => {
    if (keeps === undefined) return null;
    // Until then the journal has everything.
    await whenShown;
    return (await import('./log-store.ts')).createLogStore({ append, environment, tenant, ...keeps });
  });
  let store: LogStore | null = null;
  let keeper: UserId | null = null;

  function stop(): void {
    keeper = null;
    store?.stop();
  }

  return {
    keep: async (userId) => {
      keeper = userId;
      try {
        store = await load();
      } catch {
        append({ type: 'log.storeFailed', reason: 'its code did not load' });
        return;
      }
      if (keeper === userId) store?.keep(userId);
    },
    stop,
    drop: async (userId) => {
      stop();
      await load().then(
        (loaded) => loaded?.drop(userId),
        () => undefined,
      );
    },
  };
}
