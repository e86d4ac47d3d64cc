import * as z from 'zod/mini';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';
import { operation } from './operation.ts';

export type PastChatTicketsVariables = {
  customer_id: string;
  pagination_page?: number | null;
  pagination_limit?: number | null;
};

const personSchema = z.nullable(z.object({ id: idSchema, name: z.string() }));

/** A finished ticket of a customer, as lists show it. */
export const pastChatTicketSchema = z.object({
  id: idSchema,
  protocol: z.string(),
  started_at: timestampSchema,
  finished_at: timestampSchema,
  /** Its last owner. */
  user: personSchema,
  instance: z.object({ id: idSchema, name: z.string() }),
  /** The outcome's name when it was finished. */
  outcome: z.optional(z.nullable(z.string())),
  /** Whether the user may open it by itself; otherwise they read it in a later one's conversation. */
  may_open: z.boolean(),
});
export type PastChatTicket = z.infer<typeof pastChatTicketSchema>;

/** A customer's finished tickets that the user can read, whoever had them, the last finished first. */
export const pastChatTickets = operation<
  PastChatTicketsVariables,
  { pastChatTickets: { total_items: number; items: PastChatTicket[] } }
>(
  'pastChatTickets',
  'query pastChatTickets($customer_id: ID!, $pagination_page: Int, $pagination_limit: Int) { pastChatTickets(customer_id: $customer_id, pagination_page: $pagination_page, pagination_limit: $pagination_limit) { total_items items { id protocol started_at finished_at user { id name } instance { id name } outcome may_open } } }',
  z.object({ pastChatTickets: z.object({ total_items: countSchema, items: z.array(pastChatTicketSchema) }) }),
);

export const pastChatTicketsSdl = /* GraphQL */ `
  type PastChatTicket {
    id: ID!
    protocol: String!
    started_at: String!
    finished_at: String!
    user: ChatAuthor
    instance: ChatAuthor!
    outcome: String
    may_open: Boolean!
  }
  type PastChatTicketPage {
    total_items: Int!
    items: [PastChatTicket!]!
  }
  extend type Query {
    pastChatTickets(customer_id: ID!, pagination_page: Int, pagination_limit: Int): PastChatTicketPage!
  }
`;
