import * as z from 'zod/mini';
import { chatTicketFrameSchema } from '../entities/chat-ticket.ts';
import { frameOf } from './envelope.ts';

/** A customer without an open ticket wrote or was written to: their ticket, opened. */
export const customerCreatedToChatSchema = frameOf(
  'CustomerCreatedToChat',
  z.object({ chatTicket: chatTicketFrameSchema }),
);
export type CustomerCreatedToChatFrame = z.infer<typeof customerCreatedToChatSchema>;
