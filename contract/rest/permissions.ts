import * as z from 'zod/mini';
import { restCall } from './call.ts';
import { permissionSchema } from './login.ts';

/** Every route that has a permission. */
export const permissions = restCall({
  method: 'GET',
  path: '/api/permission',
  body: z.object({}),
  answer: z.array(permissionSchema),
});
