import * as z from 'zod/mini';
import { managedRoleFields, managedRoleSchema, type ManagedRole } from '../entities/role.ts';
import { operation } from './operation.ts';

export type DuplicateRoleVariables = { id: string; display_name: string };

/** Adds a role with the permissions of another. */
export const duplicateRole = operation<DuplicateRoleVariables, { duplicateRole: ManagedRole }>(
  'duplicateRole',
  `mutation duplicateRole($id: ID!, $display_name: String!) { duplicateRole(id: $id, display_name: $display_name) { ${managedRoleFields} } }`,
  z.object({ duplicateRole: managedRoleSchema }),
);

export const duplicateRoleSdl = /* GraphQL */ `
  extend type Mutation {
    duplicateRole(id: ID!, display_name: String!): ManagedRole!
  }
`;
