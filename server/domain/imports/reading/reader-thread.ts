import { parentPort, workerData } from 'node:worker_threads';
import { FileProblem, formatOf } from './file-format.ts';
import type { FileFormat } from './file-format.ts';
import { numbersIn } from './numbers-in.ts';
import { inspect, readRows } from './read-rows.ts';
import type { Inspected, MappedColumn, RowChunk } from './read-rows.ts';

/** Task of the thread: inspect a file, read a list's phone numbers, or read the rows after a line. */
export type ReaderJob = { path: string } & (
  | { look: true }
  | { look: 'numbers'; most: number }
  | {
      look: false;
      format: FileFormat;
      mapping: MappedColumn[];
      afterLine: number;
      size: number;
      isChecking: boolean;
      width: number;
      zones: string[];
    }
);

/** One answer to each request: `done` once there are no more rows. */
export type ReaderAnswer =
  | { inspected: Inspected }
  | { numbers: string[] }
  | { chunk: RowChunk }
  | { done: true }
  | { problem: string };

/** Memory limit outside the heap: for the file, and the parts of a workbook that are unpacked whole. */
const BUFFERS_MAX = 768 * 1024 * 1024;
const GUARD_MS = 20;

const port = parentPort;
if (port === null) throw new Error('This must run as a thread of the server');
const job = workerData as ReaderJob;
const answers = answersTo(job);

port.on('message', () => {
  void answers.next().then(
    ({ value, done }) => port.postMessage(done === true ? { done } : value),
    (error: unknown) => {
      if (!(error instanceof FileProblem)) throw error;
      port.postMessage({ problem: error.key });
    },
  );
});

// The heap's limit doesn't include them: a small workbook could unpack to gigabytes. The caller ends the thread.
setInterval(() => {
  if (process.memoryUsage().arrayBuffers > BUFFERS_MAX) port.postMessage({ problem: 'error.import.unreadable' });
}, GUARD_MS).unref();

async function* answersTo(asked: ReaderJob): AsyncGenerator<ReaderAnswer> {
  if (asked.look === 'numbers') yield { numbers: await numbersIn(asked.path, await formatOf(asked.path), asked.most) };
  else if (asked.look) yield { inspected: await inspect(asked.path, await formatOf(asked.path)) };
  else for await (const chunk of readRows(asked.path, asked.format, asked)) yield { chunk };
}
