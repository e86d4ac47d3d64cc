import type { Writable } from 'node:stream';

const gathering = new WeakSet<Writable>();

/**
 * What is written to a stream from now on leaves together when the running code is done: each write
 * by itself is a system call, and wakes the other side. Answers whether this began it.
 */
export function gather(stream: Writable): boolean {
  if (gathering.has(stream)) return false;
  gathering.add(stream);
  stream.cork();
  process.nextTick(() => {
    gathering.delete(stream);
    stream.uncork();
  });
  return true;
}
