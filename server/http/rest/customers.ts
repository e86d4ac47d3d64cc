import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { customerExport } from '../../../contract/rest/customer-export.ts';
import { customerJson } from '../../documents/customer-json.ts';
import type { Services } from '../../domain/context.ts';
import { exportCustomer } from '../../domain/customers/export-customer.ts';
import { parseInput } from '../../domain/input.ts';
import { requireAdmin } from '../../domain/permissions.ts';
import type { Limits } from '../limits/limits.ts';
import { cutSlowReader } from '../limits/slow-readers.ts';
import { actorOf, onceClosed } from '../request.ts';
import { inTurn } from './call.ts';
import { DOWNLOAD } from './sheet-reply.ts';

/** A customer as a file. Each holds a database connection while it is read, so only few run at a time. */
export function addCustomers(app: FastifyInstance, services: Services, limits: Limits): void {
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
    const body = Readable.from(customerJson(record));
    body.once('close', () => {
      free();
      record.messages.return().catch(() => undefined);
    });
    cutSlowReader(reply, limits.settings.slow.readerMs, () => limits.note('slow_readers', actor.tenantName));
    // The client is gone.
    onceClosed(reply, () => body.destroy());
    const day = services.now().toISOString().slice(0, 10);
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="cliente-${record.customerId}-${day}.json"`)
      .header('cache-control', 'no-store')
      .send(body);
  });
}
