import * as z from 'zod/mini';
import { idSchema } from '../scalars.ts';
import { restCall } from './call.ts';
import { sheetShape } from './sheets.ts';

export const campaignSheetBodySchema = z.object({ campaign_id: idSchema, ...sheetShape });
export type CampaignSheetBody = z.infer<typeof campaignSheetBodySchema>;

/** The recipients of a campaign, one per row; streamed. Audited. */
export const campaignSheet = restCall({
  method: 'GET',
  path: '/api/campaigns/recipients',
  body: campaignSheetBodySchema,
  answer: z.string(),
});
