import * as z from 'zod/mini';
import { managedUserSchema } from '../entities/managed-user.ts';
import { restCall } from './call.ts';

/** Lets a blocked user log in again. On one who isn't blocked it changes nothing. */
export const unblockUser = restCall({
  method: 'PATCH',
  path: '/api/users/:id',
  body: z.object({ id: z.string() }),
  answer: managedUserSchema,
});
