import * as z from 'zod/mini';
import { CHANNELS } from '../facts/channels.ts';
import { SCHEDULED_STATES } from '../facts/scheduled-messages.ts';
import { idSchema, timestampSchema } from '../scalars.ts';

/** A message that is sent at a time of its own. */
export const scheduledMessageSchema = z.object({
  id: idSchema,
  message: z.string(),
  send_at: timestampSchema,
  state: z.enum(SCHEDULED_STATES),
  /** Of `refused`: one of `SCHEDULED_REASONS`, or a newer one. */
  reason: z.nullable(z.string()),
  /** Who wrote it. */
  user: z.object({ id: idSchema, name: z.string() }),
  /** The message that it answers. */
  reply_message_id: z.nullable(idSchema),
  /** Whether the user may change, send or cancel it: its author, the ticket's owner, an administrator. */
  may_change: z.boolean(),
  version: z.string(),
});
export type ScheduledMessage = z.infer<typeof scheduledMessageSchema>;

export const scheduledMessageFields =
  'id message send_at state reason user { id name } reply_message_id may_change version';

/** One of the user's own, over all conversations. */
export const ownScheduledMessageSchema = z.extend(scheduledMessageSchema, {
  instance: z.object({ id: idSchema, name: z.string(), channel: z.optional(z.enum(CHANNELS)) }),
  /** Whom it is for, and the newest ticket that the user sees; null if they don't see the conversation any more. */
  customer: z.nullable(z.object({ id: idSchema, name: z.string(), phone_number: z.string() })),
  chat_ticket_id: z.nullable(idSchema),
  /** Whether that ticket is finished; nothing is sent unless another is opened. */
  is_finished: z.boolean(),
  /** When the customer last wrote, as far as the user may know. */
  last_received_at: z.nullable(timestampSchema),
});
export type OwnScheduledMessage = z.infer<typeof ownScheduledMessageSchema>;

export const ownScheduledMessageFields = `${scheduledMessageFields} instance { id name channel } customer { id name phone_number } chat_ticket_id is_finished last_received_at`;

export const scheduledMessageSdl = /* GraphQL */ `
  type ScheduledMessage {
    id: ID!
    message: String!
    send_at: String!
    state: String!
    reason: String
    user: ChatAuthor!
    reply_message_id: ID
    may_change: Boolean!
    version: String!
  }
  type ScheduledFor {
    id: ID!
    name: String!
    phone_number: String!
  }
  type ScheduledOn {
    id: ID!
    name: String!
    channel: String
  }
  type OwnScheduledMessage {
    id: ID!
    message: String!
    send_at: String!
    state: String!
    reason: String
    user: ChatAuthor!
    reply_message_id: ID
    may_change: Boolean!
    version: String!
    instance: ScheduledOn!
    customer: ScheduledFor
    chat_ticket_id: ID
    is_finished: Boolean!
    last_received_at: String
  }
`;
