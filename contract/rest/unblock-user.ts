import * as z from 'zod/mini';
import { managedUserSchema } from '../entities/managed-user.ts';
import { restCall } from './call.ts';

/** Unblocks a user; does nothing if they aren't blocked. */
export const unblockUser = restCall({
  method: 'PATCH',
  path: '/api/users/:id',
  body: z.object({ id: z.string() }),
  answer: managedUserSchema,
});
