import * as z from 'zod/mini';
import { idSchema, timestampSchema } from '../scalars.ts';
import { operation } from './operation.ts';

/** A browser in which one is logged in. `last_used_at` is exact to some minutes. */
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

/** One's own sessions that live, this one first, then the last used first. */
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
