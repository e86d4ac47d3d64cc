import * as z from 'zod/mini';
import { customerChatFields, customerChatSchema, type CustomerChat } from '../entities/customer-chat.ts';
import { operation } from './operation.ts';

export type SendReactionVariables = {
  user_id?: string | null;
  message_id: string;
  emoji: string;
  client_id?: string | null;
};

/**
 * Reacts to a message with one emoji; an empty one takes the reaction back. Returns the reaction's own message.
 * Idempotent by user and `client_id`. Refuses a message that the provider doesn't have, a ticket that is finished or
 * nobody's, and whatever sendMessage refuses.
 */
export const sendReaction = operation<SendReactionVariables, { sendReaction: CustomerChat }>(
  'sendReaction',
  `mutation sendReaction($user_id: ID, $message_id: ID!, $emoji: String!, $client_id: ID) { sendReaction(user_id: $user_id, message_id: $message_id, emoji: $emoji, client_id: $client_id) { ${customerChatFields} } }`,
  z.object({ sendReaction: customerChatSchema }),
);

export const sendReactionSdl = /* GraphQL */ `
  extend type Mutation {
    sendReaction(user_id: ID, message_id: ID!, emoji: String!, client_id: ID): CustomerChat!
  }
`;
