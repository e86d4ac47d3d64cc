import * as z from 'zod/mini';
import { customerChatFields, customerChatSchema, type CustomerChat } from '../entities/customer-chat.ts';
import { operation } from './operation.ts';

export type SentMessageVariables = { client_id: string };

/** The message that the current user sent with a client id, or null: resolves a send whose answer was lost. */
export const sentMessage = operation<SentMessageVariables, { sentMessage: CustomerChat | null }>(
  'sentMessage',
  `query sentMessage($client_id: ID!) { sentMessage(client_id: $client_id) { ${customerChatFields} } }`,
  z.object({ sentMessage: z.nullable(customerChatSchema) }),
);

export const sentMessageSdl = /* GraphQL */ `
  extend type Query {
    sentMessage(client_id: ID!): CustomerChat
  }
`;
