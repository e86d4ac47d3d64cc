import * as z from 'zod/mini';
import { PERSON_NAME } from '../facts/accounts.ts';
import { PASSWORD_MAX_LENGTH } from '../facts/limits.ts';
import { LOCALES } from '../facts/locales.ts';
import { newPasswordSchema, usernameSchema } from '../entities/managed-user.ts';
import { emailSchema, lineSchema, tenantNameSchema } from '../fields.ts';
import { restCall } from './call.ts';

/** The language of a mail. */
export const mailLocaleSchema = z._default(z.enum(LOCALES), 'pt_BR');

const tokenSchema = z.string({ error: 'error.field.required' }).check(z.maxLength(128));
/** The account and company to log in to after following a link. */
const loginTargetSchema = z.object({ email: z.string(), tenantName: z.string() });

/**
 * Requests a mail to reset the password; the answer is the same whether the user exists or not. 429 after too many
 * requests, 503 `error.mail.off` if the server sends no mail.
 */
export const forgotPassword = restCall({
  method: 'POST',
  path: '/api/auth/forgot-password',
  body: z.object({
    email: emailSchema,
    tenantName: z.optional(z.nullable(tenantNameSchema)),
    locale: mailLocaleSchema,
  }),
  answer: z.object({ ok: z.literal(true) }),
});

/** Sets a new password with the mail's token, once. Ends all sessions of the user. */
export const resetPassword = restCall({
  method: 'POST',
  path: '/api/auth/reset-password',
  body: z.object({ token: tokenSchema, password: newPasswordSchema }),
  answer: loginTargetSchema,
});

/** The invitation behind a mail's token. */
export const invitationOf = restCall({
  method: 'POST',
  path: '/api/auth/invitation',
  body: z.object({ token: tokenSchema }),
  answer: z.object({ email: z.string(), tenantName: z.string(), company: z.string(), role: z.string() }),
});

/** Accepts an invitation, once: creates the user, who then logs in. */
export const register = restCall({
  method: 'POST',
  path: '/api/auth/register',
  body: z.object({
    token: tokenSchema,
    name: lineSchema(PERSON_NAME.max, PERSON_NAME.min),
    username: usernameSchema,
    password: newPasswordSchema,
  }),
  answer: loginTargetSchema,
});

/**
 * Checks the current user's password: opens the lock screen, and allows changing the password and second factor for
 * five minutes. 400 if wrong, 429 after too many tries.
 */
export const unlock = restCall({
  method: 'POST',
  path: '/api/auth/unlock',
  body: z.object({
    password: z
      .string({ error: 'error.field.required' })
      .check(
        z.minLength(1, { error: 'error.field.required', abort: true }),
        z.maxLength(PASSWORD_MAX_LENGTH, 'error.password.wrong'),
      ),
  }),
  answer: z.object({ ok: z.literal(true) }),
});
