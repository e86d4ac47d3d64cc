import type { Locale } from '../../contract/facts/locales.ts';
import type { Cell, Column, Sheet } from './sheet.ts';

/** Lines written at once. */
const AT_ONCE = 200;

/** Streams a sheet as CSV: with a UTF-8 BOM, semicolons and decimal commas, as Brazilian spreadsheets expect. */
export async function* csvOf<Row>(sheet: Sheet<Row>, locale: Locale): AsyncGenerator<string, void, undefined> {
  const { columns, rows } = sheet;
  let piece = `\uFEFF${line(columns.map((column) => escapeFormula(column.heading[locale])))}`;
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

function written<Row>({ kind }: Column<Row>, cell: Cell, locale: Locale): string {
  if (cell === null) return '';
  if (kind === 'number') return String(cell).replace('.', locale === 'en' ? '.' : ',');
  if (kind === 'moment') return locale === 'en' ? String(cell) : dayFirst(String(cell));
  return escapeFormula(String(cell));
}

/** A cell's time in Brazilian format. */
export function dayFirst(moment: string): string {
  return moment.replace(/^(\d{4})-(\d\d)-(\d\d)/, '$3/$2/$1');
}

/** Prevents a spreadsheet from interpreting a cell as a formula. */
function escapeFormula(text: string): string {
  return /^\s*[=+\-@\t\r\n|]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[";\r\n,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
