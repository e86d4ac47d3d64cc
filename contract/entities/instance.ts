import * as z from 'zod/mini';
import { CHANNELS } from '../facts/channels.ts';
import { idSchema } from '../scalars.ts';

/** A company's connection: one number at a provider. */
export const instanceSchema = z.object({
  id: idSchema,
  name: z.string(),
  activated: z.boolean(),
  channel: z.optional(z.enum(CHANNELS)),
  /** It isn't official, and a gateway carries its messages. */
  hasGateway: z.optional(z.boolean()),
  /** Its phone isn't paired with its gateway, so nothing comes or goes. Optional: servers of the version before don't tell. */
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
