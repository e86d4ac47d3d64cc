import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { writeXlsxStream } from 'hucre/xlsx';
import type { SheetLocale } from '../../contract/rest/sheets.ts';
import type { Cell, Column, Sheet } from './sheet.ts';

/** Characters that XML has no way to write. */
// oxlint-disable-next-line no-control-regex -- these are the ones
const UNWRITABLE = /[\0-\x08\v\f\x0E-\x1F\uFFFE\uFFFF]/g;
/** The longest text that a cell takes. */
const TEXT_MAX = 32_767;

/** A sheet as XLSX, written as its rows come. Texts are texts there: none is taken for a formula. */
export function xlsxOf<Row>(sheet: Sheet<Row>, locale: SheetLocale): Readable {
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
  // The web's stream, by another declaration of the same.
  return Readable.fromWeb(stream as ReadableStream<Uint8Array>);
}

async function* cellsOf<Row>({ columns, rows }: Sheet<Row>): AsyncGenerator<(string | number | Date | null)[]> {
  for await (const row of rows) yield columns.map((column) => valueOf(column, column.of(row)));
}

function valueOf<Row>({ kind }: Column<Row>, cell: Cell): string | number | Date | null {
  if (cell === null || kind === 'number') return cell;
  // A cell's moment has no time zone: the wall clock's is written as it stands.
  if (kind === 'moment') return new Date(`${String(cell).replace(' ', 'T')}Z`);
  return String(cell).replaceAll(UNWRITABLE, '').toWellFormed().slice(0, TEXT_MAX);
}
