import * as z from 'zod/mini';
import { lineSchema, versionSchema } from '../fields.ts';
import { countSchema, idSchema } from '../scalars.ts';

/**
 * A role and its permissions. `users_count` is how many users have it. `is_fixed`: it permits everything and can't be
 * changed or deleted. `version` is the one that a form loaded.
 */
export const managedRoleSchema = z.object({
  id: idSchema,
  name: z.string(),
  display_name: z.string(),
  has_permission_routes: z.array(z.object({ route_name: z.string() })),
  users_count: countSchema,
  is_fixed: z.boolean(),
  version: z.string(),
});
export type ManagedRole = z.infer<typeof managedRoleSchema>;

export const managedRoleFields =
  'id name display_name has_permission_routes { route_name } users_count is_fixed version';

export const managedRoleSdl = /* GraphQL */ `
  type ManagedRole {
    id: ID!
    name: String!
    display_name: String!
    has_permission_routes: [Permission!]!
    users_count: Int!
    is_fixed: Boolean!
    version: String!
  }
`;

/** The form of a role. */
export const roleNameSchema = z.object({ display_name: lineSchema(60, 2), version: versionSchema });
