import * as z from 'zod/mini';
import { chatTicketFields, chatTicketSchema, type ChatTicket } from '../entities/chat-ticket.ts';
import { operation } from './operation.ts';

export type ReopenChatTicketVariables = { id: string };

/**
 * Undoes a finish, shortly after it and by who finished; the same ticket goes on. Idempotent. A transfer that the finish
 * withdrew stays withdrawn. CONFLICT `error.undo.late`, or `error.undo.newer` if the conversation has a newer ticket.
 */
export const reopenChatTicket = operation<ReopenChatTicketVariables, { reopenChatTicket: ChatTicket }>(
  'reopenChatTicket',
  `mutation reopenChatTicket($id: ID!) { reopenChatTicket(id: $id) { ${chatTicketFields} } }`,
  z.object({ reopenChatTicket: chatTicketSchema }),
);

export const reopenChatTicketSdl = /* GraphQL */ `
  extend type Mutation {
    reopenChatTicket(id: ID!): ChatTicket!
  }
`;
