import * as z from 'zod/mini';
import { operation } from './operation.ts';

export type RevokeSessionVariables = { id: string };

/** Ends another session of the current user. */
export const revokeSession = operation<RevokeSessionVariables, { revokeSession: boolean }>(
  'revokeSession',
  `mutation revokeSession($id: ID!) { revokeSession(id: $id) }`,
  z.object({ revokeSession: z.boolean() }),
);

export const revokeSessionSdl = /* GraphQL */ `
  extend type Mutation {
    revokeSession(id: ID!): Boolean!
  }
`;
