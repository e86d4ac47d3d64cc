import * as z from 'zod/mini';
import { timestampSchema } from '../scalars.ts';
import { operation } from './operation.ts';

export type SnoozeChatTicketVariables = { id: string; until?: string | null };

/** When a ticket comes back: within a year. */
export const snoozeFormSchema = z.object({ until: z.nullish(timestampSchema) });

/**
 * Snoozes a ticket until a moment, or brings it back without one. The customer's next message brings it back too.
 * Published as `CustomerCreatedToChat`.
 */
export const snoozeChatTicket = operation<SnoozeChatTicketVariables, { snoozeChatTicket: boolean }>(
  'snoozeChatTicket',
  `mutation snoozeChatTicket($id: ID!, $until: String) { snoozeChatTicket(id: $id, until: $until) }`,
  z.object({ snoozeChatTicket: z.boolean() }),
);

export const snoozeChatTicketSdl = /* GraphQL */ `
  extend type Mutation {
    snoozeChatTicket(id: ID!, until: String): Boolean!
  }
`;
