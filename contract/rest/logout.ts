import * as z from 'zod/mini';
import { OWN_ADDRESS_MAX } from '../facts/accounts.ts';
import { restCall } from './call.ts';

/** Ends the session of the bearer token, including its refresh token. `data` is stored in the audit. */
export const logout = restCall({
  method: 'POST',
  path: '/api/auth/logout',
  body: z.object({
    data: z.optional(z.unknown()),
    ip: z.optional(z.nullable(z.string().check(z.maxLength(OWN_ADDRESS_MAX)))),
  }),
  answer: z.object({ ok: z.literal(true) }),
});
