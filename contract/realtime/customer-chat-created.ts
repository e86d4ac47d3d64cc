import * as z from 'zod/mini';
import { chatTicketFrameSchema } from '../entities/chat-ticket.ts';
import { customerChatSchema } from '../entities/customer-chat.ts';
import { frameOf } from './envelope.ts';

/** A message came in or was sent, with its ticket as it is after it. */
export const customerChatCreatedSchema = frameOf(
  'CustomerChatCreated',
  z.object({ customerChat: customerChatSchema, chatTicket: chatTicketFrameSchema }),
);
export type CustomerChatCreatedFrame = z.infer<typeof customerChatCreatedSchema>;
