import type { CustomerField } from '../../../../contract/entities/customer-field.ts';
import type { ImportColumn } from '../../../../contract/entities/customer-import.ts';
import { CUSTOMER_NAME_MAX, CUSTOMER_NOTE_MAX } from '../../../../contract/facts/customers.ts';
import {
  IMPORT_COLUMNS_MAX,
  IMPORT_ROWS_MAX,
  IMPORT_SAMPLES,
  type ImportTarget,
  type RefusalReason,
} from '../../../../contract/facts/imports.ts';
import { timezoneOf } from '../../../../contract/facts/timezones.ts';
import { emailSchema } from '../../../../contract/fields.ts';
import { beginningOf, storableText } from '../../text.ts';
import { cellValue } from './cell-values.ts';
import { csvRows } from './csv-rows.ts';
import type { FileRow } from './csv-rows.ts';
import { FileProblem } from './file-format.ts';
import type { FileFormat } from './file-format.ts';
import { NumberSet } from './number-set.ts';
import { phoneOf } from './phone.ts';
import { xlsxRows } from './xlsx-rows.ts';

/** Result of inspecting a file, before its columns are mapped. */
export type Inspected = FileFormat & {
  row_count: number;
  columns: Pick<ImportColumn, 'heading' | 'samples' | 'filled'>[];
};

export type MappedColumn = { column: number; target: ImportTarget; field: CustomerField | null };

/** A chunk of rows. `json`: those to import; `refused`: the others. Both as JSON for PostgreSQL. */
export type RowChunk = {
  json: string;
  refused: string;
  /** Of the rows to import. */
  addresses: string[];
  count: number;
  lastLine: number;
  refusals: Partial<Record<RefusalReason, number>>;
  badDates: number;
  badValues: number;
};

const SAMPLE_MAX = 60;
const HEADING_MAX = 100;
/** Longest cell of a refused row: long enough for a whole note. */
const CELL_MAX = CUSTOMER_NOTE_MAX;

/** A file's rows below its headings, empty ones left out; the first batch begins with the headings. */
export async function* filledRows(path: string, format: FileFormat): AsyncGenerator<FileRow[]> {
  const all = format.kind === 'csv' ? csvRows(path, format) : xlsxRows(path);
  for await (const rows of all) {
    const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
    if (filled.length > 0) yield filled;
  }
}

/** Reads a whole file to find its columns, how full they are, and how many rows it has. */
export async function inspect(path: string, format: FileFormat): Promise<Inspected> {
  let columns: Inspected['columns'] | undefined;
  let count = 0;
  for await (const rows of filledRows(path, format)) {
    let from = 0;
    if (columns === undefined) {
      columns = headingsOf(rows[0]?.cells ?? []);
      from = 1;
    }
    for (const { cells } of from === 0 ? rows : rows.slice(from)) {
      count += 1;
      for (const [at, column] of columns.entries()) {
        const cell = printable(cells[at] ?? '');
        if (cell !== '') column.filled += 1;
        if (count <= IMPORT_SAMPLES) column.samples.push(beginningOf(cell, SAMPLE_MAX));
      }
    }
    if (count > IMPORT_ROWS_MAX) throw new FileProblem('error.import.tooManyRows');
  }
  if (columns === undefined || count === 0) throw new FileProblem('error.import.empty');
  return { ...format, row_count: count, columns };
}

function headingsOf(cells: readonly string[]): Inspected['columns'] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '');
  if (last >= IMPORT_COLUMNS_MAX) throw new FileProblem('error.import.tooManyColumns');
  return cells.slice(0, last + 1).map((cell) => ({
    heading: beginningOf(printable(cell), HEADING_MAX),
    samples: [],
    filled: 0,
  }));
}

/**
 * Reads the rows after a line, using the column mapping. `isChecking`: also finds duplicate numbers, for
 * which it has to start at the first row. `zones`: names of time zones that PostgreSQL knows.
 */
export async function* readRows(
  path: string,
  format: FileFormat,
  job: {
    mapping: readonly MappedColumn[];
    afterLine: number;
    size: number;
    isChecking: boolean;
    width: number;
    zones: readonly string[];
  },
): AsyncGenerator<RowChunk> {
  const { afterLine, size, isChecking } = job;
  const seen = isChecking ? new NumberSet() : undefined;
  const file = { ...job, zones: zonesByName(job.zones) };
  let isHeading = true;
  let builder = new ChunkBuilder(file, seen);
  for await (const rows of filledRows(path, format)) {
    for (const row of rows) {
      if (isHeading) isHeading = false;
      else if (row.line > afterLine) builder.add(row);
      if (builder.count < size) continue;
      yield builder.built();
      builder = new ChunkBuilder(file, seen);
    }
  }
  if (builder.count > 0) yield builder.built();
}

/** What all rows of a file are read by. */
type FileReading = { mapping: readonly MappedColumn[]; width: number; zones: ReadonlyMap<string, string> };

/** Looked up, since asking Intl of each row takes long. */
function zonesByName(names: readonly string[]): Map<string, string> {
  const known = new Set(names);
  return new Map(
    names.flatMap((name) => {
      const zone = timezoneOf(name);
      return zone === undefined || !known.has(zone) ? [] : [[name.toLowerCase(), zone] as const];
    }),
  );
}

class ChunkBuilder {
  count = 0;
  readonly #file: FileReading;
  readonly #seen: NumberSet | undefined;
  readonly #rows: unknown[] = [];
  readonly #refused: unknown[] = [];
  readonly #addresses: string[] = [];
  readonly #refusals: RowChunk['refusals'] = {};
  #lastLine = 0;
  #badDates = 0;
  #badValues = 0;

  constructor(file: FileReading, seen: NumberSet | undefined) {
    this.#file = file;
    this.#seen = seen;
  }

  add({ line, cells, isBroken }: FileRow): void {
    this.count += 1;
    this.#lastLine = line;
    // More cells than headings: a delimiter inside a value, and the rest is out of place.
    if (isBroken || cells.slice(this.#file.width).some((cell) => cell.trim() !== '')) {
      return this.#refuse(line, cells, 'broken', null);
    }
    const at = this.#file.mapping.find(({ target }) => target === 'phone');
    const raw = printable(cells[at?.column ?? -1] ?? '');
    const phone = phoneOf(raw);
    if ('reason' in phone) return this.#refuse(line, cells, phone.reason, null);
    const { address } = phone;
    if (this.#seen?.add(Number(address)) === false) return this.#refuse(line, cells, 'twice', address);
    this.#addresses.push(address);
    this.#rows.push({ line, address, raw: beginningOf(raw, SAMPLE_MAX), ...this.#card(cells) });
  }

  built(): RowChunk {
    return {
      json: JSON.stringify(this.#rows),
      refused: JSON.stringify(this.#refused),
      addresses: this.#addresses,
      count: this.count,
      lastLine: this.#lastLine,
      refusals: this.#refusals,
      badDates: this.#badDates,
      badValues: this.#badValues,
    };
  }

  #card(cells: readonly string[]): Record<string, unknown> {
    const card: Record<string, unknown> = {};
    const values: Record<string, unknown> = {};
    for (const { column, target, field } of this.#file.mapping) {
      const cell = cells[column] ?? '';
      if (cell === '') continue;
      if (target === 'name') card['name'] = beginningOf(printable(cell), CUSTOMER_NAME_MAX) || undefined;
      if (target === 'note') card['note'] = beginningOf(storableText(cell).trim(), CUSTOMER_NOTE_MAX) || undefined;
      if (target === 'email') card['email'] = this.#email(cell);
      if (target === 'timezone') card['timezone'] = this.#timezone(cell);
      if (field === null) continue;
      const value = cellValue(field, printable(cell));
      if (value === undefined) this.#bad(field.type === 'date');
      else if (value !== null) values[field.id] = value;
    }
    return { ...card, vals: values };
  }

  #email(cell: string): string | undefined {
    if (cell.trim() === '') return undefined;
    const parsed = emailSchema.safeParse(cell);
    if (parsed.success) return parsed.data;
    this.#bad(false);
    return undefined;
  }

  #timezone(cell: string): string | undefined {
    const name = cell.trim().toLowerCase();
    const zone = this.#file.zones.get(name);
    if (zone === undefined && name !== '') this.#bad(false);
    return zone;
  }

  #bad(isDate: boolean): void {
    if (isDate) this.#badDates += 1;
    else this.#badValues += 1;
  }

  #refuse(line: number, cells: readonly string[], reason: RefusalReason, address: string | null): void {
    this.#refusals[reason] = (this.#refusals[reason] ?? 0) + 1;
    const kept = cells.slice(0, IMPORT_COLUMNS_MAX).map((cell) => beginningOf(printable(cell), CELL_MAX));
    this.#refused.push({ line, reason, address, cells: kept });
  }
}

/** One line that can be shown and stored. */
export function printable(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .toWellFormed()
    .trim();
}
