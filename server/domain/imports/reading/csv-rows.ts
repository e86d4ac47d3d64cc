import { createReadStream } from 'node:fs';
import Papa from 'papaparse';
import type { FileFormat } from './file-format.ts';
import { SEP_LINE } from './file-format.ts';

/** A row of a file; the first line is 1. `isBroken`: its quotes don't match. */
export type FileRow = { line: number; cells: string[]; isBroken: boolean };

type Read = Omit<FileRow, 'line'>;

/** A quoted cell that is longer than this was never closed. */
const CELL_MAX = 256 * 1024;

/**
 * The rows of a CSV file, in batches: a row is what a spreadsheet shows as one. A quote that is never closed breaks its
 * own line only.
 */
export async function* csvRows(
  path: string,
  { delimiter, encoding }: Extract<FileFormat, { kind: 'csv' }>,
): AsyncGenerator<FileRow[]> {
  const decoder = new TextDecoder(encoding);
  const cutter = new Cutter(delimiter);
  let line = 0;
  const numbered = (rows: readonly Read[]): FileRow[] => rows.map((row) => ({ line: (line += 1), ...row }));
  const bytes: AsyncIterable<Uint8Array> = createReadStream(path, { highWaterMark: 128 * 1024 });
  for await (const chunk of bytes) {
    const rows = numbered(cutter.take(decoder.decode(chunk, { stream: true })));
    if (rows.length > 0) yield rows;
  }
  const last = numbered(cutter.end(decoder.decode()));
  if (last.length > 0) yield last;
}

/** Cuts text into pieces of whole rows, which papaparse reads. */
class Cutter {
  readonly #delimiter: string;
  #text = '';
  #isFirst = true;
  /** Scan position, and whether it is inside quotes. */
  #at = 0;
  #isQuoted = false;
  /** End of the last complete row. */
  #whole = 0;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  take(text: string): Read[] {
    this.#text += text;
    this.#look();
    if (this.#text.length - this.#whole > CELL_MAX) return [...this.#cut(this.#whole, false), ...this.#recovered()];
    return this.#cut(this.#whole, false);
  }

  end(text: string): Read[] {
    this.#text += text;
    if (this.#text !== '' && !this.#text.endsWith('\n')) this.#text += '\n';
    this.#look();
    const before = this.#cut(this.#whole, false);
    return this.#text === '' ? before : [...before, ...this.#cut(this.#text.length, this.#isQuoted)];
  }

  /** What an unclosed quote swallowed, line by line. */
  #recovered(): Read[] {
    const end = this.#text.lastIndexOf('\n') + 1;
    const rows = this.#cut(end === 0 ? this.#text.length : end, true);
    this.#isQuoted = false;
    this.#at = 0;
    this.#look();
    return rows;
  }

  #look(): void {
    const text = this.#text;
    // The last character waits for what comes after it.
    for (; this.#at < text.length - 1; this.#at++) {
      const character = text[this.#at];
      if (character === '"') {
        if (!this.#isQuoted) this.#isQuoted = this.#isEdge(text[this.#at - 1]);
        else if (text[this.#at + 1] === '"') this.#at += 1;
        else this.#isQuoted = !this.#isEdge(text[this.#at + 1]);
      } else if (character === '\n' && !this.#isQuoted) this.#whole = this.#at + 1;
    }
  }

  #isEdge(character: string | undefined): boolean {
    return character === undefined || character === this.#delimiter || character === '\n' || character === '\r';
  }

  #cut(end: number, isBroken: boolean): Read[] {
    if (end === 0) return [];
    let piece = this.#text.slice(0, end).replaceAll('\r\n', '\n');
    this.#text = this.#text.slice(end);
    this.#at = Math.max(0, this.#at - end);
    this.#whole = 0;
    if (piece.endsWith('\n')) piece = piece.slice(0, -1);
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    const rows = isBroken ? this.#byLine(piece) : this.#parse(piece);
    return isFirst && SEP_LINE.test(piece.slice(0, piece.indexOf('\n')))
      ? [{ cells: [], isBroken: false }, ...rows.slice(1)]
      : rows;
  }

  #parse(piece: string): Read[] {
    if (piece === '') return [{ cells: [], isBroken: false }];
    const { data, errors } = Papa.parse<string[]>(piece, { delimiter: this.#delimiter, newline: '\n' });
    if (!errors.some(({ type }) => type === 'Quotes') && !data.some((cells) => this.#isSwallowed(cells))) {
      return data.map((cells) => ({ cells, isBroken: false }));
    }
    const rows: Read[] = [];
    let from = 0;
    Papa.parse<string[]>(piece, {
      delimiter: this.#delimiter,
      newline: '\n',
      step: (row) => {
        const isBad = row.errors.some(({ type }) => type === 'Quotes') || this.#isSwallowed(row.data);
        const { cursor } = row.meta;
        if (isBad) rows.push(...this.#byLine(piece.slice(from, cursor).replace(/\n$/u, '')));
        else rows.push({ cells: row.data, isBroken: false });
        from = cursor;
      },
    });
    return rows;
  }

  /** Whether a cell has whole rows in it, between a quote that was never closed and a stray one. */
  #isSwallowed(cells: readonly string[]): boolean {
    // Sentences and addresses have commas, too.
    const columnsMin = this.#delimiter === ',' ? 4 : 3;
    return cells.some((cell, at) => {
      if (!cell.includes('\n')) return false;
      const counts = cell.split('\n').map((line) => line.split(this.#delimiter).length);
      const width = at + (counts[0] ?? 0);
      const inner = counts.slice(1, -1);
      return (
        width >= (inner.length > 0 ? columnsMin - 1 : columnsMin) &&
        inner.every((count) => count === width) &&
        (counts.at(-1) ?? 0) + cells.length - at - 1 === width
      );
    });
  }

  #byLine(piece: string): Read[] {
    return piece.split('\n').map((text) => {
      const { data, errors } = Papa.parse<string[]>(text, { delimiter: this.#delimiter, newline: '\n' });
      const isBroken = errors.some(({ type }) => type === 'Quotes');
      return { cells: isBroken ? text.split(this.#delimiter) : (data[0] ?? []), isBroken };
    });
  }
}
