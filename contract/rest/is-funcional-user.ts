import * as z from 'zod/mini';
import { restCall } from './call.ts';

/** Whether the token's user is active and unblocked, in an active tenant. Refuses a token that isn't ours. */
export const isFuncionalUser = restCall({
  method: 'GET',
  path: '/api/users/is-funcional-user',
  body: z.object({}),
  answer: z.object({ functional: z.boolean() }),
});
