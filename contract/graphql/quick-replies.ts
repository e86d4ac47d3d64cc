import * as z from 'zod/mini';
import {
  quickReplyFields,
  quickReplySchema,
  quickReplySdl,
  type QuickReply,
  type QuickReplyForm,
} from '../entities/quick-reply.ts';
import { operation } from './operation.ts';

/** The company's quick replies and the user's own, by shortcut. */
export const quickReplies = operation<Record<string, never>, { quickReplies: QuickReply[] }>(
  'quickReplies',
  `query quickReplies { quickReplies { ${quickReplyFields} } }`,
  z.object({ quickReplies: z.array(quickReplySchema) }),
);

export type NewQuickReplyVariables = QuickReplyForm & { personal: boolean };

/** Adds a quick reply, the company's or the user's own. */
export const newQuickReply = operation<NewQuickReplyVariables, { newQuickReply: QuickReply }>(
  'newQuickReply',
  `mutation newQuickReply($shortcut: String!, $text: String!, $personal: Boolean!) { newQuickReply(shortcut: $shortcut, text: $text, personal: $personal) { ${quickReplyFields} } }`,
  z.object({ newQuickReply: quickReplySchema }),
);

export type UpdateQuickReplyVariables = QuickReplyForm & { id: string; version?: string | null | undefined };

/** Changes a quick reply. */
export const updateQuickReply = operation<UpdateQuickReplyVariables, { updateQuickReply: QuickReply }>(
  'updateQuickReply',
  `mutation updateQuickReply($id: ID!, $version: String, $shortcut: String!, $text: String!) { updateQuickReply(id: $id, version: $version, shortcut: $shortcut, text: $text) { ${quickReplyFields} } }`,
  z.object({ updateQuickReply: quickReplySchema }),
);

/** Deletes a quick reply. */
export const deleteQuickReply = operation<{ id: string }, { deleteQuickReply: boolean }>(
  'deleteQuickReply',
  'mutation deleteQuickReply($id: ID!) { deleteQuickReply(id: $id) }',
  z.object({ deleteQuickReply: z.boolean() }),
);

export const quickRepliesSdl = /* GraphQL */ `
  ${quickReplySdl}
  extend type Query {
    quickReplies: [QuickReply!]!
  }
  extend type Mutation {
    newQuickReply(shortcut: String!, text: String!, personal: Boolean!): QuickReply!
    updateQuickReply(id: ID!, version: String, shortcut: String!, text: String!): QuickReply!
    deleteQuickReply(id: ID!): Boolean!
  }
`;
