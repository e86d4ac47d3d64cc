import * as z from 'zod/mini';
import { CAMPAIGN_FILES } from '../facts/campaigns.ts';
import { idSchema } from '../scalars.ts';
import { restCall } from './call.ts';

/**
 * Uploads the file of a template's header for a campaign, of its text, or of a carousel's card, as a stream; `name` is in
 * the query. Idempotent by user and client id. One that no campaign and no flow has is deleted after a day, or 30 days after an
 * attendant sent it. Refuses what `uploadOutgoingFile` does, and with `error.template.file` stickers. Needs the
 * permission `campaigns`, `chat` or `passive-chat-flow`.
 */
export const uploadCampaignFile = restCall({
  method: 'PUT',
  path: '/api/campaigns/files/:client_id',
  body: z.object({ client_id: z.string(), name: z.string() }),
  answer: z.object({ id: idSchema, name: z.string(), kind: z.enum(CAMPAIGN_FILES) }),
});
