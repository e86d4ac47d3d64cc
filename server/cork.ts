import type { Writable } from 'node:stream';

const corked = new WeakSet<Writable>();

/**
 * Corks a stream until the running code is done, so that its writes leave together: otherwise each write would be a system call,
 * and would wake the other side. Returns whether this call corked it.
 */
export function cork(stream: Writable): boolean {
  if (corked.has(stream)) return false;
  corked.add(stream);
  stream.cork();
  process.nextTick(() => {
    corked.delete(stream);
    stream.uncork();
  });
  return true;
}
