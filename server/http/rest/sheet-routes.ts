import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { SheetFormat } from '../../../contract/facts/administration.ts';
import type { Locale } from '../../../contract/facts/locales.ts';
import * as calls from '../../../contract/rest/sheets.ts';
import type { Actor, Services } from '../../domain/context.ts';
import { parseInput } from '../../domain/input.ts';
import { instanceLogRows, orderRows, statusRows } from '../../domain/tenants/sheet-rows.ts';
import type { Sheet } from '../../sheets/sheet.ts';
import { instanceLogsSheetOf, ordersSheetOf, statusSheetOf } from '../../sheets/tenant-sheets.ts';
import { actorOf } from '../request.ts';
import { inTurn } from './call.ts';
import { DOWNLOAD } from './sheet-reply.ts';
import type { SendSheet } from './sheet-reply.ts';

type Chosen = { format: SheetFormat; locale: Locale; startAt: string; finishAt: string };

/** The back-office's downloads. */
export function addSheets(app: FastifyInstance, services: Services, send: SendSheet): void {
  function add<Body extends Chosen, Row>(
    call: { path: string; body: z.ZodMiniType<Body> },
    sheetOf: (actor: Actor, body: Body) => Promise<Sheet<Row>>,
  ): void {
    app.get(call.path, DOWNLOAD, async (request, reply) => {
      const { actor, sheet, chosen } = await inTurn(services, { request, reply }, 'heavy', async () => {
        const actor = await actorOf(services, request);
        const body = parseInput(call.body, request.query);
        const created = await sheetOf(actor, body);
        const { format, locale, startAt, finishAt } = body;
        return {
          actor,
          sheet: created,
          chosen: { format, locale, fileName: `${created.fileName}-${startAt}-${finishAt}` },
        };
      });
      return send(reply, actor, sheet, chosen);
    });
  }

  add(calls.ordersSheet, async (actor, body) => ordersSheetOf(await orderRows(services, actor, body)));
  add(calls.instanceLogsSheet, async (actor, body) =>
    instanceLogsSheetOf(await instanceLogRows(services, actor, body), body.locale),
  );
  add(calls.campaignStatusSheet, async (actor, body) =>
    statusSheetOf(await statusRows(services, actor, body), body.type, body.locale),
  );
}
