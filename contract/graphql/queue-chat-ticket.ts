import * as z from 'zod/mini';
import { operation } from './operation.ts';

export type QueueChatTicketVariables = { id: string; department_id?: string | null; note?: string | null };

/**
 * Puts a ticket back into its queue, or into that of a department, where it is distributed like a new one but not to
 * whom it was taken from. `note` stands in the conversation, for whoever takes it.
 */
export const queueChatTicket = operation<QueueChatTicketVariables, { queueChatTicket: boolean }>(
  'queueChatTicket',
  `mutation queueChatTicket($id: ID!, $department_id: ID, $note: String) { queueChatTicket(id: $id, department_id: $department_id, note: $note) }`,
  z.object({ queueChatTicket: z.boolean() }),
);

export const queueChatTicketSdl = /* GraphQL */ `
  extend type Mutation {
    queueChatTicket(id: ID!, department_id: ID, note: String): Boolean!
  }
`;
