import * as z from 'zod/mini';
import { chatTicketFrameSchema } from '../entities/chat-ticket.ts';
import { ticketTransferSchema } from '../entities/ticket-transfer.ts';
import { actorSchema } from './actor.ts';
import { idSchema } from '../scalars.ts';
import { frameOf } from './envelope.ts';

/**
 * A ticket has a new owner: a transfer was confirmed, or an attendant took an unowned ticket (`ticketTransfer` is
 * null). `first_user_id` is the company's first user, who is notified of every change of owner; events of an older
 * version don't have it. `previous_user_id` is who had it before, also where there was no transfer; `department` is whose
 * queue it was moved to.
 */
export const chatTicketTransferredSchema = frameOf(
  'ChatTicketTransferred',
  z.object({
    ticketTransfer: z.nullable(ticketTransferSchema),
    chatTicket: chatTicketFrameSchema,
    user: actorSchema,
    first_user_id: z.optional(idSchema),
    previous_user_id: z.optional(z.nullable(idSchema)),
    department: z.optional(z.object({ id: idSchema, name: z.string() })),
  }),
);
