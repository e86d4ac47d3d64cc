import * as z from 'zod/mini';
import { chatTicketFrameSchema } from '../entities/chat-ticket.ts';
import { frameOf } from './envelope.ts';

/**
 * A ticket was opened: a customer without an open one wrote, or was written to. `reopened`: it was finished, and that
 * was undone; pages before version 10 leave it finished. Also sent for a ticket that was snoozed; `woken`: its snooze
 * is over. `shutting`: less than two hours of the 24-hour window are left, sent to its owner; or none, and its owner
 * was away.
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
