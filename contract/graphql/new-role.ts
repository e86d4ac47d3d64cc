import * as z from 'zod/mini';
import { managedRoleFields, managedRoleSchema, type ManagedRole } from '../entities/role.ts';
import { operation } from './operation.ts';

export type NewRoleVariables = { display_name: string };

/** Adds a role without permissions. */
export const newRole = operation<NewRoleVariables, { newRole: ManagedRole }>(
  'newRole',
  `mutation newRole($display_name: String!) { newRole(display_name: $display_name) { ${managedRoleFields} } }`,
  z.object({ newRole: managedRoleSchema }),
);

export const newRoleSdl = /* GraphQL */ `
  extend type Mutation {
    newRole(display_name: String!): ManagedRole!
  }
`;
