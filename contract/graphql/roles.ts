import * as z from 'zod/mini';
import { managedRoleFields, managedRoleSchema, type ManagedRole } from '../entities/role.ts';
import { operation } from './operation.ts';

export type RolesVariables = { id?: string | null | undefined };

/** The tenant's roles by name, or one by id. */
export const roles = operation<RolesVariables, { roles: ManagedRole[] }>(
  'roles',
  `query roles($id: ID) { roles(id: $id) { ${managedRoleFields} } }`,
  z.object({ roles: z.array(managedRoleSchema) }),
);

export const rolesSdl = /* GraphQL */ `
  extend type Query {
    roles(id: ID): [ManagedRole!]!
  }
`;
