import * as z from 'zod/mini';
import { OWN_ADDRESS_MAX } from '../facts/accounts.ts';
import { codeSchema } from '../second-factor-code.ts';
import { restCall } from './call.ts';
import { loginAnswerSchema } from './login.ts';

/**
 * Completes a login that returned `second_factor`, with a code: 401 if it took too long, 400 for a wrong code, 429
 * after five.
 */
export const secondFactor = restCall({
  method: 'POST',
  path: '/api/auth/second-factor',
  body: z.object({
    second_factor_token: z.string().check(z.maxLength(2048)),
    code: codeSchema,
    ip: z.optional(z.nullable(z.string().check(z.maxLength(OWN_ADDRESS_MAX)))),
  }),
  answer: loginAnswerSchema,
});
