import * as z from 'zod/mini';
import { operation } from './operation.ts';

export type DeleteRoleVariables = { id: string };

/** Deletes a role that nobody has. */
export const deleteRole = operation<DeleteRoleVariables, { deleteRole: boolean }>(
  'deleteRole',
  `mutation deleteRole($id: ID!) { deleteRole(id: $id) }`,
  z.object({ deleteRole: z.boolean() }),
);

export const deleteRoleSdl = /* GraphQL */ `
  extend type Mutation {
    deleteRole(id: ID!): Boolean!
  }
`;
