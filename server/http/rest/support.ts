import type { FastifyInstance } from 'fastify';
import * as settings from '../../../contract/rest/dynamic-settings.ts';
import * as terms from '../../../contract/rest/terms-of-use.ts';
import * as videos from '../../../contract/rest/training-videos.ts';
import * as protocol from '../../../contract/rest/whatsapp-protocol.ts';
import { protocolPdf } from '../../documents/protocol-pdf.ts';
import type { Services } from '../../domain/context.ts';
import { parseInput } from '../../domain/input.ts';
import { protocolDocument, protocolTicket, protocolTimeline } from '../../domain/protocol/whatsapp-protocol.ts';
import { companyContact, listSettings, setSetting } from '../../domain/settings/manage-settings.ts';
import { listAcceptances, listVersions } from '../../domain/terms/acceptances.ts';
import { acceptTerms, publishTerms, termsPdf, termsState } from '../../domain/terms/terms.ts';
import { addVideo, changeVideo, listVideos, removeVideo, watchVideo } from '../../domain/videos/videos.ts';
import type { Limits } from '../limits/limits.ts';
import { cutSlowReader } from '../limits/slow-readers.ts';
import { actorOf } from '../request.ts';
import { addActorCall, inTurn } from './call.ts';
import { DOWNLOAD } from './sheet-reply.ts';

/** A PDF of 3 MB in base64, plus its JSON. */
const TERMS_BODY_MAX = 5 * 1024 * 1024;

/** Calls about help, settings and terms. */
export function addSupport(app: FastifyInstance, services: Services, limits: Limits, operator: string): void {
  addActorCall(app, services, protocol.whatsappProtocol, (params, actor) =>
    protocolTicket(services, actor, params.protocol),
  );
  addActorCall(app, services, protocol.whatsappProtocolTimeline, (params, actor) =>
    protocolTimeline(services, actor, params),
  );
  addSettings(app, services, operator);
  addVideos(app, services);
  addTerms(app, services);
  app.get(protocol.whatsappProtocolPdf.path, DOWNLOAD, async (request, reply) => {
    const { actor, params, record } = await inTurn(services, { request, reply }, 'heavy', async () => {
      const actor = await actorOf(services, request);
      const params = parseInput(protocol.whatsappProtocolPdf.body, request.query);
      return { actor, params, record: await protocolDocument(services, actor, params.protocol) };
    });
    const pdf = protocolPdf(record, {
      locale: params.locale,
      now: services.now(),
      by: actor.userName,
      hasStopped: () => reply.raw.destroyed,
    });
    cutSlowReader(reply, limits.settings.slow.readerMs, () => limits.note('slow_readers', actor.tenantName));
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="protocolo-${record.ticket.protocol}.pdf"`)
      .header('cache-control', 'no-store')
      .send(pdf);
  });
}

/** A company's settings; `operator`: whom the platform names for help. */
function addSettings(app: FastifyInstance, services: Services, operator: string): void {
  addActorCall(app, services, settings.dynamicSettings, (_body, actor) => listSettings(services, actor));
  addActorCall(app, services, settings.setDynamicSetting, (change, actor) => setSetting(services, actor, change));
  addActorCall(app, services, settings.supportContact, async (_body, actor) => ({
    company: await companyContact(services, actor),
    operator,
  }));
}

/** Training videos, and who has watched them. */
function addVideos(app: FastifyInstance, services: Services): void {
  addActorCall(app, services, videos.trainingVideos, (_body, actor) => listVideos(services, actor));
  addActorCall(app, services, videos.addTrainingVideo, (form, actor) => addVideo(services, actor, form));
  addActorCall(app, services, videos.changeTrainingVideo, (form, actor) => changeVideo(services, actor, form));
  addActorCall(app, services, videos.removeTrainingVideo, async ({ id }, actor) => {
    await removeVideo(services, actor, id);
    return { ok: true as const };
  });
  addActorCall(app, services, videos.watchTrainingVideo, ({ id, watched }, actor) =>
    watchVideo(services, actor, id, watched),
  );
}

/** The terms of use: reading, accepting and publishing them. */
function addTerms(app: FastifyInstance, services: Services): void {
  addActorCall(app, services, terms.termsOfUse, (_body, actor) => termsState(services, actor));
  addActorCall(app, services, terms.acceptTerms, ({ id }, actor) => acceptTerms(services, actor, id));
  addActorCall(app, services, terms.termsAcceptances, (params, actor) => listAcceptances(services, actor, params));
  addActorCall(app, services, terms.termsVersions, (_body, actor) => listVersions(services, actor));
  addActorCall(app, services, terms.publishTerms, (input, actor) => publishTerms(services, actor, input), {
    bodyLimit: TERMS_BODY_MAX,
  });
  app.get(terms.termsPdf.path, DOWNLOAD, async (request, reply) => {
    const actor = await actorOf(services, request);
    const params = parseInput(terms.termsPdf.body, request.query);
    const { id, bytes } = await termsPdf(services, actor, params.id);
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="termos-de-uso-${id}.pdf"`)
      .header('cache-control', 'private, no-cache')
      .send(bytes);
  });
}
