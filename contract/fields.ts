import * as z from 'zod/mini';

/*
 * What a person types into a form. Both sides check it with these, so each refusal is named by the
 * catalogue's key of its text.
 */

/** What checks what was typed, and makes what is sent of it. */
export type Schema<Output> = z.ZodMiniType<Output>;

/** No control characters and no halves of characters: nothing that can't be shown or stored. */
const SHOWABLE = /^[^\p{Cc}\p{Cs}]*$/u;

/** One line of text without blanks at its ends, not empty. `max` in UTF-16 units. */
export function lineSchema(max: number, min = 1) {
  return z
    .string({ error: 'error.field.invalid' })
    .check(
      z.trim(),
      z.minLength(1, { error: 'error.field.required', abort: true }),
      z.minLength(min, 'error.field.tooShort'),
      z.maxLength(max, 'error.field.tooLong'),
      z.regex(SHOWABLE, 'error.field.characters'),
    );
}

/** The id of something that was chosen; an empty one is not chosen yet. */
export const chosenIdSchema = z
  .string({ error: 'error.field.required' })
  .check(z.minLength(1, { error: 'error.field.required', abort: true }), z.regex(/^\d{1,19}$/, 'error.field.invalid'));

/** Ids of things that were chosen, each once. */
export const chosenIdsSchema = z.array(chosenIdSchema, { error: 'error.field.invalid' }).check(
  z.maxLength(500, 'error.field.tooMany'),
  z.overwrite((ids) => [...new Set(ids)]),
);

/** As browsers check an e-mail address, with a domain that has a dot. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** An e-mail address in lower case. */
export const emailSchema = z
  .string({ error: 'error.field.required' })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: 'error.field.required', abort: true }),
    z.maxLength(254, { error: 'error.field.tooLong', abort: true }),
    z.regex(EMAIL, 'error.field.email'),
  );

/** Names what was loaded, so that a save doesn't write over somebody else's in between. */
export const versionSchema = z.optional(z.nullable(z.string().check(z.maxLength(64))));
