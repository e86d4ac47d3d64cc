import * as z from 'zod/mini';
import { chatTicketFrameSchema } from '../entities/chat-ticket.ts';
import { ticketTransferSchema } from '../entities/ticket-transfer.ts';
import { actorSchema } from './actor.ts';
import { frameOf } from './envelope.ts';

/** A transfer was created: sent to those who already see the ticket. */
export const chatTicketTransferringSchema = frameOf(
  'ChatTicketTransferring',
  z.object({ ticketTransfer: ticketTransferSchema, chatTicket: chatTicketFrameSchema, user: actorSchema }),
);
