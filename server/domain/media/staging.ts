import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { TooManyBytes } from './media-files.ts';
import type { StagedFile } from './media-files.ts';

/** Leftovers of unfinished writes are deleted after this long. */
const UNFINISHED_MS = 3_600_000;
/** Only the server's own user reads the folders. */
export const PRIVATE = 0o700;

/** Files that are written to this machine's disk and not kept yet, in a folder. */
export class Staging {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** See `MediaFiles.stage`. */
  async stage(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, maxBytes = Infinity): Promise<StagedFile> {
    await mkdir(this.#folder, { recursive: true, mode: PRIVATE });
    const path = join(this.#folder, randomUUID());
    try {
      return { path, ...(await writeThrough(path, bytes, maxBytes)) };
    } catch (error) {
      await this.discard({ path });
      throw error;
    }
  }

  async discard({ path }: Pick<StagedFile, 'path'>): Promise<void> {
    await rm(path, { force: true });
  }

  async sweep(now: Date): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const path = join(this.#folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found !== undefined && now.getTime() - found.mtimeMs > UNFINISHED_MS) await this.discard({ path });
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
