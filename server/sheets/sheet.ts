import type { SheetLocale } from '../../contract/rest/sheets.ts';

/** What a cell holds; a moment is the wall clock's, `2026-03-11 10:00:00`. */
export type Cell = string | number | null;

/** A heading in each language. */
export type Heading = Readonly<Record<SheetLocale, string>>;

export type Column<Row> = {
  heading: Heading;
  kind: 'text' | 'number' | 'moment';
  /** In characters. */
  width: number;
  of: (row: Row) => Cell;
};

/** A table on its way to a file: its rows come as they are asked for. */
export type Sheet<Row> = {
  name: Heading;
  /** Of the file, without its ending. */
  fileName: string;
  columns: readonly Column<Row>[];
  rows: AsyncIterable<Row>;
};

/** The same words in Brazil and in Portugal. */
export function heading(pt: string, en: string): Heading {
  return { pt_BR: pt, pt, en };
}
