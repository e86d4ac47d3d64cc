import * as z from 'zod/mini';
import { restCall } from './call.ts';

/** Deletes a user, as `deleteUser` does. */
export const removeUser = restCall({
  method: 'DELETE',
  path: '/api/users/:id',
  body: z.object({ id: z.string() }),
  answer: z.object({ ok: z.literal(true) }),
});
