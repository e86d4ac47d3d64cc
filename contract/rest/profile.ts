import * as z from 'zod/mini';
import { userImageSchema } from '../entities/managed-user.ts';
import { PERSON_NAME } from '../facts/accounts.ts';
import { emailSchema, lineSchema, versionSchema } from '../fields.ts';
import { idSchema } from '../scalars.ts';
import { restCall } from './call.ts';

/** One's own profile. `may_change_email`: if false, an administrator has to do it. */
export const profileSchema = z.object({
  id: idSchema,
  name: z.string(),
  username: z.string(),
  email: z.string(),
  image: z.nullable(z.string()),
  role: z.string(),
  department: z.nullable(z.string()),
  may_change_email: z.boolean(),
  version: z.string(),
});
export type Profile = z.infer<typeof profileSchema>;

export const profile = restCall({ method: 'GET', path: '/api/profile', body: z.object({}), answer: profileSchema });

const profileChangeSchema = z.object({
  name: z.optional(lineSchema(PERSON_NAME.max, PERSON_NAME.min)),
  image: z.optional(userImageSchema),
  email: z.optional(emailSchema),
  version: versionSchema,
});
export type ProfileChange = z.infer<typeof profileChangeSchema>;

/**
 * Changes one's profile; omitted fields stay. The user's other pages refetch it. Changing the e-mail may be refused
 * with `error.password.unproven`, like changing the password.
 */
export const updateProfile = restCall({
  method: 'PATCH',
  path: '/api/profile',
  body: profileChangeSchema,
  answer: profileSchema,
});
