import * as z from 'zod/mini';
import { managedRoleSchema } from '../entities/role.ts';
import { chosenIdSchema, versionSchema } from '../fields.ts';
import { restCall } from './call.ts';

/** What a role is to permit, whole; each route once. */
export const permissionUpdateSchema = z.object({
  roleId: chosenIdSchema,
  permissions: z.array(z.string().check(z.maxLength(100)), { error: 'error.field.invalid' }).check(
    z.maxLength(200, 'error.field.tooMany'),
    z.overwrite((routes) => [...new Set(routes)]),
  ),
  version: versionSchema,
});
export type PermissionUpdate = z.infer<typeof permissionUpdateSchema>;

/** Sets what a role permits. Sessions of its users follow at once. */
export const updatePermissions = restCall({
  method: 'POST',
  path: '/api/permission/update',
  body: permissionUpdateSchema,
  answer: managedRoleSchema,
});
