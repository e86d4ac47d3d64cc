import * as z from 'zod/mini';
import { restCall } from './call.ts';
import { permissionSchema } from './login.ts';

/**
 * The permissions available to the company, by category, in the menu's order. One whose option is off (`is_on` false)
 * may be granted, but permits nothing.
 */
export const permissionCategories = restCall({
  method: 'GET',
  path: '/api/permission/categories',
  body: z.object({}),
  answer: z.array(
    z.object({ category: z.string(), permissions: z.array(z.extend(permissionSchema, { is_on: z.boolean() })) }),
  ),
});
