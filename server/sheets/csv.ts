import type { SheetLocale } from '../../contract/rest/sheets.ts';
import type { Cell, Column, Sheet } from './sheet.ts';

/** Lines that go out together. */
const AT_ONCE = 200;

/** A sheet as CSV, a piece at a time: marked as UTF-8, with semicolons and decimal commas, as Brazilian spreadsheets want it. */
export async function* csvOf<Row>(sheet: Sheet<Row>, locale: SheetLocale): AsyncGenerator<string, void, undefined> {
  const { columns, rows } = sheet;
  let piece = `\uFEFF${line(columns.map((column) => column.heading[locale]))}`;
  let count = 0;
  for await (const row of rows) {
    piece += line(columns.map((column) => written(column, column.of(row), locale)));
    count += 1;
    if (count % AT_ONCE !== 0) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function line(cells: readonly string[]): string {
  return `${cells.map(quoted).join(';')}\r\n`;
}

function written<Row>({ kind }: Column<Row>, cell: Cell, locale: SheetLocale): string {
  if (cell === null) return '';
  if (kind === 'number') return String(cell).replace('.', locale === 'en' ? '.' : ',');
  if (kind === 'moment') return locale === 'en' ? String(cell) : dayFirst(String(cell));
  return harmless(String(cell));
}

/** A moment of a cell as it is written in Brazil. */
export function dayFirst(moment: string): string {
  return moment.replace(/^(\d{4})-(\d\d)-(\d\d)/, '$3/$2/$1');
}

/** A spreadsheet takes a cell that begins so for a formula, and runs it. */
function harmless(text: string): string {
  return /^\s*[=+\-@\t\r\n|]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[";\r\n,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
