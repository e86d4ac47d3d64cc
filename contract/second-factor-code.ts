import * as z from 'zod/mini';

/** A code of the authenticator app, or a recovery code; blanks and hyphens don't matter. */
export const codeSchema = z
  .string({ error: 'error.field.required' })
  .check(
    z.trim(),
    z.minLength(1, { error: 'error.field.required', abort: true }),
    z.maxLength(32, 'error.twoFactor.code'),
  );
