import * as z from 'zod/mini';
import { restCall } from './call.ts';

/** Ends the session of the bearer token, including its refresh token. `data` is stored in the audit. */
export const logout = restCall({
  method: 'POST',
  path: '/api/auth/logout',
  body: z.object({ data: z.optional(z.unknown()), ip: z.optional(z.nullable(z.string().check(z.maxLength(64)))) }),
  answer: z.object({ ok: z.literal(true) }),
});
