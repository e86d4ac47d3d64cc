import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import send from '@fastify/send';
import { codeOf } from '../../db/failures.ts';
import type { MediaFiles, ServedBytes, StagedFile } from './media-files.ts';
import { PRIVATE, Staging } from './staging.ts';

/** Messages' files in a folder, which nodes on several machines share. */
export class FolderFiles extends Staging implements MediaFiles {
  readonly #folder: string;

  constructor(folder: string) {
    super(join(folder, 'unfinished'));
    this.#folder = folder;
  }

  async keep(path: string, staged: StagedFile): Promise<void> {
    const target = join(this.#folder, path);
    const kept = await stat(target).catch(() => undefined);
    if (kept?.size === staged.sizeBytes) return this.discard(staged);
    await mkdir(dirname(target), { recursive: true, mode: PRIVATE });
    await rename(staged.path, target);
    return syncFolder(dirname(target));
  }

  /** Throws also if the company's whole folder is missing: a disk that isn't mounted has lost nothing. */
  async has(path: string): Promise<boolean> {
    try {
      await stat(join(this.#folder, path));
      return true;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      const [company = ''] = path.split('/');
      await stat(join(this.#folder, company));
      return false;
    }
  }

  async delete(path: string): Promise<void> {
    await rm(join(this.#folder, path), { force: true });
  }

  async serve(path: string, request: IncomingMessage): Promise<ServedBytes | undefined> {
    const options = { root: this.#folder, cacheControl: false, lastModified: false, contentType: false };
    const sent = await send(request, path, options);
    const { statusCode: status, headers, stream } = sent;
    // An empty file, an unsatisfiable range and an unchanged file are answers; a missing one isn't.
    return sent.type === 'file' || status === 416 || status === 304 ? { status, headers, stream } : undefined;
  }

  onDisk<T>(path: string, work: (diskPath: string) => Promise<T>): Promise<T> {
    return work(join(this.#folder, path));
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
