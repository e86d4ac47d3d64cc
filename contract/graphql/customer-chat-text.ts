import * as z from 'zod/mini';
import { countSchema, idSchema } from '../scalars.ts';
import { operation } from './operation.ts';

/** `from` counts the characters (code points) before the part that is asked for. */
export type CustomerChatTextVariables = { id: string; from?: number | null };

/** A part of a message's text. `next` is where the part after it begins; null at the end. */
export const customerChatTextSchema = z.object({ id: idSchema, message: z.string(), next: z.nullable(countSchema) });
export type CustomerChatText = z.infer<typeof customerChatTextSchema>;

/**
 * The text of a message that goes out cut, at most `TEXT_PART_LENGTH` characters at once. Refuses as not
 * found a message that the asking user doesn't read.
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
