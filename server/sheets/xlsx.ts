import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { writeXlsxStream } from 'hucre/xlsx';
import type { Locale } from '../../contract/facts/locales.ts';
import type { Cell, Column, Sheet } from './sheet.ts';

/** Characters that XML can't represent. */
// oxlint-disable-next-line no-control-regex -- these are the ones
const UNWRITABLE = /[\0-\x08\v\f\x0E-\x1F\uFFFE\uFFFF]/g;
/** The longest text of a cell. */
const TEXT_MAX = 32_767;

/** Streams a sheet as XLSX. Texts stay texts, never formulas. */
export function xlsxOf<Row>(sheet: Sheet<Row>, locale: Locale): Readable {
  const { columns } = sheet;
  const stream = writeXlsxStream(cellsOf(sheet), {
    name: sheet.name[locale].slice(0, 31),
    columns: columns.map(({ heading, kind, width }) => ({
      header: heading[locale],
      width,
      ...(kind === 'moment' ? { numFmt: locale === 'en' ? 'yyyy-mm-dd hh:mm:ss' : 'dd/mm/yyyy hh:mm:ss' } : {}),
    })),
    freezePane: { rows: 1 },
  });
  // The same web stream, with another type declaration.
  return Readable.fromWeb(stream as ReadableStream<Uint8Array>);
}

async function* cellsOf<Row>({ columns, rows }: Sheet<Row>): AsyncGenerator<(string | number | Date | null)[]> {
  for await (const row of rows) yield columns.map((column) => valueOf(column, column.of(row)));
}

function valueOf<Row>({ kind }: Column<Row>, cell: Cell): string | number | Date | null {
  if (cell === null || kind === 'number') return cell;
  // A cell's time has no time zone: it is written as is.
  if (kind === 'moment') return new Date(`${String(cell).replace(' ', 'T')}Z`);
  return String(cell).replaceAll(UNWRITABLE, '').toWellFormed().slice(0, TEXT_MAX);
}
