import * as z from 'zod/mini';
import { chatTicketFields, chatTicketSchema, type ChatTicket } from '../entities/chat-ticket.ts';
import type { TemplateValue } from '../entities/message-template.ts';
import {
  numberConversationFields,
  numberConversationSchema,
  numberConversationSdl,
  type NumberConversation,
} from '../entities/number-conversation.ts';
import { operation } from './operation.ts';

export type NumberConversationVariables = { to_number: string; instance_id: string };

/**
 * How a conversation with a number on an instance can begin, for a user who serves it. Refuses a malformed number by
 * field, and with CONFLICT a blacklisted one (`error.customer.blacklisted`).
 */
export const numberConversation = operation<NumberConversationVariables, { numberConversation: NumberConversation }>(
  'numberConversation',
  `query numberConversation($to_number: String!, $instance_id: ID!) { numberConversation(to_number: $to_number, instance_id: $instance_id) { ${numberConversationFields} } }`,
  z.object({ numberConversation: numberConversationSchema }),
);

export type StartConversationVariables = NumberConversationVariables & {
  template_id?: string | null | undefined;
  variables?: readonly TemplateValue[] | null | undefined;
  client_id: string;
};

/**
 * Opens a ticket of a number, known or not, owned by the user, and sends the template if one is given; without one the
 * 24-hour window has to be open. Returns the open ticket, and sends nothing, if there is one that the user may work on.
 * Idempotent by user and `client_id` once a template was sent. CONFLICT `error.ticket.taken` with the owner's `name` if
 * somebody else has the conversation; and what sendTemplate refuses. What colleagues wrote before isn't read through it.
 */
export const startConversation = operation<StartConversationVariables, { startConversation: ChatTicket }>(
  'startConversation',
  `mutation startConversation($to_number: String!, $instance_id: ID!, $template_id: ID, $variables: [TemplateValue!], $client_id: ID!) { startConversation(to_number: $to_number, instance_id: $instance_id, template_id: $template_id, variables: $variables, client_id: $client_id) { ${chatTicketFields} } }`,
  z.object({ startConversation: chatTicketSchema }),
);

export const startConversationSdl = /* GraphQL */ `
  ${numberConversationSdl}
  extend type Query {
    numberConversation(to_number: String!, instance_id: ID!): NumberConversation!
  }
  extend type Mutation {
    startConversation(
      to_number: String!
      instance_id: ID!
      template_id: ID
      variables: [TemplateValue!]
      client_id: ID!
    ): ChatTicket!
  }
`;
