import * as z from 'zod/mini';
import { chatTicketFields, chatTicketSchema, type ChatTicket } from '../entities/chat-ticket.ts';
import { operation } from './operation.ts';

export type FinishChatTicketVariables = { id: string; outcome_id?: string | null | undefined };

/**
 * Finishes a ticket, with one of the company's outcomes or none: its owner, an administrator, or, while it has no
 * owner, anyone who sees it. CONFLICT if already finished, or if the outcome was removed.
 */
export const finishChatTicket = operation<FinishChatTicketVariables, { finishChatTicket: ChatTicket }>(
  'finishChatTicket',
  `mutation finishChatTicket($id: ID!, $outcome_id: ID) { finishChatTicket(id: $id, outcome_id: $outcome_id) { ${chatTicketFields} } }`,
  z.object({ finishChatTicket: chatTicketSchema }),
);

export const finishChatTicketSdl = /* GraphQL */ `
  extend type Mutation {
    finishChatTicket(id: ID!, outcome_id: ID): ChatTicket!
  }
`;
