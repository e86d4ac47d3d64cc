import type { FastifyInstance } from 'fastify';
import * as protocol from '../../../contract/rest/whatsapp-protocol.ts';
import { protocolPdf } from '../../documents/protocol-pdf.ts';
import type { Services } from '../../domain/context.ts';
import { parseInput } from '../../domain/input.ts';
import { protocolDocument, protocolTicket, protocolTimeline } from '../../domain/protocol/whatsapp-protocol.ts';
import { actorOf } from '../request.ts';
import { addActorCall } from './call.ts';

/** What helps people at their work: a ticket's record. */
export function addSupport(app: FastifyInstance, services: Services): void {
  addActorCall(app, services, protocol.whatsappProtocol, (asked, actor) =>
    protocolTicket(services, actor, asked.protocol),
  );
  addActorCall(app, services, protocol.whatsappProtocolTimeline, (asked, actor) =>
    protocolTimeline(services, actor, asked),
  );
  app.get(protocol.whatsappProtocolPdf.path, async (request, reply) => {
    const actor = await actorOf(services, request);
    const asked = parseInput(protocol.whatsappProtocolPdf.body, request.query);
    const record = await protocolDocument(services, actor, asked.protocol);
    const pdf = protocolPdf(record, {
      locale: asked.locale,
      now: services.now(),
      by: actor.userName,
      hasStopped: () => reply.raw.destroyed,
    });
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="protocolo-${record.ticket.protocol}.pdf"`)
      .header('cache-control', 'no-store')
      .send(pdf);
  });
}
