import * as z from 'zod/mini';
import { idSchema } from '../scalars.ts';

/** A company's connection: one number at a provider. */
export const instanceSchema = z.object({ id: idSchema, name: z.string(), activated: z.boolean() });
export type Instance = z.infer<typeof instanceSchema>;
export const instanceFields = 'id name activated';

export const instanceSdl = /* GraphQL */ `
  type Instance {
    id: ID!
    name: String!
    activated: Boolean!
  }
`;
