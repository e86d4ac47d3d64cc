import * as z from 'zod/mini';
import { operation } from './operation.ts';

export type QueueChatTicketVariables = {
  id: string;
  department_id?: string | null;
  previous_user_id?: string | null;
  note?: string | null;
  client_id?: string | null;
};

/**
 * Puts a ticket back into its queue, or into that of a department, where it is distributed like a new one, except to
 * its previous owner. Refused if `previous_user_id` no longer has it. `note` is shown in the conversation to whoever
 * takes it. Idempotent by user and `client_id`, a UUID that the client gives the call.
 */
export const queueChatTicket = operation<QueueChatTicketVariables, { queueChatTicket: boolean }>(
  'queueChatTicket',
  `mutation queueChatTicket($id: ID!, $department_id: ID, $previous_user_id: ID, $note: String, $client_id: String) { queueChatTicket(id: $id, department_id: $department_id, previous_user_id: $previous_user_id, note: $note, client_id: $client_id) }`,
  z.object({ queueChatTicket: z.boolean() }),
);

export const queueChatTicketSdl = /* GraphQL */ `
  extend type Mutation {
    queueChatTicket(id: ID!, department_id: ID, previous_user_id: ID, note: String, client_id: String): Boolean!
  }
`;
