import * as z from 'zod/mini';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';

const personSchema = z.nullable(z.object({ id: idSchema, name: z.string() }));

/**
 * What happened in a conversation besides its messages, or a note. `kind` is one of `CHAT_EVENT_KINDS`; a page leaves
 * out kinds that it doesn't know. Ids grow in the order of the tenant's stream.
 */
export const customerChatEventSchema = z.object({
  id: idSchema,
  kind: z.string(),
  created_at: timestampSchema,
  /** The message that it follows; `0`: before the first. */
  after_id: idSchema,
  chatTicket: z.object({ id: idSchema, protocol: z.string() }),
  /** Who caused it, or wrote the note; null: the system. */
  user: personSchema,
  /** Of a transfer or an assignment. */
  previousUser: personSchema,
  nextUser: personSchema,
  /** Of `queued`: whose queue it was put into. Nodes before version 10 don't send it. */
  department: z.optional(personSchema),
  /**
   * A note's text, null once deleted; of `returned`, `queued` and `transfer_offered`, the note for whoever takes it; of
   * `schedule_late`, when it was to be sent; of `schedule_refused`, one of `SCHEDULED_REASONS`; of `finished`, the
   * outcome's name. Null for others.
   */
  message: z.nullable(z.string()),
  /** Whom the note mentions, with their names at the time: the text has them as `@name`. */
  mentions: z.array(z.object({ id: idSchema, name: z.string() })),
  client_id: z.nullable(z.string()),
  edited_at: z.nullable(timestampSchema),
  deleted_at: z.nullable(timestampSchema),
  /** Grows with each edit and deletion. */
  version: countSchema,
});
export type CustomerChatEvent = z.infer<typeof customerChatEventSchema>;

export const customerChatEventFields =
  'id kind created_at after_id chatTicket { id protocol } user { id name } previousUser { id name } nextUser { id name } department { id name } message mentions { id name } client_id edited_at deleted_at version';

export const customerChatEventSdl = /* GraphQL */ `
  type ChatEventTicket {
    id: ID!
    protocol: String!
  }
  type CustomerChatEvent {
    id: ID!
    kind: String!
    created_at: String!
    after_id: ID!
    chatTicket: ChatEventTicket!
    user: ChatAuthor
    previousUser: ChatAuthor
    nextUser: ChatAuthor
    department: ChatAuthor
    message: String
    mentions: [ChatAuthor!]!
    client_id: String
    edited_at: String
    deleted_at: String
    version: Int!
  }
`;

/** The field of the query, for documents that ask for messages too. */
export const customerChatEventsField = `customerChatEvents(customer_id: $customer_id, instance_id: $instance_id, before_id: $before_id, after_id: $after_id, around_id: $around_id, limit: $limit) { ${customerChatEventFields} }`;
