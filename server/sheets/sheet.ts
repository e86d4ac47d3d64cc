import type { Locale } from '../../contract/facts/locales.ts';

/** The value of a cell; times are in the company's time zone, `2026-03-11 10:00:00`. */
export type Cell = string | number | null;

/** A heading in each language. */
export type Heading = Readonly<Record<Locale, string>>;

export type Column<Row> = {
  heading: Heading;
  kind: 'text' | 'number' | 'moment';
  /** In characters. */
  width: number;
  of: (row: Row) => Cell;
};

/** A table to be written to a file: its rows are read on demand. */
export type Sheet<Row> = {
  name: Heading;
  /** The file's name without extension. */
  fileName: string;
  columns: readonly Column<Row>[];
  rows: AsyncIterable<Row>;
};

/** A heading with the same words in Brazil and Portugal. */
export function heading(pt: string, en: string): Heading {
  return { pt_BR: pt, pt, en };
}
