import * as z from 'zod/mini';
import { CHANNELS } from '../facts/channels.ts';
import { idSchema } from '../scalars.ts';

/** A company's connection: one number at a provider. */
export const instanceSchema = z.object({
  id: idSchema,
  name: z.string(),
  activated: z.boolean(),
  channel: z.optional(z.enum(CHANNELS)),
  /** A gateway carries its messages; it isn't official. */
  hasGateway: z.optional(z.boolean()),
  /** Its phone isn't paired, so it neither sends nor receives. Optional: the previous version doesn't send it. */
  notPaired: z.optional(z.boolean()),
});
export type Instance = z.infer<typeof instanceSchema>;
export const instanceFields = 'id name activated channel hasGateway notPaired';

export const instanceSdl = /* GraphQL */ `
  type Instance {
    id: ID!
    name: String!
    activated: Boolean!
    channel: String!
    hasGateway: Boolean!
    notPaired: Boolean!
  }
`;
