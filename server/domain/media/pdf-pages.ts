import { Worker } from 'node:worker_threads';
import type { Log } from '../../log.ts';
import type { StagedFile } from './media-files.ts';

/** Rows of pixels from a page's top, in RGBA. */
export type PageTop = { width: number; height: number; pixels: Uint8Array };

/** `isOurs`: the failure isn't the file's fault. */
export type PdfReport = PageTop | { failure: string; isOurs?: boolean };

const LIMIT_MS = 6_000;
/** How many times the limit a file may wait for those before it. */
const PATIENCE = 2;
/** How long the thread waits for another. */
const IDLE_MS = 5_000;
/** Largest PDF with a preview; scans of some hundred pages are larger. */
const BYTES_MAX = 32 * 1024 * 1024;
/** Of the thread's own heap; what PDFium takes is limited there. */
const HEAP_MB = 64;

/** Renders PDFs' first pages, one at a time, in a thread that ends when idle. */
export class PdfPages {
  readonly #log: Log;
  readonly #limitMs: number;
  #last: Promise<unknown> = Promise.resolve();
  #thread: PdfThread | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(log: Log, limitMs = LIMIT_MS) {
    this.#log = log;
    this.#limitMs = limitMs;
  }

  /** Undefined for a file that can't be rendered in time. */
  top(file: StagedFile): Promise<PageTop | undefined> {
    const asked = performance.now();
    const top = this.#last.then(async () => {
      const isLate = performance.now() - asked > this.#limitMs * PATIENCE;
      const report = isLate ? { failure: 'others take too long' } : await this.#report(file);
      if (!('failure' in report)) return report;
      const { failure, isOurs = false } = report;
      this.#log[isOurs ? 'warn' : 'debug']({ reason: failure, sizeBytes: file.sizeBytes }, 'a PDF gets no preview');
      return undefined;
    });
    this.#last = top;
    return top;
  }

  async #report({ path, sizeBytes }: StagedFile): Promise<PdfReport> {
    if (sizeBytes > BYTES_MAX) return { failure: 'too large' };
    clearTimeout(this.#idle);
    try {
      this.#thread ??= new PdfThread();
      const report = await this.#thread.render(path, this.#limitMs);
      if ('failure' in report) await this.#end();
      else this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
      return report;
    } catch (error) {
      return { failure: String(error), isOurs: true };
    }
  }

  async #end(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.end();
  }
}

/** The thread runs PDFium, which an untrusted file may crash, exhaust, or never let finish. */
class PdfThread {
  readonly #worker = new Worker(new URL('pdf-worker.ts', import.meta.url), {
    name: 'pdf',
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    // PDFium's remarks on a file are not for our output.
    stdout: true,
    stderr: true,
  });
  #settle: (report: PdfReport) => void = () => undefined;

  constructor() {
    // The time limit keeps the process, and nothing does between two files.
    this.#worker.unref();
    this.#worker.on('message', (report: PdfReport) => this.#settle(report));
    this.#worker.on('error', (error) => this.#settle({ failure: String(error), isOurs: true }));
    this.#worker.on('exit', () => this.#settle({ failure: 'the thread ended' }));
  }

  async render(path: string, limitMs: number): Promise<PdfReport> {
    const { promise, resolve } = Promise.withResolvers<PdfReport>();
    this.#settle = resolve;
    const timer = setTimeout(() => resolve({ failure: 'takes too long' }), limitMs);
    this.#worker.postMessage(path, []);
    const report = await promise;
    clearTimeout(timer);
    return report;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
