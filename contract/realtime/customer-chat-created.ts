import * as z from 'zod/mini';
import { chatTicketFrameSchema } from '../entities/chat-ticket.ts';
import { customerChatSchema } from '../entities/customer-chat.ts';
import { frameOf } from './envelope.ts';

/** A message was received or sent, with its ticket's new state. */
export const customerChatCreatedSchema = frameOf(
  'CustomerChatCreated',
  z.object({ customerChat: customerChatSchema, chatTicket: chatTicketFrameSchema }),
);
