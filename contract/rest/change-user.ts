import * as z from 'zod/mini';
import { managedUserSchema, userChangeSchema } from '../entities/managed-user.ts';
import { restCall } from './call.ts';

/** Changes a user: one field (`{email}`, `{name}`) or several; omitted fields stay. */
export const changeUser = restCall({
  method: 'PUT',
  path: '/api/users/:id',
  body: z.extend(userChangeSchema, { id: z.string() }),
  answer: managedUserSchema,
});
