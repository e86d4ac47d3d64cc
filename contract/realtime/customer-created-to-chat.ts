import * as z from 'zod/mini';
import { chatTicketFrameSchema } from '../entities/chat-ticket.ts';
import { frameOf } from './envelope.ts';

/**
 * A ticket was opened: a customer without an open one wrote, or was written to. `reopened`: it was finished, and that was
 * undone; pages before version 10 leave it finished. Also tells of a ticket that was put off; `woken`: its time has come.
 * `shutting`: less than two hours are left to answer freely, told to its owner; or none is, and its owner was away.
 */
export const customerCreatedToChatSchema = frameOf(
  'CustomerCreatedToChat',
  z.object({
    chatTicket: chatTicketFrameSchema,
    reopened: z.optional(z.boolean()),
    woken: z.optional(z.boolean()),
    shutting: z.optional(z.boolean()),
  }),
);
