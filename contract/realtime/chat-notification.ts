import * as z from 'zod/mini';
import { idSchema, timestampSchema } from '../scalars.ts';
import { actorSchema } from './actor.ts';
import { frameOf } from './envelope.ts';

/** A notice about a received message. `attendant` is the ticket's owner, null while it has none. */
export const chatNotificationSchema = frameOf(
  'ChatNotification',
  z.object({
    id: idSchema,
    title: z.string(),
    text: z.string(),
    attendant: actorSchema,
    chatTicket: z.object({ id: idSchema }),
    customer: z.object({ id: idSchema, name: z.string() }),
    instance: z.object({ id: idSchema }),
    /** When the message was written. */
    sent_at: z.optional(timestampSchema),
  }),
);
