import * as z from 'zod/mini';
import { customerChatFields, customerChatSchema, sharedFields, type CustomerChat } from '../entities/customer-chat.ts';
import { operation } from './operation.ts';

/** In degrees. */
export type PlaceInput = { latitude: number; longitude: number; name?: string | null; address?: string | null };

export type ContactInput = { name: string; organization?: string | null; phones: string[]; emails: string[] };

/** With a `button` a list that it opens, else reply buttons. */
export type ChoicesInput = {
  text: string;
  button?: string | null;
  options: { title: string; description?: string | null }[];
};

export type ShareContentVariables = {
  user_id?: string | null;
  location?: PlaceInput | null;
  contact?: ContactInput | null;
  choices?: ChoicesInput | null;
  to_number: string;
  instance_id: string;
  reply_message_id?: string | null;
  client_id?: string | null;
};

/**
 * Sends a place, a contact card, or a text with choices; exactly one of the three is given. Idempotent by user and
 * `client_id`. Refuses by field degrees that aren't on Earth, a card without a name or without a number, choices that
 * the Cloud API doesn't take, a text that is too long, and whatever sendMessage refuses.
 */
export const shareContent = operation<ShareContentVariables, { shareContent: CustomerChat }>(
  'shareContent',
  `mutation shareContent($user_id: ID, $location: PlaceInput, $contact: ContactInput, $choices: ChoicesInput, $to_number: String!, $instance_id: ID!, $reply_message_id: ID, $client_id: ID) { shareContent(user_id: $user_id, location: $location, contact: $contact, choices: $choices, to_number: $to_number, instance_id: $instance_id, reply_message_id: $reply_message_id, client_id: $client_id) { ${customerChatFields} ${sharedFields} } }`,
  z.object({ shareContent: customerChatSchema }),
);

export const shareContentSdl = /* GraphQL */ `
  input PlaceInput {
    latitude: Float!
    longitude: Float!
    name: String
    address: String
  }
  input ContactInput {
    name: String!
    organization: String
    phones: [String!]!
    emails: [String!]!
  }
  input ChoiceOptionInput {
    title: String!
    description: String
  }
  input ChoicesInput {
    text: String!
    button: String
    options: [ChoiceOptionInput!]!
  }
  extend type Mutation {
    shareContent(
      user_id: ID
      location: PlaceInput
      contact: ContactInput
      choices: ChoicesInput
      to_number: String!
      instance_id: ID!
      reply_message_id: ID
      client_id: ID
    ): CustomerChat!
  }
`;
