import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { SheetFormat, SheetLocale } from '../../../contract/rest/sheets.ts';
import { DomainError } from '../../domain/errors.ts';
import { csvOf } from '../../sheets/csv.ts';
import type { Sheet } from '../../sheets/sheet.ts';
import { xlsxOf } from '../../sheets/xlsx.ts';

/** Downloads under way at a time on this node: each holds a connection to the database. */
const AT_ONCE = 4;
/** Most are done by then. */
const RETRY_SECONDS = 10;

const TYPES: Readonly<Record<SheetFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Streams a sheet as the answer. `fileName` has no ending. Refuses with `error.sheet.busy` when too many are under way. */
export type SendSheet = <Row>(
  reply: FastifyReply,
  sheet: Sheet<Row>,
  chosen: { readonly format: SheetFormat; readonly locale: SheetLocale; readonly fileName: string },
) => Promise<FastifyReply>;

/** All downloads of a node go through one of these, which counts them. */
export function sheetSender(): SendSheet {
  let underWay = 0;

  return async (reply, sheet, { format, locale, fileName }) => {
    if (underWay >= AT_ONCE)
      throw new DomainError('TOO_MANY', 'error.sheet.busy', { params: { seconds: RETRY_SECONDS } });
    underWay += 1;
    const free = once(() => (underWay -= 1));
    try {
      // What the database refuses is refused before the answer has begun.
      const primed = { ...sheet, rows: await begun(sheet.rows) };
      const body = format === 'xlsx' ? xlsxOf(primed, locale) : Readable.from(csvOf(primed, locale));
      body.once('close', free);
      // Nobody takes it any more: its connection is given back.
      reply.raw.once('close', () => body.destroy());
      void reply
        .type(TYPES[format])
        .header('content-disposition', `attachment; filename="${fileName}.${format}"`)
        .header('cache-control', 'no-store')
        .send(body);
    } catch (error) {
      free();
      throw error;
    }
    return reply;
  };
}

/** The same rows, of which the first was asked for already. */
async function begun<Row>(rows: AsyncIterable<Row>): Promise<AsyncIterable<Row>> {
  const iterator = rows[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    try {
      for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  })();
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
