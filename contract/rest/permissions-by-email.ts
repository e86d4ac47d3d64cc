import * as z from 'zod/mini';
import { restCall } from './call.ts';
import { permissionSchema } from './login.ts';

/** Routes a user may open, asked by `?email=`: one's own, or any of the tenant for an administrator. */
export const permissionsByEmail = restCall({
  method: 'GET',
  path: '/api/permission/email',
  body: z.object({ email: z.string().check(z.maxLength(320)) }),
  answer: z.array(permissionSchema),
});
