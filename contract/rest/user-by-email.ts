import * as z from 'zod/mini';
import { idSchema } from '../scalars.ts';
import { restCall } from './call.ts';

/** Name and id of the user with an e-mail: oneself, or for an administrator any user of the tenant. */
export const userByEmail = restCall({
  method: 'POST',
  path: '/api/users/email',
  body: z.object({ email: z.string().check(z.maxLength(320)) }),
  answer: z.object({ id: idSchema, name: z.string(), email: z.string() }),
});
