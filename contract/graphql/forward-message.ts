import * as z from 'zod/mini';
import { customerChatFields, customerChatSchema, sharedFields, type CustomerChat } from '../entities/customer-chat.ts';
import { operation } from './operation.ts';

export type ForwardMessageVariables = {
  user_id?: string | null;
  message_id: string;
  to_number: string;
  instance_id: string;
  client_id: string;
};

/**
 * Sends a message that the user can read once more, to another customer, with its text or its stored file. Idempotent
 * by user and `client_id`. An undelivered message that goes to its own customer is sent once more as it was:
 * `repeats_id`. Refuses kinds that can't be forwarded, a file that isn't there or that its
 * instance doesn't take, and whatever sendMessage refuses.
 */
export const forwardMessage = operation<ForwardMessageVariables, { forwardMessage: CustomerChat }>(
  'forwardMessage',
  `mutation forwardMessage($user_id: ID, $message_id: ID!, $to_number: String!, $instance_id: ID!, $client_id: ID!) { forwardMessage(user_id: $user_id, message_id: $message_id, to_number: $to_number, instance_id: $instance_id, client_id: $client_id) { ${customerChatFields} ${sharedFields} } }`,
  z.object({ forwardMessage: customerChatSchema }),
);

export const forwardMessageSdl = /* GraphQL */ `
  extend type Mutation {
    forwardMessage(user_id: ID, message_id: ID!, to_number: String!, instance_id: ID!, client_id: ID!): CustomerChat!
  }
`;
