import * as z from 'zod/mini';
import { chatTicketFrameSchema } from '../entities/chat-ticket.ts';
import { ticketTransferSchema } from '../entities/ticket-transfer.ts';
import { actorSchema } from './actor.ts';
import { frameOf } from './envelope.ts';

/**
 * A ticket has a new owner: a transfer was confirmed, or an attendant took an unowned ticket (`ticketTransfer` is
 * null).
 */
export const chatTicketTransferredSchema = frameOf(
  'ChatTicketTransferred',
  z.object({ ticketTransfer: z.nullable(ticketTransferSchema), chatTicket: chatTicketFrameSchema, user: actorSchema }),
);
export type ChatTicketTransferredFrame = z.infer<typeof chatTicketTransferredSchema>;
