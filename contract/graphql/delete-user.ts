import * as z from 'zod/mini';
import { operation } from './operation.ts';

export type DeleteUserVariables = { id: string };

/** Deletes a user: their sessions end, their open tickets go back to the queue, their name stays in old conversations. */
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
