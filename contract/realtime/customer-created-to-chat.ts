import * as z from 'zod/mini';
import { chatTicketFrameSchema } from '../entities/chat-ticket.ts';
import { frameOf } from './envelope.ts';

/** A ticket was opened: a customer without an open one wrote, or was written to. */
export const customerCreatedToChatSchema = frameOf(
  'CustomerCreatedToChat',
  z.object({ chatTicket: chatTicketFrameSchema }),
);
export type CustomerCreatedToChatFrame = z.infer<typeof customerCreatedToChatSchema>;
