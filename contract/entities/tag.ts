import * as z from 'zod/mini';
import { TAG_COLORS } from '../facts/tag-colors.ts';
import { idSchema } from '../scalars.ts';

/** A tag as a customer bears it. */
export const customerTagSchema = z.object({ id: idSchema, name: z.string(), color: z.enum(TAG_COLORS) });
export type CustomerTag = z.infer<typeof customerTagSchema>;
export const customerTagFields = 'id name color';

/** A company's tag. */
export const tagSchema = z.extend(customerTagSchema, { version: z.string() });
export type Tag = z.infer<typeof tagSchema>;
export const tagFields = `${customerTagFields} version`;

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
