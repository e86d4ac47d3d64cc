import * as z from 'zod/mini';
import { chatTicketFields, chatTicketSchema, type ChatTicket } from '../entities/chat-ticket.ts';
import { operation } from './operation.ts';

export type TakeChatTicketVariables = { id: string };

/**
 * Makes the user the owner of a ticket that nobody has, without a message to the customer. Idempotent. CONFLICT
 * `error.ticket.taken` with the owner's `name` if somebody else was faster.
 */
export const takeChatTicket = operation<TakeChatTicketVariables, { takeChatTicket: ChatTicket }>(
  'takeChatTicket',
  `mutation takeChatTicket($id: ID!) { takeChatTicket(id: $id) { ${chatTicketFields} } }`,
  z.object({ takeChatTicket: chatTicketSchema }),
);

export const takeChatTicketSdl = /* GraphQL */ `
  extend type Mutation {
    takeChatTicket(id: ID!): ChatTicket!
  }
`;
