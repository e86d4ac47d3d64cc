import * as z from 'zod/mini';
import { operation } from './operation.ts';

export type DeleteUserVariables = { id: string };

/**
 * Deletes a user: ends their sessions, and their open tickets return to the queue. Their name stays in old
 * conversations.
 */
export const deleteUser = operation<DeleteUserVariables, { deleteUser: boolean }>(
  'deleteUser',
  `mutation deleteUser($id: ID!) { deleteUser(id: $id) }`,
  z.object({ deleteUser: z.boolean() }),
);

export const deleteUserSdl = /* GraphQL */ `
  extend type Mutation {
    deleteUser(id: ID!): Boolean!
  }
`;
