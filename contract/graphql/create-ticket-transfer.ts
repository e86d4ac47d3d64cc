import * as z from 'zod/mini';
import { ticketTransferFields, ticketTransferSchema, type TicketTransfer } from '../entities/ticket-transfer.ts';
import { operation } from './operation.ts';

export type CreateTicketTransferVariables = {
  next_user_id: string;
  previous_user_id?: string | null;
  chat_ticket_id: string;
};

/**
 * Offers a ticket to another attendant. Refuses its owner, an attendant who is away or doesn't serve the instance, a
 * finished ticket, a second pending transfer.
 */
export const createTicketTransfer = operation<CreateTicketTransferVariables, { createTicketTransfer: TicketTransfer }>(
  'createTicketTransfer',
  `mutation createTicketTransfer($next_user_id: ID!, $previous_user_id: ID, $chat_ticket_id: ID!) { createTicketTransfer(next_user_id: $next_user_id, previous_user_id: $previous_user_id, chat_ticket_id: $chat_ticket_id) { ${ticketTransferFields} } }`,
  z.object({ createTicketTransfer: ticketTransferSchema }),
);

export const createTicketTransferSdl = /* GraphQL */ `
  extend type Mutation {
    createTicketTransfer(next_user_id: ID!, previous_user_id: ID, chat_ticket_id: ID!): TicketTransfer!
  }
`;
