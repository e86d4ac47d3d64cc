import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { conversationExport } from '../../../contract/rest/conversation-export.ts';
import { conversationJson } from '../../documents/conversation-json.ts';
import { conversationPdf } from '../../documents/conversation-pdf.ts';
import type { Services } from '../../domain/context.ts';
import { parseInput } from '../../domain/input.ts';
import { exportConversation } from '../../domain/thread/export-conversation.ts';
import type { Limits } from '../limits/limits.ts';
import { cutSlowReader } from '../limits/slow-readers.ts';
import { actorOf, onceClosed } from '../request.ts';
import { inTurn } from './call.ts';
import { DOWNLOAD } from './sheet-reply.ts';

/** A conversation as a file. Each holds a database connection while it is read, so only few run at a time. */
export function addConversations(app: FastifyInstance, services: Services, limits: Limits): void {
  app.get(conversationExport.path, DOWNLOAD, async (request, reply) => {
    const { actor, params, record, free } = await inTurn(services, { request, reply }, 'heavy', async () => {
      const actor = await actorOf(services, request);
      const params = parseInput(conversationExport.body, request.query);
      const free = limits.slot('downloads', actor, 'error.export.busy');
      try {
        return { actor, params, free, record: await exportConversation(services, actor, params) };
      } catch (error) {
        free();
        throw error;
      }
    });
    const end = (): void => {
      free();
      record.entries.return().catch(() => undefined);
    };
    const now = services.now();
    const by = { id: actor.userId, name: actor.userName };
    const isPdf = params.format === 'pdf';
    const body = isPdf
      ? conversationPdf(record, { locale: params.locale, now, by: by.name, hasStopped: () => reply.raw.destroyed })
      : Readable.from(conversationJson(record, { now, by }));
    body.once('close', end);
    cutSlowReader(reply, limits.settings.slow.readerMs, () => limits.note('slow_readers', actor.tenantName));
    // The client is gone.
    onceClosed(reply, () => body.destroy());
    const day = now.toISOString().slice(0, 10);
    return reply
      .type(isPdf ? 'application/pdf' : 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="conversa-${record.customer.id}-${day}.${params.format}"`)
      .header('cache-control', 'no-store')
      .send(body);
  });
}
