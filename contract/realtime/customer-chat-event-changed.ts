import * as z from 'zod/mini';
import { customerChatEventSchema } from '../entities/customer-chat-event.ts';
import { idSchema } from '../scalars.ts';
import { frameOf } from './envelope.ts';

/** Something happened in a conversation, or a note of it was written, edited or deleted. */
export const customerChatEventChangedSchema = frameOf(
  'CustomerChatEventChanged',
  z.object({
    customer: z.object({ id: idSchema }),
    instance: z.object({ id: idSchema }),
    customerChatEvent: customerChatEventSchema,
  }),
);
