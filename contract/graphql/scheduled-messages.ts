import * as z from 'zod/mini';
import {
  ownScheduledMessageFields,
  ownScheduledMessageSchema,
  scheduledMessageFields,
  scheduledMessageSchema,
  scheduledMessageSdl,
  type ScheduledMessage,
} from '../entities/scheduled-message.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';
import { operation } from './operation.ts';

export type ScheduledMessagesVariables = { customer_id: string; instance_id: string };

/**
 * The messages of a conversation that wait to be sent, or could not be sent at their time, by their time. Who sees only
 * earlier tickets of the conversation gets their own.
 */
export const scheduledMessages = operation<ScheduledMessagesVariables, { scheduledMessages: ScheduledMessage[] }>(
  'scheduledMessages',
  `query scheduledMessages($customer_id: ID!, $instance_id: ID!) { scheduledMessages(customer_id: $customer_id, instance_id: $instance_id) { ${scheduledMessageFields} } }`,
  z.object({ scheduledMessages: z.array(scheduledMessageSchema) }),
);

export type MyScheduledMessagesVariables = {
  pagination_page?: number | null | undefined;
  pagination_limit?: number | null | undefined;
};

const ownPageSchema = z.object({ total_items: countSchema, items: z.array(ownScheduledMessageSchema) });
export type OwnScheduledPage = z.infer<typeof ownPageSchema>;

/** The user's own messages that wait to be sent, or could not be, of all conversations: the refused ones first. */
export const myScheduledMessages = operation<MyScheduledMessagesVariables, { myScheduledMessages: OwnScheduledPage }>(
  'myScheduledMessages',
  `query myScheduledMessages($pagination_page: Int, $pagination_limit: Int) { myScheduledMessages(pagination_page: $pagination_page, pagination_limit: $pagination_limit) { total_items items { ${ownScheduledMessageFields} } } }`,
  z.object({ myScheduledMessages: ownPageSchema }),
);

/**
 * How many messages wait to be sent in the conversations of these tickets: of those that are open and that the user sees;
 * the conversations of at most `SCHEDULED_COUNT_MAX`.
 */
export const scheduledInTickets = operation<{ chat_ticket_ids: readonly string[] }, { scheduledInTickets: number }>(
  'scheduledInTickets',
  'query scheduledInTickets($chat_ticket_ids: [ID!]!) { scheduledInTickets(chat_ticket_ids: $chat_ticket_ids) }',
  z.object({ scheduledInTickets: countSchema }),
);

const fields = {
  /** Empty and too long texts are refused as `sendMessage` does. */
  message: z.string({ error: 'error.field.required' }),
  /** From now on, within `SCHEDULED_MAX_DAYS`. */
  send_at: timestampSchema,
};

export const newScheduledMessageSchema = z.object({
  customer_id: idSchema,
  instance_id: idSchema,
  ...fields,
  reply_message_id: z.nullish(idSchema),
  client_id: z.string(),
});
export type NewScheduledMessage = z.infer<typeof newScheduledMessageSchema>;

/**
 * Schedules a text for a conversation with an open ticket. Idempotent by user and `client_id`. Refuses what
 * `sendMessage` refuses but a closed window, a moment out of bounds, and more than `SCHEDULED_MAX`.
 */
export const newScheduledMessage = operation<NewScheduledMessage, { newScheduledMessage: ScheduledMessage }>(
  'newScheduledMessage',
  `mutation newScheduledMessage($customer_id: ID!, $instance_id: ID!, $message: String!, $send_at: String!, $reply_message_id: ID, $client_id: String!) { newScheduledMessage(customer_id: $customer_id, instance_id: $instance_id, message: $message, send_at: $send_at, reply_message_id: $reply_message_id, client_id: $client_id) { ${scheduledMessageFields} } }`,
  z.object({ newScheduledMessage: scheduledMessageSchema }),
);

export const scheduledMessageChangeSchema = z.object({
  id: idSchema,
  version: z.nullish(z.string()),
  ...fields,
});
export type ScheduledMessageChange = z.infer<typeof scheduledMessageChangeSchema>;

/**
 * Changes its text and time; one that was refused waits again. CONFLICT if it was sent or cancelled meanwhile, or the
 * version is outdated.
 */
export const updateScheduledMessage = operation<ScheduledMessageChange, { updateScheduledMessage: ScheduledMessage }>(
  'updateScheduledMessage',
  `mutation updateScheduledMessage($id: ID!, $version: String, $message: String!, $send_at: String!) { updateScheduledMessage(id: $id, version: $version, message: $message, send_at: $send_at) { ${scheduledMessageFields} } }`,
  z.object({ updateScheduledMessage: scheduledMessageSchema }),
);

export type SendScheduledMessageVariables = { id: string; version?: string | null };

/**
 * Sends it at once in the user's own name, as `sendMessage` does with its refusals. Idempotent; CONFLICT if it was
 * cancelled, or the version is outdated.
 */
export const sendScheduledMessage = operation<SendScheduledMessageVariables, { sendScheduledMessage: boolean }>(
  'sendScheduledMessage',
  'mutation sendScheduledMessage($id: ID!, $version: String) { sendScheduledMessage(id: $id, version: $version) }',
  z.object({ sendScheduledMessage: z.boolean() }),
);

/** Cancels it, which its author may also without seeing the conversation. Idempotent; CONFLICT if it was sent. */
export const deleteScheduledMessage = operation<{ id: string }, { deleteScheduledMessage: boolean }>(
  'deleteScheduledMessage',
  'mutation deleteScheduledMessage($id: ID!) { deleteScheduledMessage(id: $id) }',
  z.object({ deleteScheduledMessage: z.boolean() }),
);

export const scheduledMessagesSdl = /* GraphQL */ `
  ${scheduledMessageSdl}
  type OwnScheduledMessages {
    total_items: Int!
    items: [OwnScheduledMessage!]!
  }
  extend type Query {
    myScheduledMessages(pagination_page: Int = 1, pagination_limit: Int = 10): OwnScheduledMessages!
    scheduledMessages(customer_id: ID!, instance_id: ID!): [ScheduledMessage!]!
    scheduledInTickets(chat_ticket_ids: [ID!]!): Int!
  }
  extend type Mutation {
    newScheduledMessage(
      customer_id: ID!
      instance_id: ID!
      message: String!
      send_at: String!
      reply_message_id: ID
      client_id: String!
    ): ScheduledMessage!
    updateScheduledMessage(id: ID!, version: String, message: String!, send_at: String!): ScheduledMessage!
    sendScheduledMessage(id: ID!, version: String): Boolean!
    deleteScheduledMessage(id: ID!): Boolean!
  }
`;
