import * as z from 'zod/mini';
import { chatTicketFields, chatTicketSchema, type ChatTicket } from '../entities/chat-ticket.ts';
import { operation } from './operation.ts';

export type FinishChatTicketVariables = { id: string };

/**
 * Finishes a ticket: its owner, an administrator, or, while it has no owner, anyone who sees it. CONFLICT if already
 * finished.
 */
export const finishChatTicket = operation<FinishChatTicketVariables, { finishChatTicket: ChatTicket }>(
  'finishChatTicket',
  `mutation finishChatTicket($id: ID!) { finishChatTicket(id: $id) { ${chatTicketFields} } }`,
  z.object({ finishChatTicket: chatTicketSchema }),
);

export const finishChatTicketSdl = /* GraphQL */ `
  extend type Mutation {
    finishChatTicket(id: ID!): ChatTicket!
  }
`;
