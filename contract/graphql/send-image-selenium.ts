import * as z from 'zod/mini';
import { customerChatFields, customerChatSchema, sharedFields, type CustomerChat } from '../entities/customer-chat.ts';
import { operation } from './operation.ts';

export type SendImageSeleniumVariables = {
  user_id?: string | null;
  image_url: string;
  image_caption?: string | null;
  to_number: string;
  instance_id: string;
  client_id?: string | null;
};

/**
 * Sends an image that the provider fetches from its URL. Idempotent by user and `client_id`. Refuses a URL that isn't
 * an image, https and public, and whatever sendMessage refuses.
 */
export const sendImageSelenium = operation<SendImageSeleniumVariables, { sendImageSelenium: CustomerChat }>(
  'sendImageSelenium',
  `mutation sendImageSelenium($user_id: ID, $image_url: String!, $image_caption: String, $to_number: String!, $instance_id: ID!, $client_id: ID) { sendImageSelenium(user_id: $user_id, image_url: $image_url, image_caption: $image_caption, to_number: $to_number, instance_id: $instance_id, client_id: $client_id) { ${customerChatFields} ${sharedFields} } }`,
  z.object({ sendImageSelenium: customerChatSchema }),
);

export const sendImageSeleniumSdl = /* GraphQL */ `
  extend type Mutation {
    sendImageSelenium(
      user_id: ID
      image_url: String!
      image_caption: String
      to_number: String!
      instance_id: ID!
      client_id: ID
    ): CustomerChat!
  }
`;
