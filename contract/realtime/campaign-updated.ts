import * as z from 'zod/mini';
import { idSchema } from '../scalars.ts';
import { frameOf } from './envelope.ts';

/** A campaign was created or changed. */
export const campaignUpdatedSchema = frameOf(
  'CampaignUpdated',
  z.object({ campaign: z.object({ id: idSchema, name: z.string(), status: z.string() }) }),
);
