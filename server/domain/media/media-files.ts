import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Id } from '../../db/tables.ts';

/** The bytes as received, or the smaller image made of them. */
export type MediaVariant = 'original' | 'preview';

/** A file that is written to this machine's disk but not kept yet. */
export type StagedFile = { path: string; sizeBytes: number; sha256: string };

/** An HTTP answer with a file's bytes, or a part of them: 200, 206, 304 or 416. */
export type ServedBytes = { status: number; headers: Readonly<Record<string, string>>; stream: Readable };

/** More bytes came than allowed. */
export class TooManyBytes extends Error {}

/** The name of a file in its store. The hash and the id are ours, so they need no escaping. */
export function mediaPath(tenantId: Id, sha256: string, variant: MediaVariant): string {
  return `${tenantId}/${sha256.slice(0, 2)}/${sha256}${variant === 'preview' ? '.preview' : ''}`;
}

/** Files by company and hash: the same bytes are kept once per company, in a folder or in a bucket. */
export interface MediaFiles {
  /**
   * Writes a stream to the disk, to be checked and then kept or discarded. Throws `TooManyBytes` as
   * soon as there are more than `maxBytes`, and what the stream throws; then nothing is left.
   */
  stage(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, maxBytes?: number): Promise<StagedFile>;
  /** Deletes a staged file, if it still exists. */
  discard(staged: Pick<StagedFile, 'path'>): Promise<void>;
  /** Moves a staged file to the store; resolves once it is stored completely. */
  keep(path: string, staged: StagedFile): Promise<void>;
  /** Whether a file is kept, by its path. Throws if the store doesn't answer. */
  has(path: string): Promise<boolean>;
  delete(path: string): Promise<void>;
  /** Answers a request for a kept file, in ranges too; undefined if it isn't there. */
  serve(path: string, request: IncomingMessage): Promise<ServedBytes | undefined>;
  /** Makes a stored file available on this machine's disk. Throws if it isn't there. */
  onDisk<T>(path: string, work: (diskPath: string) => Promise<T>): Promise<T>;
  /** Deletes leftovers of killed nodes from this machine's disk. */
  sweep(now: Date): Promise<void>;
}
