import * as z from 'zod/mini';
import { managedRoleFields, managedRoleSchema, type ManagedRole } from '../entities/role.ts';
import { operation } from './operation.ts';

export type UpdateRoleVariables = { id: string; display_name: string; version?: string | null | undefined };

/** Renames a role. */
export const updateRole = operation<UpdateRoleVariables, { updateRole: ManagedRole }>(
  'updateRole',
  `mutation updateRole($id: ID!, $display_name: String!, $version: String) { updateRole(id: $id, display_name: $display_name, version: $version) { ${managedRoleFields} } }`,
  z.object({ updateRole: managedRoleSchema }),
);

export const updateRoleSdl = /* GraphQL */ `
  extend type Mutation {
    updateRole(id: ID!, display_name: String!, version: String): ManagedRole!
  }
`;
