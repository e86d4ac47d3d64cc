import * as z from 'zod/mini';
import { idSchema, timestampSchema } from '../scalars.ts';
import { operation } from './operation.ts';

/** A browser in which the user is logged in. `last_used_at` is accurate to a few minutes. */
export const ownSessionSchema = z.object({
  id: idSchema,
  created_at: timestampSchema,
  last_used_at: timestampSchema,
  expires_at: timestampSchema,
  address: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  is_current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;

export type MySessionsVariables = Record<string, never>;

/** The current user's active sessions: this one first, then the most recently used. */
export const mySessions = operation<MySessionsVariables, { mySessions: OwnSession[] }>(
  'mySessions',
  `query mySessions { mySessions { id created_at last_used_at expires_at address user_agent is_current } }`,
  z.object({ mySessions: z.array(ownSessionSchema) }),
);

export const mySessionsSdl = /* GraphQL */ `
  type OwnSession {
    id: ID!
    created_at: String!
    last_used_at: String!
    expires_at: String!
    address: String
    user_agent: String
    is_current: Boolean!
  }
  extend type Query {
    mySessions: [OwnSession!]!
  }
`;
