import * as z from 'zod/mini';
import { ackSchema, idSchema } from '../scalars.ts';
import { frameOf } from './envelope.ts';

/** The delivery level of a sent message rose, or the provider refused it. */
export const customerChatAckChangedSchema = frameOf(
  'CustomerChatAckChanged',
  z.object({
    id: idSchema,
    client_id: z.nullable(z.string()),
    ack: ackSchema,
    error_code: z.nullable(z.string()),
    error_key: z.nullable(z.string()),
    chatTicket: z.object({ id: idSchema }),
    customer: z.object({ id: idSchema }),
    instance: z.object({ id: idSchema }),
  }),
);
