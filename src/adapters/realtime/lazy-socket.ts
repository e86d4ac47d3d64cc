import { ABNORMAL_CLOSE } from '../../../contract/facts/close-codes.ts';
import type { AppEvent } from '../../machines/log/event.ts';
import type { Vault } from '../calls/vault.ts';
import { late } from '../late.ts';
import type { RealtimeSocket } from './socket.ts';

/** The realtime socket, loaded on first use: conversations work without it. */
interface LazySocket extends RealtimeSocket {
  /** Preloads the code; `open` reports failures. */
  readonly prepare: () => void;
}

interface LazySocketOptions {
  readonly append: (event: AppEvent) => void;
  readonly load: () => Promise<RealtimeSocket>;
  readonly vault: Pick<Vault, 'drop'>;
}

/** A failed load counts as a broken connection: the socket machine retries. */
export function createLazySocket({ append, load, vault }: LazySocketOptions): LazySocket {
  const loadOnce = late(load);
  let loaded: RealtimeSocket | null = null;
  /** The attempt that waits for the code. */
  let waiting: number | null = null;

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
            append({ type: 'socket.closed', attempt, code: ABNORMAL_CLOSE, reason: 'its code did not load' });
        },
      );
    },
    ping: (attempt) => loaded?.ping(attempt),
    tell: (command) => loaded?.tell(command),
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
