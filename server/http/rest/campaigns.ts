import type { FastifyInstance } from 'fastify';
import { campaignSheet } from '../../../contract/rest/campaign-sheet.ts';
import { recipientRows } from '../../domain/campaigns/recipients.ts';
import type { Services } from '../../domain/context.ts';
import { parseInput } from '../../domain/input.ts';
import { recipientsSheetOf } from '../../sheets/campaign-sheet.ts';
import { actorOf } from '../request.ts';
import { inTurn } from './call.ts';
import { DOWNLOAD } from './sheet-reply.ts';
import type { SendSheet } from './sheet-reply.ts';

/** A campaign's recipients as a file; the other calls are GraphQL. */
export function addCampaigns(app: FastifyInstance, services: Services, send: SendSheet): void {
  app.get(campaignSheet.path, DOWNLOAD, async (request, reply) => {
    const { actor, sheet, chosen } = await inTurn(services, { request, reply }, 'heavy', async () => {
      const actor = await actorOf(services, request);
      const { campaign_id: id, format, locale } = parseInput(campaignSheet.body, request.query);
      const created = recipientsSheetOf(await recipientRows(services, actor, id), locale);
      return { actor, sheet: created, chosen: { format, locale, fileName: `${created.fileName}-${id}` } };
    });
    return send(reply, actor, sheet, chosen);
  });
}
