import * as z from 'zod/mini';
import { managedRoleSchema } from '../entities/role.ts';
import { chosenIdSchema, versionSchema } from '../fields.ts';
import { restCall } from './call.ts';

/** The complete list of a role's permissions, without duplicates. */
export const permissionUpdateSchema = z.object({
  roleId: chosenIdSchema,
  permissions: z.array(z.string().check(z.maxLength(100)), { error: 'error.field.invalid' }).check(
    z.maxLength(200, 'error.field.tooMany'),
    z.overwrite((routes) => [...new Set(routes)]),
  ),
  version: versionSchema,
});
export type PermissionUpdate = z.infer<typeof permissionUpdateSchema>;

/** Sets a role's permissions. Takes effect in its users' sessions at once. */
export const updatePermissions = restCall({
  method: 'POST',
  path: '/api/permission/update',
  body: permissionUpdateSchema,
  answer: managedRoleSchema,
});
