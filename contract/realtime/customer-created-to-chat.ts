import * as z from 'zod/mini';
import { chatTicketFrameSchema } from '../entities/chat-ticket.ts';
import { frameOf } from './envelope.ts';

/**
 * A ticket was opened: a customer without an open one wrote, or was written to. `reopened`: it was finished, and that was
 * undone; pages before version 10 leave it finished. Also tells of a ticket that was put off; `woken`: its time has come.
 */
export const customerCreatedToChatSchema = frameOf(
  'CustomerCreatedToChat',
  z.object({ chatTicket: chatTicketFrameSchema, reopened: z.optional(z.boolean()), woken: z.optional(z.boolean()) }),
);
export type CustomerCreatedToChatFrame = z.infer<typeof customerCreatedToChatSchema>;
