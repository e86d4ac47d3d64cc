import * as z from 'zod/mini';
import { chatTicketFrameSchema } from '../entities/chat-ticket.ts';
import { actorSchema } from './actor.ts';
import { frameOf } from './envelope.ts';

/** A ticket was finished by `user`, or by the system if null. */
export const chatTicketClosedSchema = frameOf(
  'ChatTicketClosed',
  z.object({ chatTicket: chatTicketFrameSchema, user: actorSchema }),
);
