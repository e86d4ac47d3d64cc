import type { Socket } from 'node:net';

/**
 * Minimum bytes per second a reader must take, on average: a download holds a slot until its reader is done, and there
 * are few.
 */
const BYTES_A_SECOND = 32 * 1024;

/** An answer being sent. */
export type Answer = {
  readonly raw: {
    readonly socket: Pick<Socket, 'bytesWritten' | 'writableLength'> | null;
    readonly destroy: () => unknown;
    readonly once: (event: 'close', listener: () => void) => unknown;
  };
};

/** Aborts an answer whose reader takes less than 32 kB a second, after one to two periods of `periodMs`. */
export function cutSlowReader({ raw }: Answer, periodMs: number, onCut: () => void): void {
  const { socket } = raw;
  if (socket === null) return;
  // Bytes that have left for the network; the rest waits for the reader.
  const taken = () => socket.bytesWritten - socket.writableLength;
  let before: number | undefined;
  const look = setInterval(() => {
    const isWaitedFor = socket.writableLength > 0;
    if (before !== undefined && isWaitedFor && taken() - before < (BYTES_A_SECOND * periodMs) / 1000) {
      onCut();
      raw.destroy();
    }
    before = isWaitedFor ? taken() : undefined;
  }, periodMs);
  look.unref();
  raw.once('close', () => clearInterval(look));
}
