import { CUSTOMER_NUMBER_MAX } from '../../../../contract/facts/customers.ts';
import { beginningOf } from '../../text.ts';
import type { FileRow } from './csv-rows.ts';
import { FileProblem } from './file-format.ts';
import type { FileFormat } from './file-format.ts';
import { proposedTargets } from './headings.ts';
import { phoneOf } from './phone.ts';
import { filledRows, printable } from './read-rows.ts';

/** Rows sampled to find the column. */
const LOOKED_AT = 200;

/** The phone numbers of a list, with headings or without; invalid ones as written. */
export async function numbersIn(path: string, format: FileFormat, most: number): Promise<string[]> {
  const first: FileRow[] = [];
  const numbers: string[] = [];
  let column: number | undefined;
  const take = (rows: readonly FileRow[], at: number) => {
    for (const { cells } of rows) {
      const cell = printable(cells[at] ?? '');
      if (cell === '') continue;
      const phone = phoneOf(cell);
      numbers.push('address' in phone ? phone.address : beginningOf(cell, CUSTOMER_NUMBER_MAX));
      if (numbers.length > most) throw new FileProblem('error.blocked.file.tooMany');
    }
  };
  const begin = (): number => {
    const at = columnOf(first);
    // A heading, or the title of the list, has no digits.
    take(/\d/u.test(first[0]?.cells[at] ?? '') ? first : first.slice(1), at);
    return at;
  };
  for await (const rows of filledRows(path, format)) {
    if (column !== undefined) take(rows, column);
    else {
      first.push(...rows);
      if (first.length >= LOOKED_AT) column = begin();
    }
  }
  if (column === undefined) begin();
  if (numbers.length === 0) throw new FileProblem('error.blocked.file.none');
  return numbers;
}

/** The column whose heading says phone number, else the one with most numbers. */
function columnOf(rows: readonly FileRow[]): number {
  const [first] = rows;
  const named = proposedTargets(first?.cells ?? [], [], new Map()).findIndex(({ target }) => target === 'phone');
  if (named !== -1) return named;
  const counts: number[] = [];
  for (const { cells } of rows) {
    for (const [at, cell] of cells.entries()) counts[at] = (counts[at] ?? 0) + ('address' in phoneOf(cell) ? 1 : 0);
  }
  const most = Math.max(0, ...counts);
  if (most === 0) throw new FileProblem('error.blocked.file.none');
  return counts.indexOf(most);
}
