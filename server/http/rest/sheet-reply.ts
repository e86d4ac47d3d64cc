import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { SheetFormat, SheetLocale } from '../../../contract/rest/sheets.ts';
import type { Actor } from '../../domain/context.ts';
import { csvOf } from '../../sheets/csv.ts';
import type { Sheet } from '../../sheets/sheet.ts';
import { xlsxOf } from '../../sheets/xlsx.ts';
import type { Limits } from '../limits/limits.ts';
import { cutSlowReader } from '../limits/slow-readers.ts';

/** A route whose answer is a file. */
export const DOWNLOAD = { config: { rate: 'downloads', login: 'always' } } as const;

const TYPES: Readonly<Record<SheetFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * Streams a sheet as the answer. `fileName` has no ending. Each holds a connection to the database, so few
 * are under way at a time: refuses with `error.sheet.busy` when the node, the company or the user has enough.
 */
export type SendSheet = <Row>(
  reply: FastifyReply,
  actor: Actor,
  sheet: Sheet<Row>,
  chosen: { readonly format: SheetFormat; readonly locale: SheetLocale; readonly fileName: string },
) => Promise<FastifyReply>;

export function sheetSender(limits: Limits): SendSheet {
  return async (reply, actor, sheet, { format, locale, fileName }) => {
    const free = limits.slot('downloads', actor, 'error.sheet.busy');
    try {
      // What the database refuses is refused before the answer has begun.
      const primed = { ...sheet, rows: await begun(sheet.rows) };
      const body = format === 'xlsx' ? xlsxOf(primed, locale) : Readable.from(csvOf(primed, locale));
      body.once('close', free);
      // Nobody takes it any more: its connection is given back.
      reply.raw.once('close', () => body.destroy());
      cutSlowReader(reply, limits.settings.slow.readerMs, () => limits.note('slow_readers', actor.tenantName));
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
