import * as z from 'zod/mini';
import { TAG_COLORS } from '../facts/customers.ts';
import { lineSchema } from '../fields.ts';
import { idSchema } from '../scalars.ts';

/** A tag as a customer bears it. */
export const customerTagSchema = z.object({ id: idSchema, name: z.string(), color: z.enum(TAG_COLORS) });
export type CustomerTag = z.infer<typeof customerTagSchema>;
export const customerTagFields = 'id name color';

/** A company's tag. */
export const tagSchema = z.extend(customerTagSchema, { version: z.string() });
export type Tag = z.infer<typeof tagSchema>;
export const tagFields = `${customerTagFields} version`;

/** Creates or changes a tag. */
export const tagFormSchema = z.object({
  name: lineSchema(60),
  color: z.enum(TAG_COLORS, { error: 'error.field.invalid' }),
});
export type TagForm = z.infer<typeof tagFormSchema>;

export const tagSdl = /* GraphQL */ `
  type CustomerTag {
    id: ID!
    name: String!
    color: String!
  }
  type Tag {
    id: ID!
    name: String!
    color: String!
    version: String!
  }
`;
