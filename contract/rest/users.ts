import * as z from 'zod/mini';
import { userSchema } from '../entities/user.ts';
import { restCall } from './call.ts';

/** The tenant's users by name, for those who may manage users. */
export const users = restCall({
  method: 'GET',
  path: '/api/users',
  body: z.object({}),
  answer: z.array(userSchema),
});
