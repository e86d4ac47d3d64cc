import * as z from 'zod/mini';
import { EMAIL_MAX_LENGTH, TENANT_NAME_MAX } from './facts/accounts.ts';
import { ID_PATTERN } from './facts/id-pattern.ts';
import { SEARCH_TEXT_MAX } from './facts/limits.ts';

/* Schemas of form input, used by both sides; each error is the catalogue id of its text. */

/** Validates form input and normalises it for the request. */
export type Schema<Output> = z.ZodMiniType<Output>;

/** No control characters and no lone surrogates: nothing that can't be shown or stored. */
const SHOWABLE = /^[^\p{Cc}\p{Cs}]*$/u;

/** One line of trimmed, non-empty text. `max` is in UTF-16 units. */
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

/** What a list is searched or filtered by. */
export const searchTextSchema = z
  .string({ error: 'error.field.invalid' })
  .check(z.maxLength(SEARCH_TEXT_MAX, 'error.field.tooLong'));

/** A company's name in URLs. */
export const tenantNameSchema = z.string({ error: 'error.field.required' }).check(z.maxLength(TENANT_NAME_MAX));

/** The id of a chosen item; an empty string means nothing is chosen yet. */
export const chosenIdSchema = z
  .string({ error: 'error.field.required' })
  .check(z.minLength(1, { error: 'error.field.required', abort: true }), z.regex(ID_PATTERN, 'error.field.invalid'));

/** Ids of chosen items, without duplicates. */
export const chosenIdsSchema = z.array(chosenIdSchema, { error: 'error.field.invalid' }).check(
  z.maxLength(500, 'error.field.tooMany'),
  z.overwrite((ids) => [...new Set(ids)]),
);

/** The e-mail pattern that browsers use, but the domain needs a dot. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** An e-mail address in lower case. */
export const emailSchema = z
  .string({ error: 'error.field.required' })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: 'error.field.required', abort: true }),
    z.maxLength(EMAIL_MAX_LENGTH, { error: 'error.field.tooLong', abort: true }),
    z.regex(EMAIL, 'error.field.email'),
  );

/** The version that a form loaded, so a save can't overwrite another user's change. */
export const versionSchema = z.optional(z.nullable(z.string().check(z.maxLength(64))));
