import * as z from 'zod/mini';
import { ticketTransferFields, ticketTransferSchema, type TicketTransfer } from '../entities/ticket-transfer.ts';
import { TRANSFER_NOTE_MAX_LENGTH } from '../facts/limits.ts';
import { operation } from './operation.ts';

export type CreateTicketTransferVariables = {
  next_user_id: string;
  previous_user_id?: string | null;
  chat_ticket_id: string;
  note?: string | null;
  client_id?: string | null;
};

/** What is stricter than the GraphQL types. */
export const transferNoteSchema = z.object({
  note: z.optional(
    z.nullable(z.string().check(z.maxLength(TRANSFER_NOTE_MAX_LENGTH, { error: 'error.field.tooLong' }))),
  ),
});

/**
 * Offers a ticket to another attendant. `note` is for its receiver. Refuses its owner, an attendant who
 * doesn't serve the instance, a finished ticket, a second pending transfer. Idempotent by
 * user and `client_id`, a UUID that the client gives the transfer.
 */
export const createTicketTransfer = operation<CreateTicketTransferVariables, { createTicketTransfer: TicketTransfer }>(
  'createTicketTransfer',
  `mutation createTicketTransfer($next_user_id: ID!, $previous_user_id: ID, $chat_ticket_id: ID!, $note: String, $client_id: String) { createTicketTransfer(next_user_id: $next_user_id, previous_user_id: $previous_user_id, chat_ticket_id: $chat_ticket_id, note: $note, client_id: $client_id) { ${ticketTransferFields} } }`,
  z.object({ createTicketTransfer: ticketTransferSchema }),
);

export const createTicketTransferSdl = /* GraphQL */ `
  extend type Mutation {
    createTicketTransfer(
      next_user_id: ID!
      previous_user_id: ID
      chat_ticket_id: ID!
      note: String
      client_id: String
    ): TicketTransfer!
  }
`;
