import * as z from 'zod/mini';
import { customerChatFields, customerChatSchema, type CustomerChat } from '../entities/customer-chat.ts';
import { operation } from './operation.ts';

export type SendFileVariables = {
  user_id?: string | null;
  to_number: string;
  instance_id: string;
  caption?: string | null;
  reply_message_id?: string | null;
  client_id: string;
};

/**
 * Sends the file that the user uploaded under the same `client_id` (`uploadOutgoingFile`). Idempotent by user and
 * `client_id`. Refuses with NOT_FOUND (`error.file.notUploaded`) when it isn't there, a document that only a
 * gateway takes where there is none (`error.file.notTaken`), a caption that is too long or that the kind doesn't take, and
 * whatever sendMessage refuses.
 */
export const sendFile = operation<SendFileVariables, { sendFile: CustomerChat }>(
  'sendFile',
  `mutation sendFile($user_id: ID, $to_number: String!, $instance_id: ID!, $caption: String, $reply_message_id: ID, $client_id: ID!) { sendFile(user_id: $user_id, to_number: $to_number, instance_id: $instance_id, caption: $caption, reply_message_id: $reply_message_id, client_id: $client_id) { ${customerChatFields} } }`,
  z.object({ sendFile: customerChatSchema }),
);

export const sendFileSdl = /* GraphQL */ `
  extend type Mutation {
    sendFile(
      user_id: ID
      to_number: String!
      instance_id: ID!
      caption: String
      reply_message_id: ID
      client_id: ID!
    ): CustomerChat!
  }
`;
