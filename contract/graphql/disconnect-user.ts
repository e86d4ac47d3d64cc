import * as z from 'zod/mini';
import { operation } from './operation.ts';

export type DisconnectUserVariables = { user_id: string };

/** Ends the sessions of another user; their sockets close with 4403. */
export const disconnectUser = operation<DisconnectUserVariables, { disconnectUser: boolean }>(
  'disconnectUser',
  `mutation disconnectUser($user_id: ID!) { disconnectUser(user_id: $user_id) }`,
  z.object({ disconnectUser: z.boolean() }),
);

export const disconnectUserSdl = /* GraphQL */ `
  extend type Mutation {
    disconnectUser(user_id: ID!): Boolean!
  }
`;
