import type { FastifyInstance } from 'fastify';
import { blockedSheet } from '../../../contract/rest/blocked-contacts.ts';
import { customersSheet, refusedSheet } from '../../../contract/rest/customer-imports.ts';
import { customerExport } from '../../../contract/rest/customer-export.ts';
import { customerZip } from '../../documents/customer-zip.ts';
import type { Services } from '../../domain/context.ts';
import { blockedRows } from '../../domain/customers/blocked-sheet-rows.ts';
import { exportCustomer } from '../../domain/customers/export-customer.ts';
import { customerRows } from '../../domain/customers/customer-sheet-rows.ts';
import { refusedRows } from '../../domain/imports/list-imports.ts';
import { parseInput } from '../../domain/input.ts';
import type { MediaFiles } from '../../domain/media/media-files.ts';
import { requireAdmin } from '../../domain/permissions.ts';
import { blockedSheetOf, customersSheetOf, refusedSheetOf } from '../../sheets/customer-sheets.ts';
import type { Limits } from '../limits/limits.ts';
import { cutSlowReader } from '../limits/slow-readers.ts';
import { actorOf, onceClosed } from '../request.ts';
import { inTurn } from './call.ts';
import { DOWNLOAD } from './sheet-reply.ts';
import type { SendSheet } from './sheet-reply.ts';

/** Customers as a sheet; and what an import refused. */
export function addCustomerSheets(app: FastifyInstance, services: Services, send: SendSheet): void {
  app.get(customersSheet.path, DOWNLOAD, async (request, reply) => {
    const { actor, sheet, chosen } = await inTurn(services, { request, reply }, 'heavy', async () => {
      const actor = await actorOf(services, request);
      const { format, locale, ...filter } = parseInput(customersSheet.body, request.query);
      const sheet = customersSheetOf(await customerRows(services, actor, filter), locale);
      return { actor, sheet, chosen: { format, locale, fileName: sheet.fileName } };
    });
    return send(reply, actor, sheet, chosen);
  });

  app.get(blockedSheet.path, DOWNLOAD, async (request, reply) => {
    const { actor, sheet, chosen } = await inTurn(services, { request, reply }, 'light', async () => {
      const actor = await actorOf(services, request);
      const { format, locale, ...filter } = parseInput(blockedSheet.body, request.query);
      const sheet = blockedSheetOf(await blockedRows(services, actor, filter));
      return { actor, sheet, chosen: { format, locale, fileName: sheet.fileName } };
    });
    return send(reply, actor, sheet, chosen);
  });

  app.get(refusedSheet.path, DOWNLOAD, async (request, reply) => {
    const { actor, sheet, chosen } = await inTurn(services, { request, reply }, 'light', async () => {
      const actor = await actorOf(services, request);
      const { format, locale, import_id: id } = parseInput(refusedSheet.body, request.query);
      const sheet = refusedSheetOf(await refusedRows(services, actor, id), locale);
      return { actor, sheet, chosen: { format, locale, fileName: sheet.fileName } };
    });
    return send(reply, actor, sheet, chosen);
  });
}

/**
 * A customer as a ZIP. Each holds a database connection while it is read, and then a file of the store, so only few run
 * at a time.
 */
export function addCustomerExport(app: FastifyInstance, services: Services, files: MediaFiles, limits: Limits): void {
  app.get(customerExport.path, DOWNLOAD, async (request, reply) => {
    const { actor, record, free } = await inTurn(services, { request, reply }, 'heavy', async () => {
      const actor = await actorOf(services, request);
      requireAdmin(actor);
      const params = parseInput(customerExport.body, request.query);
      const free = limits.slot('downloads', actor, 'error.export.busy');
      try {
        return { actor, free, record: await exportCustomer(services, actor, params) };
      } catch (error) {
        free();
        throw error;
      }
    });
    const body = customerZip(record, files, services.log);
    body.once('close', () => {
      free();
      record.messages.return().catch(() => undefined);
    });
    cutSlowReader(reply, limits.settings.slow.readerMs, () => limits.note('slow_readers', actor.tenantName));
    // The client is gone.
    onceClosed(reply, () => body.destroy());
    const day = services.now().toISOString().slice(0, 10);
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="cliente-${record.customerId}-${day}.zip"`)
      .header('cache-control', 'no-store')
      .send(body);
  });
}
