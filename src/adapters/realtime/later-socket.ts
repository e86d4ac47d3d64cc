import type { AppEvent } from '../../machines/log/event.ts';
import type { Vault } from '../calls/vault.ts';
import type { RealtimeSocket } from './socket.ts';

/** What a browser reports for a connection that broke. */
const ABNORMAL = 1006;

/** The realtime socket whose code comes when one is asked for: conversations are there to read and to answer without it. */
export interface LaterSocket extends RealtimeSocket {
  /** Begins to load the code; a failure of it is told by `open`. */
  readonly prepare: () => void;
}

export interface LaterSocketOptions {
  readonly append: (event: AppEvent) => void;
  readonly load: () => Promise<RealtimeSocket>;
  readonly vault: Pick<Vault, 'drop'>;
}

/** Code that doesn't come is a connection that broke: the socket machine tries again. */
export function createLaterSocket({ append, load, vault }: LaterSocketOptions): LaterSocket {
  let loading: Promise<RealtimeSocket> | null = null;
  let loaded: RealtimeSocket | null = null;
  /** The attempt that waits for the code. */
  let waiting: number | null = null;

  function loadOnce(): Promise<RealtimeSocket> {
    loading ??= load().catch((error: unknown) => {
      // Asked again it may come.
      loading = null;
      throw error;
    });
    return loading;
  }

  return {
    prepare: () => void loadOnce().catch(() => undefined),
    open: (command) => {
      const { attempt } = command;
      if (loaded !== null) {
        loaded.open(command);
        return;
      }
      waiting = attempt;
      loadOnce().then(
        (socket) => {
          loaded = socket;
          if (waiting === attempt) socket.open(command);
          else vault.drop(command.ticket);
        },
        () => {
          vault.drop(command.ticket);
          if (waiting === attempt)
            append({ type: 'socket.closed', attempt, code: ABNORMAL, reason: 'its code did not load' });
        },
      );
    },
    ping: (attempt) => loaded?.ping(attempt),
    close: (attempt) => {
      if (waiting === attempt) waiting = null;
      loaded?.close(attempt);
    },
    stop: () => {
      waiting = null;
      loaded?.stop();
    },
  };
}
