import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import Papa from 'papaparse';
import type { Encoding } from '../../../../contract/facts/imports.ts';

/** A file's format. */
export type FileFormat =
  | { kind: 'xlsx'; delimiter: null; encoding: null }
  | { kind: 'csv'; delimiter: string; encoding: Encoding };

/** The file can't be imported; `key` is the catalogue id of why. */
export class FileProblem extends Error {
  readonly key: string;

  constructor(key: string) {
    super(key);
    this.key = key;
  }
}

const HEAD_BYTES = 64 * 1024;
const DELIMITERS = [';', ',', '\t', '|'];
/** Excel's first line that names the delimiter. */
export const SEP_LINE = /^sep=(.)\s*$/iu;

/** Detects a file's format by its bytes. */
export async function formatOf(path: string): Promise<FileFormat> {
  const head = await headOf(path);
  if (head.length === 0) throw new FileProblem('error.import.empty');
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return { kind: 'xlsx', delimiter: null, encoding: null };
  // Excel's old files, and new ones with a password.
  if (head.subarray(0, 4).equals(Buffer.from('d0cf11e0', 'hex'))) throw new FileProblem('error.import.oldExcel');
  const encoding = await encodingOf(path, head);
  const text = new TextDecoder(encoding).decode(head);
  const [first = ''] = text.split(/[\r\n]+/u, 1);
  const [, named] = SEP_LINE.exec(first) ?? [];
  return { kind: 'csv', delimiter: named ?? delimiterOf(text, first), encoding };
}

function delimiterOf(text: string, first: string): string {
  const { meta, errors } = Papa.parse<string[]>(text, {
    preview: 50,
    delimitersToGuess: DELIMITERS,
    skipEmptyLines: 'greedy',
  });
  if (errors.every(({ code }) => code !== 'UndetectableDelimiter') && DELIMITERS.includes(meta.delimiter)) {
    return meta.delimiter;
  }
  // With few or uneven rows, take the delimiter most frequent in the headings.
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: first.split(delimiter).length }));
  return counted.toSorted((one, other) => other.count - one.count)[0]?.delimiter ?? ';';
}

/** A letter of UTF-8 in several bytes, and one of a single byte, as Latin-1 reads them. */
const SEVERAL_BYTES = /[\u00c2-\u00f4][\u0080-\u00bf]+/gu;
const ONE_BYTE = /[\u0080-\u00ff]/gu;
/** Sample size in letters. */
const LETTERS_ENOUGH = 1_000;

/** UTF-8 if all of it is valid, or most letters are; else the encoding of Brazilian spreadsheets. */
async function encodingOf(path: string, head: Buffer): Promise<Encoding> {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head.subarray(0, 3).equals(Buffer.from('efbbbf', 'hex'))) return 'utf-8';
  if (head.includes(0)) throw new FileProblem('error.import.unreadable');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let letters = 0;
  let strays = 0;
  try {
    const bytes: AsyncIterable<Uint8Array> = createReadStream(path, { highWaterMark: 1 << 20 });
    for await (const chunk of bytes) {
      if (letters < LETTERS_ENOUGH) {
        const text = Buffer.from(chunk).toString('latin1');
        letters += text.match(SEVERAL_BYTES)?.length ?? 0;
        strays += text.replaceAll(SEVERAL_BYTES, '').match(ONE_BYTE)?.length ?? 0;
      }
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return letters > strays ? 'utf-8' : 'windows-1252';
    throw error;
  }
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
