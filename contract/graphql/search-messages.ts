import * as z from 'zod/mini';
import { tagTypeSchema } from '../entities/customer-chat.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';
import { operation } from './operation.ts';

/**
 * `search`: words that a message must all have, in any order, whatever case and accents; the last one may be a word's
 * beginning. `customer_id`, `instance_id` narrow it down, `before_id` continues after a page.
 */
export type SearchMessagesVariables = {
  search: string;
  customer_id?: string | null;
  instance_id?: string | null;
  before_id?: string | null;
  /** `customer`, or `company`: an attendant or a robot; all if left out. */
  sender?: string | null;
  /** When they were said, in milliseconds: from, and before. */
  from?: number | null;
  to?: number | null;
  limit?: number | null;
};

const referenceSchema = z.object({ id: idSchema, name: z.string() });

/** A message that has the words. */
export const foundMessageSchema = z.object({
  id: idSchema,
  /** 1 received from the customer, 0 sent. */
  type: z.union([z.literal(0), z.literal(1)]),
  created_at: timestampSchema,
  tag_type: tagTypeSchema,
  /** Its text or file name around the first word found, without formatting marks, in one line. */
  excerpt: z.string(),
  /** Where the excerpt has the words, in UTF-16 units; `end` is behind one. */
  marks: z.array(z.object({ start: countSchema, end: countSchema })),
  is_bot_message: z.boolean(),
  user: z.nullable(referenceSchema),
  customer: referenceSchema,
  instance: referenceSchema,
  /** The newest ticket of its conversation that the user sees. */
  ticket_id: idSchema,
});
export type FoundMessage = z.infer<typeof foundMessageSchema>;

/** `next_before` continues the search; null when it is exhausted. Until then a page may be short or empty. */
export const foundMessagesSchema = z.object({
  items: z.array(foundMessageSchema),
  next_before: z.nullable(idSchema),
  /** Whether all messages can be found already; after an upgrade the old ones follow. */
  is_indexed: z.boolean(),
});
export type FoundMessages = z.infer<typeof foundMessagesSchema>;

/** Messages that the user can read, by their words, newest first; at most `limit` (default 20, at most 100). */
export const searchMessages = operation<SearchMessagesVariables, { searchMessages: FoundMessages }>(
  'searchMessages',
  'query searchMessages($search: String!, $customer_id: ID, $instance_id: ID, $before_id: ID, $sender: String, $from: Float, $to: Float, $limit: Int) { searchMessages(search: $search, customer_id: $customer_id, instance_id: $instance_id, before_id: $before_id, sender: $sender, from: $from, to: $to, limit: $limit) { items { id type created_at tag_type excerpt marks { start end } is_bot_message user { id name } customer { id name } instance { id name } ticket_id } next_before is_indexed } }',
  z.object({ searchMessages: foundMessagesSchema }),
);

export const searchMessagesSdl = /* GraphQL */ `
  type FoundMark {
    start: Int!
    end: Int!
  }
  type FoundReference {
    id: ID!
    name: String!
  }
  type FoundMessage {
    id: ID!
    type: Int!
    created_at: String!
    tag_type: String!
    excerpt: String!
    marks: [FoundMark!]!
    is_bot_message: Boolean!
    user: ChatAuthor
    customer: FoundReference!
    instance: FoundReference!
    ticket_id: ID!
  }
  type FoundMessages {
    items: [FoundMessage!]!
    next_before: ID
    is_indexed: Boolean!
  }
  extend type Query {
    searchMessages(
      search: String!
      customer_id: ID
      instance_id: ID
      before_id: ID
      sender: String
      from: Float
      to: Float
      limit: Int = 20
    ): FoundMessages!
  }
`;
