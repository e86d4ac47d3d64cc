import * as z from 'zod/mini';
import {
  messageTemplateFields,
  messageTemplateSchema,
  messageTemplateSdl,
  type MessageTemplate,
} from '../entities/message-template.ts';
import { operation } from './operation.ts';

export type MessageTemplatesVariables = { instance_id: string };

/** The templates that can be sent from an instance, by name; none unless the instance is on Meta's API. */
export const messageTemplates = operation<MessageTemplatesVariables, { messageTemplates: MessageTemplate[] }>(
  'messageTemplates',
  `query messageTemplates($instance_id: ID!) { messageTemplates(instance_id: $instance_id) { ${messageTemplateFields} } }`,
  z.object({ messageTemplates: z.array(messageTemplateSchema) }),
);

export const messageTemplatesSdl = /* GraphQL */ `
  ${messageTemplateSdl}
  extend type Query {
    messageTemplates(instance_id: ID!): [MessageTemplate!]!
  }
`;
