import * as z from 'zod/mini';
import { TICKET_SORTS, TICKET_VIEWS, SAVED_VIEW_NAME_MAX } from '../facts/ticket-views.ts';
import { idSchema } from '../scalars.ts';

/** A saved state of the list: its view, order and filters; null and false mean any. */
export const savedViewQuerySchema = z.object({
  view: z.enum([...TICKET_VIEWS, 'finished']),
  sort_name: z.enum(TICKET_SORTS),
  instance_id: z.nullable(idSchema),
  department_id: z.nullable(idSchema),
  user_id: z.nullable(idSchema),
  tag_id: z.nullable(idSchema),
  unseen: z.boolean(),
  not_responded: z.boolean(),
  blacklisted: z.boolean(),
});
export type SavedViewQuery = z.infer<typeof savedViewQuerySchema>;

/** A view of the list that the user saved. `gone`: the fields whose ids no longer exist, or are hidden from the user. */
export const savedViewSchema = z.extend(savedViewQuerySchema, {
  id: idSchema,
  name: z.string(),
  gone: z.array(z.string()),
});
export type SavedView = z.infer<typeof savedViewSchema>;
export const savedViewFields =
  'id name view sort_name instance_id department_id user_id tag_id unseen not_responded blacklisted gone';

/** Saves the current list under a name, or renames a saved one. */
export const savedViewFormSchema = z.extend(savedViewQuerySchema, {
  name: z
    .string({ error: 'error.field.required' })
    .check(
      z.trim(),
      z.minLength(1, { error: 'error.field.required', abort: true }),
      z.maxLength(SAVED_VIEW_NAME_MAX, 'error.field.tooLong'),
      z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'error.field.characters'),
    ),
});
export type SavedViewForm = z.infer<typeof savedViewFormSchema>;

export const savedViewSdl = /* GraphQL */ `
  type SavedView {
    id: ID!
    name: String!
    view: String!
    sort_name: String!
    instance_id: ID
    department_id: ID
    user_id: ID
    tag_id: ID
    unseen: Boolean!
    not_responded: Boolean!
    blacklisted: Boolean!
    gone: [String!]!
  }
`;
