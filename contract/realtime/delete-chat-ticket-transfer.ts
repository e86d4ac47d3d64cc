import * as z from 'zod/mini';
import { chatTicketFrameSchema } from '../entities/chat-ticket.ts';
import { ticketTransferSchema } from '../entities/ticket-transfer.ts';
import { actorSchema } from './actor.ts';
import { frameOf } from './envelope.ts';

/** A pending transfer was withdrawn or declined. */
export const deleteChatTicketTransferSchema = frameOf(
  'DeleteChatTicketTransfer',
  z.object({ ticketTransfer: ticketTransferSchema, chatTicket: chatTicketFrameSchema, user: actorSchema }),
);
