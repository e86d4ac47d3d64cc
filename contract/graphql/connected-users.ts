import * as z from 'zod/mini';
import { idSchema, timestampSchema } from '../scalars.ts';
import { roleSummarySchema } from '../entities/user.ts';
import { operation } from './operation.ts';

/** A user who is at work now, and from where. */
export const connectedUserSchema = z.object({
  id: idSchema,
  name: z.string(),
  image: z.nullable(z.string()),
  role: roleSummarySchema,
  /** Whether they set themselves away. */
  isAway: z.optional(z.boolean()),
  connected_at: z.nullable(timestampSchema),
  last_seen_at: z.nullable(timestampSchema),
  address: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
});
export type ConnectedUser = z.infer<typeof connectedUserSchema>;

export type ConnectedUsersVariables = Record<string, never>;

/** Users at work, by name, including those a ticket can't be transferred to. */
export const connectedUsers = operation<ConnectedUsersVariables, { connectedUsers: ConnectedUser[] }>(
  'connectedUsers',
  `query connectedUsers { connectedUsers { id name image role { id name display_name } isAway connected_at last_seen_at address user_agent } }`,
  z.object({ connectedUsers: z.array(connectedUserSchema) }),
);

export const connectedUsersSdl = /* GraphQL */ `
  type ConnectedUser {
    id: ID!
    name: String!
    image: String
    role: Role!
    isAway: Boolean!
    connected_at: String
    last_seen_at: String
    address: String
    user_agent: String
  }
  extend type Query {
    connectedUsers: [ConnectedUser!]!
  }
`;
