import * as z from 'zod/mini';
import { EMAIL_LOOKUP_MAX, OWN_ADDRESS_MAX } from '../facts/accounts.ts';
import { PASSWORD_MAX_LENGTH } from '../facts/limits.ts';
import { restCall } from './call.ts';

export const permissionSchema = z.object({ route_name: z.string() });
export type Permission = z.infer<typeof permissionSchema>;

export const loginBodySchema = z.object({
  email: z.string().check(z.maxLength(EMAIL_LOOKUP_MAX)),
  password: z.string().check(z.maxLength(PASSWORD_MAX_LENGTH)),
  /** The address that the client looked up itself, or null; stored beside the one the server sees. */
  ip: z.optional(z.nullable(z.string().check(z.maxLength(OWN_ADDRESS_MAX)))),
  /** As in `logIn`; without it the browser forgets the session on closing. */
  remember: z.optional(z.boolean()),
});

/**
 * `second_factor` is true when a code is needed: `access_token` is null then, and `second_factor_token` is for the call
 * that takes the code. With `second_factor_owed` the user must first set up a second factor.
 */
export const loginAnswerSchema = z.object({
  access_token: z.nullable(z.string()),
  origin_backoffice: z.boolean(),
  has_permission_routes: z.array(permissionSchema),
  tenantName: z.string(),
  second_factor: z.optional(z.boolean()),
  second_factor_token: z.optional(z.string()),
  second_factor_owed: z.optional(z.boolean()),
});
export type LoginAnswer = z.infer<typeof loginAnswerSchema>;

/** Logs in. The same 401 for an unknown e-mail and a wrong password; 429 after too many tries. */
export const login = restCall({
  method: 'POST',
  path: '/api/auth/login',
  body: loginBodySchema,
  answer: loginAnswerSchema,
});
