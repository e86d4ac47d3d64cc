import * as z from 'zod/mini';
import { EMAIL_LOOKUP_MAX } from '../facts/accounts.ts';
import { idSchema } from '../scalars.ts';
import { restCall } from './call.ts';

/** Name and id of the user with an e-mail: oneself, or for an administrator any user of the tenant. */
export const userByEmail = restCall({
  method: 'POST',
  path: '/api/users/email',
  body: z.object({ email: z.string().check(z.maxLength(EMAIL_LOOKUP_MAX)) }),
  answer: z.object({ id: idSchema, name: z.string(), email: z.string() }),
});
