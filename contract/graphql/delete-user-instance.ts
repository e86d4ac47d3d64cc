import * as z from 'zod/mini';
import { operation } from './operation.ts';

export type DeleteUserInstanceVariables = { id: string };

/** Removes an instance from a user; `id` is that of the link. */
export const deleteUserInstance = operation<DeleteUserInstanceVariables, { deleteUserInstance: boolean }>(
  'deleteUserInstance',
  `mutation deleteUserInstance($id: ID!) { deleteUserInstance(id: $id) }`,
  z.object({ deleteUserInstance: z.boolean() }),
);

export const deleteUserInstanceSdl = /* GraphQL */ `
  extend type Mutation {
    deleteUserInstance(id: ID!): Boolean!
  }
`;
