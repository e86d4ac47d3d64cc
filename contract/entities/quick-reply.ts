import * as z from 'zod/mini';
import { hasOnlyVariables, QUICK_REPLY_TEXT_MAX } from '../facts/quick-replies.ts';
import { idSchema } from '../scalars.ts';

/** A text that attendants insert by its shortcut. `personal`: the user's own, not the company's. */
export const quickReplySchema = z.object({
  id: idSchema,
  shortcut: z.string(),
  text: z.string(),
  personal: z.boolean(),
  version: z.string(),
});
export type QuickReply = z.infer<typeof quickReplySchema>;
export const quickReplyFields = 'id shortcut text personal version';

/** Creates or changes a quick reply. A shortcut is one word, without the slash. */
export const quickReplyFormSchema = z.object({
  shortcut: z
    .string({ error: 'error.field.required' })
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, { error: 'error.field.required', abort: true }),
      z.maxLength(30, 'error.field.tooLong'),
      z.regex(/^[\p{L}\p{N}_-]+$/u, 'error.quickReply.shortcut'),
    ),
  text: z
    .string({ error: 'error.field.required' })
    .check(
      z.trim(),
      z.minLength(1, { error: 'error.field.required', abort: true }),
      z.maxLength(QUICK_REPLY_TEXT_MAX, 'error.field.tooLong'),
      z.regex(/^[^\p{Cs}\0]*$/u, 'error.field.characters'),
      z.refine(hasOnlyVariables, 'error.quickReply.variable'),
    ),
});
export type QuickReplyForm = z.infer<typeof quickReplyFormSchema>;

export const quickReplySdl = /* GraphQL */ `
  type QuickReply {
    id: ID!
    shortcut: String!
    text: String!
    personal: Boolean!
    version: String!
  }
`;
