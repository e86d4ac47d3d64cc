import * as z from 'zod/mini';
import { customerChatFields, customerChatSchema, type CustomerChat } from '../entities/customer-chat.ts';
import type { TemplateValue } from '../entities/message-template.ts';
import { operation } from './operation.ts';

export type SendTemplateVariables = {
  user_id?: string | null;
  to_number: string;
  instance_id: string;
  template_id: string;
  variables?: readonly TemplateValue[] | null;
  client_id: string;
};

/**
 * Sends a template, whether the 24-hour window is open or shut; the message has its filled text. Idempotent by user and
 * `client_id`. Of a carousel's cards the value `file.0` is the id of an own file, by `uploadCampaignFile`; without it the
 * template's example is sent. Refuses a template that isn't approved any more (`error.template.is.paused`,
 * `.rejected`, `.pending`, or `error.template.unavailable`), missing variables by
 * their keys, marketing to a customer who declined it, and what sendMessage refuses but for the window.
 */
export const sendTemplate = operation<SendTemplateVariables, { sendTemplate: CustomerChat }>(
  'sendTemplate',
  `mutation sendTemplate($user_id: ID, $to_number: String!, $instance_id: ID!, $template_id: ID!, $variables: [TemplateValue!], $client_id: ID!) { sendTemplate(user_id: $user_id, to_number: $to_number, instance_id: $instance_id, template_id: $template_id, variables: $variables, client_id: $client_id) { ${customerChatFields} } }`,
  z.object({ sendTemplate: customerChatSchema }),
);

export const sendTemplateSdl = /* GraphQL */ `
  extend type Mutation {
    sendTemplate(
      user_id: ID
      to_number: String!
      instance_id: ID!
      template_id: ID!
      variables: [TemplateValue!]
      client_id: ID!
    ): CustomerChat!
  }
`;
