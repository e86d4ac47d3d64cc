import * as z from 'zod/mini';
import { idSchema } from '../scalars.ts';

/** The conversation that a page's user has open, if any. */
const place = { customer_id: z.nullable(idSchema), instance_id: z.nullable(idSchema), typing: z.boolean() };

/** From the page: the conversation its user has open, on each change. Only pages that send it get frames of others. */
export const presenceSaidSchema = z.object({ event: z.literal('Presence'), ...place });
export type PresenceSaid = z.infer<typeof presenceSaidSchema>;

/**
 * To the page: the conversation a colleague's page has open, on each change and every 25 s; none when it is closed. It
 * isn't part of the stream. `id` is the colleague's page; `is_support`: they belong to the platform.
 */
export const presenceSchema = z.object({
  event: z.literal('Presence'),
  data: z.object({
    id: z.string(),
    ...place,
    user: z.object({ id: idSchema, name: z.string() }),
    is_support: z.boolean(),
  }),
});
export type PresenceFrame = z.infer<typeof presenceSchema>;
