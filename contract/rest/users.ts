import * as z from 'zod/mini';
import { userSchema } from '../entities/user.ts';
import { restCall } from './call.ts';

/** The people of one's tenant, by name; for who may open the users. */
export const users = restCall({
  method: 'GET',
  path: '/api/users',
  body: z.object({}),
  answer: z.array(userSchema),
});
