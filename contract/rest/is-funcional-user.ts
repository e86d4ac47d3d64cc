import * as z from 'zod/mini';
import { restCall } from './call.ts';

/** Whether the bearer is an active, unblocked user of a tenant that lives. A token that is none of ours is refused. */
export const isFuncionalUser = restCall({
  method: 'GET',
  path: '/api/users/is-funcional-user',
  body: z.object({}),
  answer: z.object({ functional: z.boolean() }),
});
