import * as z from 'zod/mini';
import { campaignCountsSchema } from '../entities/campaign.ts';
import { countSchema, idSchema } from '../scalars.ts';
import { frameOf } from './envelope.ts';

/** A campaign or its counts changed; sent at most once a second. The higher version is newer. */
export const campaignUpdatedSchema = frameOf(
  'CampaignUpdated',
  z.object({
    campaign: z.object({
      id: idSchema,
      name: z.string(),
      status: z.string(),
      version: z.optional(countSchema),
      reason: z.optional(z.nullable(z.string())),
      counts: z.optional(campaignCountsSchema),
    }),
  }),
);
