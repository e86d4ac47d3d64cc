import * as z from 'zod/mini';
import { countSchema, idSchema } from '../scalars.ts';
import { operation } from './operation.ts';

/** `from` is the offset of the part, in characters (code points). */
export type CustomerChatTextVariables = { id: string; from?: number | null };

/** A part of a message's text. `next` is the offset of the next part; null at the end. */
export const customerChatTextSchema = z.object({ id: idSchema, message: z.string(), next: z.nullable(countSchema) });
export type CustomerChatText = z.infer<typeof customerChatTextSchema>;

/**
 * The text of a shortened message, at most `TEXT_PART_LENGTH` characters per call. A message that the user can't see is
 * not found.
 */
export const customerChatText = operation<CustomerChatTextVariables, { customerChatText: CustomerChatText }>(
  'customerChatText',
  'query customerChatText($id: ID!, $from: Int) { customerChatText(id: $id, from: $from) { id message next } }',
  z.object({ customerChatText: customerChatTextSchema }),
);

export const customerChatTextSdl = /* GraphQL */ `
  type CustomerChatText {
    id: ID!
    message: String!
    next: Int
  }
  extend type Query {
    customerChatText(id: ID!, from: Int = 0): CustomerChatText!
  }
`;
