import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FileProblem } from './file-format.ts';
import type { Inspected, RowChunk } from './read-rows.ts';
import type { ReaderAnswer, ReaderJob } from './reader-thread.ts';

/** A workbook of a million rows takes most of it. */
const HEAP_MB = 1_024;

/** Looks at a file in a thread of its own. Throws `FileProblem` for one that can't be imported. */
export async function inspectFile(path: string, signal: AbortSignal): Promise<Inspected> {
  for await (const answer of answersOf({ path, look: true }, signal))
    if ('inspected' in answer) return answer.inspected;
  throw new FileProblem('error.import.unreadable');
}

/** Reads the phone numbers of a list, up to a limit. Throws `FileProblem` if the file isn't one. */
export async function numbersOf(path: string, most: number, signal: AbortSignal): Promise<string[]> {
  for await (const answer of answersOf({ path, look: 'numbers', most }, signal))
    if ('numbers' in answer) return answer.numbers;
  throw new FileProblem('error.import.unreadable');
}

/** A file's rows in chunks, read and checked in a thread of its own, one chunk ahead. */
export async function* chunksOf(
  job: Extract<ReaderJob, { look: false }>,
  signal: AbortSignal,
): AsyncGenerator<RowChunk> {
  for await (const answer of answersOf(job, signal)) if ('chunk' in answer) yield answer.chunk;
}

async function* answersOf(job: ReaderJob, signal: AbortSignal): AsyncGenerator<ReaderAnswer> {
  const thread = new Worker(new URL('reader-thread.ts', import.meta.url), {
    name: 'import',
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const ask = (): Promise<ReaderAnswer> => {
    const answered = once(thread, 'message', { signal }).then(([answer]) => answer as ReaderAnswer);
    // Awaited below; the reader may stop before that, and a rejection would go unhandled.
    answered.catch(() => undefined);
    thread.postMessage(null, []);
    return answered;
  };
  try {
    for (let next = ask(); ;) {
      const answer = await next.catch((error: unknown) => {
        // An untrusted file exhausted its memory.
        if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
          throw new FileProblem('error.import.unreadable');
        }
        throw error;
      });
      if ('problem' in answer) throw new FileProblem(answer.problem);
      if ('done' in answer) return;
      // Read while this one is stored.
      next = ask();
      yield answer;
    }
  } finally {
    await thread.terminate();
  }
}
