import type { Socket } from 'node:net';

/** Bytes a second that a reader has to take while something waits for it. */
const BYTES_A_SECOND = 4 * 1024;

/** An answer on its way, as far as it matters here. */
export type Answer = {
  readonly raw: {
    readonly socket: Pick<Socket, 'bytesWritten' | 'writableLength'> | null;
    readonly destroy: () => unknown;
    readonly once: (event: 'close', listener: () => void) => unknown;
  };
};

/** Cuts an answer off whose reader takes nothing, or next to nothing, for `periodMs` to twice as long. */
export function cutSlowReader({ raw }: Answer, periodMs: number, onCut: () => void): void {
  const { socket } = raw;
  if (socket === null) return;
  // What has left for the network; the rest waits for the reader.
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
