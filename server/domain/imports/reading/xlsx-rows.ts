import { readFile } from 'node:fs/promises';
import { streamXlsxRows } from 'hucre/xlsx';
import type { CellValue } from 'hucre/xlsx';
import type { FileRow } from './csv-rows.ts';
import { FileProblem } from './file-format.ts';

const AT_ONCE = 500;

/** The rows of a workbook's first sheet, in batches; formulas as their last values. */
export async function* xlsxRows(path: string): AsyncGenerator<FileRow[]> {
  const rows = streamXlsxRows(await readFile(path), { sheet: 0 });
  let batch: FileRow[] = [];
  let line = 0;
  try {
    for await (const { index, values } of rows) {
      // A file may contain duplicate row numbers: make line numbers strictly increasing.
      line = Math.max(line, index) + 1;
      batch.push({ line, cells: values.map(cellText), isBroken: false });
      if (batch.length < AT_ONCE) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    throw error instanceof FileProblem ? error : new FileProblem('error.import.unreadable');
  }
  if (batch.length > 0) yield batch;
}

function cellText(value: CellValue): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/u, '');
  // With a decimal comma: a point would be parsed as a thousands separator.
  if (typeof value === 'number') return String(value).replace('.', ',');
  return String(value);
}
