import * as z from 'zod/mini';
import { CODE_MAX_LENGTH } from '../facts/limits.ts';
import { countSchema, idSchema } from '../scalars.ts';
import { codeSchema } from '../second-factor-code.ts';
import { restCall } from './call.ts';

const ID = z.string();
/**
 * `two_factor_required`: the company requires it, so it can't be switched off. `lock_minutes`: the company's longest
 * idle time before the screen locks; 0 leaves it to each user. `wait_minutes`: minutes without an answer after which
 * a waiting customer is highlighted in amber, then in red. `sign_messages`: whether customers read an attendant's name
 * before their words. The previous version's servers send neither.
 */
export const userSettingsSchema = z.object({
  id: idSchema,
  two_factor: z.boolean(),
  two_factor_required: z.boolean(),
  recovery_codes_left: countSchema,
  lock_minutes: countSchema,
  wait_minutes: z.optional(z.object({ warning: countSchema, alert: countSchema })),
  sign_messages: z.optional(z.boolean()),
});
export type UserSettings = z.infer<typeof userSettingsSchema>;

/** One's own settings. */
export const userSettings = restCall({
  method: 'GET',
  path: '/api/user-settings/:id',
  body: z.object({ id: ID }),
  answer: userSettingsSchema,
});

/**
 * Switches the second factor on or off, with a code. An administrator switches another user's off without one. This and
 * the calls below answer FORBIDDEN `error.password.unproven` unless the password was entered in this session within
 * five minutes, at the login or by `unlock`; a login by the company's identity provider counts as well.
 */
export const updateUserSettings = restCall({
  method: 'PATCH',
  path: '/api/user-settings/:id',
  body: z.object({
    id: ID,
    two_factor: z.boolean('error.field.invalid'),
    code: z.optional(z.nullable(z.string().check(z.maxLength(CODE_MAX_LENGTH, 'error.twoFactor.code')))),
  }),
  answer: userSettingsSchema,
});

const recoveryCodesSchema = z.array(z.string());

/** Prepares a second factor: the URL, text and picture (SVG) for the authenticator app, and recovery codes. */
export const prepareTwoFactor = restCall({
  method: 'POST',
  path: '/api/user-settings/:id/two-factor',
  body: z.object({ id: ID }),
  answer: z.object({ uri: z.string(), secret: z.string(), qr: z.string(), recovery_codes: recoveryCodesSchema }),
});

/** New recovery codes, which replace the old ones on `renewRecoveryCodes`. */
export const prepareRecoveryCodes = restCall({
  method: 'POST',
  path: '/api/user-settings/:id/recovery-codes',
  body: z.object({ id: ID }),
  answer: z.object({ recovery_codes: recoveryCodesSchema }),
});

/** Replaces the old recovery codes with those last prepared; needs an authenticator code. */
export const renewRecoveryCodes = restCall({
  method: 'PUT',
  path: '/api/user-settings/:id/recovery-codes',
  body: z.object({ id: ID, code: codeSchema }),
  answer: userSettingsSchema,
});
