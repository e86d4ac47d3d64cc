import * as z from 'zod/mini';
import { newPasswordSchema, usernameSchema } from '../entities/managed-user.ts';
import { emailSchema, lineSchema } from '../fields.ts';
import { restCall } from './call.ts';

/** The language of a mail. */
export const mailLocaleSchema = z._default(z.enum(['pt_BR', 'en', 'pt']), 'pt_BR');

const tokenSchema = z.string({ error: 'error.field.required' }).check(z.maxLength(128));
/** Where one who came by a link logs in. */
const arrivedSchema = z.object({ email: z.string(), tenantName: z.string() });

/**
 * Asks for a mail with which a password is chosen anew; one and the same answer whether there is such
 * a user. 429 after too many, 503 `error.mail.off` where the server sends no mail.
 */
export const forgotPassword = restCall({
  method: 'POST',
  path: '/api/auth/forgot-password',
  body: z.object({
    email: emailSchema,
    tenantName: z.optional(z.nullable(z.string().check(z.maxLength(63)))),
    locale: mailLocaleSchema,
  }),
  answer: z.object({ ok: z.literal(true) }),
});

/** Chooses another password with the mail's token, once. All sessions of the user end. */
export const resetPassword = restCall({
  method: 'POST',
  path: '/api/auth/reset-password',
  body: z.object({ token: tokenSchema, password: newPasswordSchema }),
  answer: arrivedSchema,
});

/** What a mail's token invites to. */
export const invitationOf = restCall({
  method: 'POST',
  path: '/api/auth/invitation',
  body: z.object({ token: tokenSchema }),
  answer: z.object({ email: z.string(), tenantName: z.string(), company: z.string(), role: z.string() }),
});

/** Accepts an invitation, once: makes the user, who then logs in. */
export const register = restCall({
  method: 'POST',
  path: '/api/auth/register',
  body: z.object({
    token: tokenSchema,
    name: lineSchema(80, 2),
    username: usernameSchema,
    password: newPasswordSchema,
  }),
  answer: arrivedSchema,
});

/** Whether the password is the bearer's own: opens the lock screen, and lets it and the second factor be changed for five minutes. 400 for a wrong one, 429 after too many. */
export const unlock = restCall({
  method: 'POST',
  path: '/api/auth/unlock',
  body: z.object({
    password: z
      .string({ error: 'error.field.required' })
      .check(z.minLength(1, { error: 'error.field.required', abort: true }), z.maxLength(1024, 'error.password.wrong')),
  }),
  answer: z.object({ ok: z.literal(true) }),
});
