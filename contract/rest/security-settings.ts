import * as z from 'zod/mini';
import { versionSchema } from '../fields.ts';
import { countSchema } from '../scalars.ts';
import { restCall } from './call.ts';

/** What a company requires of logins; `users_without` is how many have no second factor. */
export const securitySettingsSchema = z.object({
  two_factor_required: z.boolean(),
  users_without: countSchema,
  version: z.string(),
});
export type SecuritySettings = z.infer<typeof securitySettingsSchema>;

/** The company's rules for logins. */
export const securitySettings = restCall({
  method: 'GET',
  path: '/api/security-settings',
  body: z.object({}),
  answer: securitySettingsSchema,
});

/** Changes them. Users without a required second factor can do nothing but set one up. */
export const updateSecuritySettings = restCall({
  method: 'PATCH',
  path: '/api/security-settings',
  body: z.object({ two_factor_required: z.boolean('error.field.invalid'), version: versionSchema }),
  answer: securitySettingsSchema,
});
