import { open } from 'node:fs/promises';
import { addAbortSignal, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { CustomerRecord, ExportedFile } from '../domain/customers/export-customer.ts';
import { mediaPath } from '../domain/media/media-files.ts';
import type { MediaFiles } from '../domain/media/media-files.ts';
import type { Log } from '../log.ts';
import { customerJson } from './customer-json.ts';
import { nameByType, safeFileName } from './file-names.ts';

type Store = Pick<MediaFiles, 'has' | 'onDisk'>;
/** `unreadable`: the store doesn't answer. */
type Found = 'there' | 'gone' | 'unreadable';
/** A file of the store and its name in the ZIP. */
type Placed = { path: string; stored: string; found: Promise<Found> };

/** Most files are compressed already. Not 0: some programs can't find the end of an uncompressed streamed file. */
const LITTLE = 1;

/**
 * All that is known of a customer as a ZIP: `cliente.json` first, which names the files, then the picture, then each
 * kept file once. A file that disappears meanwhile is named in `faltam.json`. Read one after the other; ends when it is
 * destroyed.
 */
export function customerZip(record: CustomerRecord, files: Store, log: Log): Readable {
  const zip = new ZipFile();
  const body = zip.outputStream;
  if (!(body instanceof Readable)) throw new Error('A ZIP is no stream');
  const ended = new AbortController();
  body.once('close', () => ended.abort());
  zip.once('error', (error: Error) => body.destroy(error));
  fill(new Archive(zip, record.exportedAt, ended.signal), record, files, log).catch((error: unknown) =>
    body.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return body;
}

async function fill(archive: Archive, record: CustomerRecord, files: Store, log: Log): Promise<void> {
  const { tenantId, picture } = record;
  const placed = new Map<string, Placed>();
  const filed = async (file: ExportedFile): Promise<unknown> => {
    const { sha256, name, mimeType, sizeBytes, url } = file;
    const told = { name, type: mimeType, size_bytes: sizeBytes, ...(url === null ? {} : { url }) };
    if (sha256 === null) return { ...told, path: null, missing: whyMissing(file) };
    const stored = mediaPath(tenantId, sha256, 'original');
    // Identical files are included once, under their first name.
    const place = placed.get(sha256) ?? { path: pathOf(file), stored, found: find(files, stored, log) };
    placed.set(sha256, place);
    const found = await place.found;
    return found === 'there' ? { ...told, path: place.path } : { ...told, path: null, missing: found };
  };

  const picturePath = picture === null ? null : nameByType('picture', picture.mimeType);
  const campaigns = await Promise.all(
    record.campaigns.map(async ({ entry, files: theirs }) => ({
      ...entry,
      ...(theirs.length > 0 && { files: await Promise.all(theirs.map(filed)) }),
    })),
  );
  const head = { ...record.head, campaigns, picture: picturePath };
  await archive.add('cliente.json', Readable.from(customerJson({ head, messages: record.messages }, filed)));
  if (picture !== null && picturePath !== null) await archive.add(picturePath, Readable.from([picture.bytes]), LITTLE);
  const missing: string[] = [];
  for (const { path, stored, found } of placed.values()) {
    if ((await found) !== 'there' || (await archive.addKept(path, files, stored, log))) continue;
    missing.push(path);
  }
  if (missing.length > 0) await archive.add('faltam.json', Readable.from([JSON.stringify({ missing })]));
  archive.end();
}

async function find(files: Store, stored: string, log: Log): Promise<Found> {
  try {
    return (await files.has(stored)) ? 'there' : 'gone';
  } catch (error) {
    log.warn({ err: error, file: stored }, "the store doesn't say whether it has a customer's file");
    return 'unreadable';
  }
}

function pathOf({ id, name, tagType, mimeType }: ExportedFile): string {
  const safe = safeFileName(name ?? '');
  return `arquivos/${id}-${safe === '' ? nameByType(tagType, mimeType) : safe}`;
}

function whyMissing({ state }: ExportedFile): 'not_kept' | 'not_fetched' | 'refused' | 'gone' {
  if (state === null) return 'not_kept';
  if (state === 'expired') return 'gone';
  return state === 'refused' ? 'refused' : 'not_fetched';
}

/** A ZIP that is written one entry after the other. */
class Archive {
  readonly #zip: ZipFile;
  readonly #mtime: Date;
  readonly #signal: AbortSignal;

  constructor(zip: ZipFile, mtime: Date, signal: AbortSignal) {
    this.#zip = zip;
    this.#mtime = mtime;
    this.#signal = signal;
  }

  /** Resolves when all of it was read. */
  async add(path: string, bytes: Readable, compressionLevel = 6): Promise<void> {
    addAbortSignal(this.#signal, bytes);
    const read = finished(bytes);
    this.#zip.addReadStream(bytes, path, { mtime: this.#mtime, compressionLevel });
    await read;
  }

  /** Adds a file of the store. False, with nothing added, if the store fails. */
  async addKept(path: string, files: Store, stored: string, log: Log): Promise<boolean> {
    let isBegun = false;
    try {
      await files.onDisk(stored, async (diskPath) => {
        const file = await open(diskPath);
        isBegun = true;
        await this.add(path, file.createReadStream(), LITTLE);
      });
      return true;
    } catch (error) {
      // The response has begun and can't be undone: the download breaks off.
      if (isBegun || this.#signal.aborted) throw error;
      log.warn({ err: error, file: stored }, "a customer's file is missing in their export");
      return false;
    }
  }

  end(): void {
    this.#zip.end();
  }
}
