import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../../db/failures.ts';
import type { Id } from '../../db/tables.ts';

/** The bytes as received, or the smaller image made of them. */
export type MediaVariant = 'original' | 'preview';

/** A file that is written but not kept yet. */
export type StagedFile = { path: string; sizeBytes: number; sha256: string };

/** What an unfinished write leaves is deleted after this long. */
const UNFINISHED_MS = 3_600_000;
const PRIVATE = 0o700;

/** More bytes came than allowed. */
export class TooManyBytes extends Error {}

/** The name of a file below the folder. The hash and the id are ours, so they need no escaping. */
export function mediaPath(tenantId: Id, sha256: string, variant: MediaVariant): string {
  return `${tenantId}/${sha256.slice(0, 2)}/${sha256}${variant === 'preview' ? '.preview' : ''}`;
}

/** Files by company and hash: the same bytes are kept once per company. */
export class MediaFiles {
  readonly folder: string;
  readonly #unfinished: string;

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'media');
    this.#unfinished = join(this.folder, 'unfinished');
  }

  /**
   * Writes a stream to the disk, to be looked at before it is kept; `discard` it otherwise. Throws `TooManyBytes` as
   * soon as there are more than `maxBytes`, and what the stream throws; then nothing is left.
   */
  async stage(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, maxBytes = Infinity): Promise<StagedFile> {
    await mkdir(this.#unfinished, { recursive: true, mode: PRIVATE });
    const path = join(this.#unfinished, randomUUID());
    try {
      return { path, ...(await writeThrough(path, bytes, maxBytes)) };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  /** Keeps a staged file; when it resolves the bytes are on the disk, whole. */
  async keep(path: string, staged: StagedFile): Promise<void> {
    const target = join(this.folder, path);
    const kept = await stat(target).catch(() => undefined);
    if (kept?.size === staged.sizeBytes) return this.discard(staged);
    await mkdir(dirname(target), { recursive: true, mode: PRIVATE });
    await rename(staged.path, target);
    return syncFolder(dirname(target));
  }

  /** Deletes a staged file, or what is left of it. */
  async discard({ path }: Pick<StagedFile, 'path'>): Promise<void> {
    await rm(path, { force: true });
  }

  /** Where a kept file is on the disk. */
  pathOf(path: string): string {
    return join(this.folder, path);
  }

  /** Whether a file is kept, by its path. Throws if the disk can't tell, or lacks the company's whole folder. */
  async has(path: string): Promise<boolean> {
    try {
      await stat(join(this.folder, path));
      return true;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      const [company = ''] = path.split('/');
      // A disk that isn't mounted has lost nothing.
      await stat(join(this.folder, company));
      return false;
    }
  }

  async delete(path: string): Promise<void> {
    await rm(join(this.folder, path), { force: true });
  }

  /** Deletes what nodes that were killed left behind. */
  async sweep(now: Date): Promise<void> {
    for (const name of await readdir(this.#unfinished).catch(() => [])) {
      const path = join(this.#unfinished, name);
      const found = await stat(path).catch(() => undefined);
      if (found !== undefined && now.getTime() - found.mtimeMs > UNFINISHED_MS) await rm(path, { force: true });
    }
  }
}

async function writeThrough(
  path: string,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<Omit<StagedFile, 'path'>> {
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  try {
    for await (const chunk of bytes) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > maxBytes) throw new TooManyBytes(`More than ${maxBytes} bytes`);
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** So that the new name survives a power failure too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
