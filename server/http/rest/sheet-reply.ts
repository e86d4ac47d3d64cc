import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { SheetFormat } from '../../../contract/facts/administration.ts';
import type { Locale } from '../../../contract/facts/locales.ts';
import type { Actor } from '../../domain/context.ts';
import { csvOf } from '../../sheets/csv.ts';
import type { Sheet } from '../../sheets/sheet.ts';
import { xlsxOf } from '../../sheets/xlsx.ts';
import type { Limits } from '../limits/limits.ts';
import { cutSlowReader } from '../limits/slow-readers.ts';
import { onceClosed } from '../request.ts';

/** Options of a route that answers with a file. */
export const DOWNLOAD = { config: { rate: 'downloads', login: 'always' } } as const;

const TYPES: Readonly<Record<SheetFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * Streams a sheet as the answer. `fileName` has no extension. Each holds a database connection, so only few run at a
 * time: refuses with `error.sheet.busy` if the node, the company or the user has too many.
 */
export type SendSheet = <Row>(
  reply: FastifyReply,
  actor: Actor,
  sheet: Sheet<Row>,
  chosen: { readonly format: SheetFormat; readonly locale: Locale; readonly fileName: string },
) => Promise<FastifyReply>;

export function sheetSender(limits: Limits): SendSheet {
  return async (reply, actor, sheet, { format, locale, fileName }) => {
    const free = limits.slot('downloads', actor, 'error.sheet.busy');
    const query = sheet.rows[Symbol.asyncIterator]();
    /** Releases its connection, even if nothing was read. */
    const end = (): void => {
      free();
      query.return?.().catch(() => undefined);
    };
    try {
      // So that refusals come before the answer has begun.
      const primed = { ...sheet, rows: goOn(await query.next(), query) };
      const body = format === 'xlsx' ? xlsxOf(primed, locale) : Readable.from(csvOf(primed, locale));
      body.once('close', end);
      cutSlowReader(reply, limits.settings.slow.readerMs, () => limits.note('slow_readers', actor.tenantName));
      void reply
        .type(TYPES[format])
        .header('content-disposition', `attachment; filename="${fileName}.${format}"`)
        .header('cache-control', 'no-store')
        .send(body);
      // The client is gone.
      onceClosed(reply, () => body.destroy());
    } catch (error) {
      end();
      throw error;
    }
    return reply;
  };
}

/** The rows, of which the first was already read. */
async function* goOn<Row>(first: IteratorResult<Row>, query: AsyncIterator<Row>): AsyncIterable<Row> {
  for (let next = first; next.done !== true; next = await query.next()) yield next.value;
}
