import * as z from 'zod/mini';
import { CODE_MAX_LENGTH } from './facts/limits.ts';

/** An authenticator code or a recovery code; spaces and hyphens don't matter. */
export const codeSchema = z
  .string({ error: 'error.field.required' })
  .check(
    z.trim(),
    z.minLength(1, { error: 'error.field.required', abort: true }),
    z.maxLength(CODE_MAX_LENGTH, 'error.twoFactor.code'),
  );
