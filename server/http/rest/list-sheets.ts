import type { FastifyInstance } from 'fastify';
import type { Locale } from '../../../contract/facts/locales.ts';
import type { SheetFormat } from '../../../contract/facts/administration.ts';
import { campaignsSheet, customerGroupsSheet, templatesSheet } from '../../../contract/rest/list-sheets.ts';
import type { Actor, Services } from '../../domain/context.ts';
import { parseInput } from '../../domain/input.ts';
import { campaignsRows, groupsRows, templatesRows } from '../../domain/list-sheet-rows.ts';
import { campaignsSheetOf, customerGroupsSheetOf, templatesSheetOf } from '../../sheets/list-sheets.ts';
import type { Sheet } from '../../sheets/sheet.ts';
import { actorOf } from '../request.ts';
import { inTurn } from './call.ts';
import { DOWNLOAD } from './sheet-reply.ts';
import type { SendSheet } from './sheet-reply.ts';

type Chosen = { format: SheetFormat; locale: Locale };

/** Lists as sheets. */
export function addListSheets(app: FastifyInstance, services: Services, send: SendSheet): void {
  function add<Row>(path: string, make: (actor: Actor, query: unknown) => Promise<Chosen & { sheet: Sheet<Row> }>) {
    app.get(path, DOWNLOAD, async (request, reply) => {
      const { actor, sheet, format, locale } = await inTurn(services, { request, reply }, 'heavy', async () => {
        const actor = await actorOf(services, request);
        return { actor, ...(await make(actor, request.query)) };
      });
      return send(reply, actor, sheet, { format, locale, fileName: sheet.fileName });
    });
  }

  add(campaignsSheet.path, async (actor, query) => {
    const { format, locale, ...filter } = parseInput(campaignsSheet.body, query);
    return { format, locale, sheet: campaignsSheetOf(await campaignsRows(services, actor, filter), locale) };
  });
  add(customerGroupsSheet.path, async (actor, query) => {
    const { format, locale, ...filter } = parseInput(customerGroupsSheet.body, query);
    return { format, locale, sheet: customerGroupsSheetOf(await groupsRows(services, actor, filter), locale) };
  });
  add(templatesSheet.path, async (actor, query) => {
    const { format, locale, ...filter } = parseInput(templatesSheet.body, query);
    return { format, locale, sheet: templatesSheetOf(await templatesRows(services, actor, filter), locale) };
  });
}
