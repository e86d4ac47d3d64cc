import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import type { SheetFormat, SheetLocale } from '../../../contract/rest/sheets.ts';
import * as calls from '../../../contract/rest/sheets.ts';
import type { Actor, Services } from '../../domain/context.ts';
import { DomainError } from '../../domain/errors.ts';
import { parseInput } from '../../domain/input.ts';
import { instanceLogRows, orderRows, statusRows } from '../../domain/tenants/sheet-rows.ts';
import { csvOf } from '../../sheets/csv.ts';
import type { Sheet } from '../../sheets/sheet.ts';
import { instanceLogsSheetOf, ordersSheetOf, statusSheetOf } from '../../sheets/tenant-sheets.ts';
import { xlsxOf } from '../../sheets/xlsx.ts';
import { actorOf } from '../request.ts';

/** Downloads under way at a time on this node: each holds a connection to the database. */
const AT_ONCE = 4;

const TYPES: Readonly<Record<SheetFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

type Chosen = { format: SheetFormat; locale: SheetLocale; startAt: string; finishAt: string };

/** The back-office's downloads. */
export function addSheets(app: FastifyInstance, services: Services): void {
  let underWay = 0;

  async function send<Row>(reply: FastifyReply, sheet: Sheet<Row>, chosen: Chosen): Promise<FastifyReply> {
    if (underWay >= AT_ONCE) throw new DomainError('TOO_MANY', 'error.sheet.busy');
    underWay += 1;
    const free = once(() => (underWay -= 1));
    try {
      // What the database refuses is refused before the answer has begun.
      const primed = { ...sheet, rows: await begun(sheet.rows) };
      const { format, locale, startAt, finishAt } = chosen;
      const body = format === 'xlsx' ? xlsxOf(primed, locale) : Readable.from(csvOf(primed, locale));
      body.once('close', free);
      // Nobody takes it any more: its connection is given back.
      reply.raw.once('close', () => body.destroy());
      void reply
        .type(TYPES[format])
        .header('content-disposition', `attachment; filename="${sheet.fileName}-${startAt}-${finishAt}.${format}"`)
        .header('cache-control', 'no-store')
        .send(body);
    } catch (error) {
      free();
      throw error;
    }
    return reply;
  }

  function add<Body extends Chosen, Row>(
    call: { path: string; body: z.ZodMiniType<Body> },
    sheetOf: (actor: Actor, body: Body) => Promise<Sheet<Row>>,
  ): void {
    app.get(call.path, async (request, reply) => {
      const actor = await actorOf(services, request);
      const body = parseInput(call.body, request.query);
      return send(reply, await sheetOf(actor, body), body);
    });
  }

  add(calls.ordersSheet, async (actor, body) => ordersSheetOf(await orderRows(services, actor, body)));
  add(calls.instanceLogsSheet, async (actor, body) =>
    instanceLogsSheetOf(await instanceLogRows(services, actor, body), body.locale),
  );
  add(calls.campaignStatusSheet, async (actor, body) =>
    statusSheetOf(await statusRows(services, actor, body), body.type),
  );
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
