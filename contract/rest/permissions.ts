import * as z from 'zod/mini';
import { restCall } from './call.ts';
import { permissionSchema } from './login.ts';

/** Every route there is a permission for. */
export const permissions = restCall({
  method: 'GET',
  path: '/api/permission',
  body: z.object({}),
  answer: z.array(permissionSchema),
});
