import { setPriority } from 'node:os';
import { post } from './fairness-post.ts';
import type { Stream } from './fairness-post.ts';

/*
 * The other company's load, in a process of its own: as many calls at a time as it was told, each
 * asked again as soon as it is answered or refused. Speaks with its parent by messages.
 */

export type LoadOrder = { run: true; url: string; streams: Stream[] } | { run: false };
/** Answers by stream and status since the load began. */
export type LoadCounts = Record<string, Record<string, number>>;

// Its callers' processors are not the server's: it stands back for both.
setPriority(19);

let running = new AbortController();
let counts: LoadCounts = {};
let lanes: Promise<void>[] = [];

process.on('message', (order: LoadOrder) => {
  if (order.run) {
    running = new AbortController();
    counts = {};
    lanes = order.streams.flatMap((stream) => Array.from({ length: stream.lanes }, () => lane(order.url, stream)));
  } else {
    running.abort();
    void Promise.all(lanes).then(() => process.send?.(counts));
  }
});

async function lane(url: string, stream: Stream): Promise<void> {
  const { signal } = running;
  const counted = (counts[stream.name] ??= {});
  while (!signal.aborted) {
    const status = await post(url, stream).catch((error: unknown) => String(error));
    counted[status] = (counted[status] ?? 0) + 1;
  }
}
