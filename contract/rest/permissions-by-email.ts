import * as z from 'zod/mini';
import { EMAIL_LOOKUP_MAX } from '../facts/accounts.ts';
import { restCall } from './call.ts';
import { permissionSchema } from './login.ts';

/** Routes that the user `?email=` may open: oneself, or for an administrator any user of the tenant. */
export const permissionsByEmail = restCall({
  method: 'GET',
  path: '/api/permission/email',
  body: z.object({ email: z.string().check(z.maxLength(EMAIL_LOOKUP_MAX)) }),
  answer: z.array(permissionSchema),
});
