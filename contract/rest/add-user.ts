import { managedUserSchema, newUserSchema } from '../entities/managed-user.ts';
import { restCall } from './call.ts';

/** Adds a user to the tenant. */
export const addUser = restCall({
  method: 'POST',
  path: '/api/users',
  body: newUserSchema,
  answer: managedUserSchema,
});
