import * as z from 'zod/mini';
import { restCall } from './call.ts';
import { permissionSchema } from './login.ts';

/** Routes that the user `?email=` may open: oneself, or for an administrator any user of the tenant. */
export const permissionsByEmail = restCall({
  method: 'GET',
  path: '/api/permission/email',
  body: z.object({ email: z.string().check(z.maxLength(320)) }),
  answer: z.array(permissionSchema),
});
