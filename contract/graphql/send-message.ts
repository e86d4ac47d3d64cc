import * as z from 'zod/mini';
import { customerChatFields, customerChatSchema, type CustomerChat } from '../entities/customer-chat.ts';
import { operation } from './operation.ts';

export type SendMessageVariables = {
  user_id?: string | null;
  to_number: string;
  message: string;
  instance_id: string;
  reply_message_id?: string | null;
  from_chat?: boolean | null;
  client_id?: string | null;
};

/**
 * Sends a text. Idempotent by user and `client_id`. Refuses an empty or too long text, an unknown reply, a closed
 * 24-hour window, a blacklisted customer.
 */
export const sendMessage = operation<SendMessageVariables, { sendMessage: CustomerChat }>(
  'sendMessage',
  `mutation sendMessage($user_id: ID, $to_number: String!, $message: String!, $instance_id: ID!, $reply_message_id: ID, $from_chat: Boolean = true, $client_id: ID) { sendMessage(user_id: $user_id, to_number: $to_number, message: $message, instance_id: $instance_id, reply_message_id: $reply_message_id, from_chat: $from_chat, client_id: $client_id) { ${customerChatFields} } }`,
  z.object({ sendMessage: customerChatSchema }),
);

export const sendMessageSdl = /* GraphQL */ `
  extend type Mutation {
    sendMessage(
      user_id: ID
      to_number: String!
      message: String!
      instance_id: ID!
      reply_message_id: ID
      from_chat: Boolean = true
      client_id: ID
    ): CustomerChat!
  }
`;
