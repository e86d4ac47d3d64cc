import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Id } from '../../db/tables.ts';

/** The bytes as received, or the smaller image made of them. */
export type MediaVariant = 'original' | 'preview';

/** What an unfinished write leaves is deleted after this long. */
const UNFINISHED_MS = 3_600_000;
const PRIVATE = 0o700;

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

  /** Keeps a file; when it resolves the bytes are on the disk, whole. */
  async keep(path: string, bytes: Uint8Array): Promise<void> {
    const target = join(this.folder, path);
    const kept = await stat(target).catch(() => undefined);
    if (kept?.size === bytes.byteLength) return;
    await mkdir(this.#unfinished, { recursive: true, mode: PRIVATE });
    await mkdir(dirname(target), { recursive: true, mode: PRIVATE });
    const unfinished = join(this.#unfinished, randomUUID());
    try {
      await writeThrough(unfinished, bytes);
      await rename(unfinished, target);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    await syncFolder(dirname(target));
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

async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
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
