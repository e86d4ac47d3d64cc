import * as z from 'zod/mini';
import { CHOICES } from '../facts/choices.ts';
import { CARD_ADDRESSES_MAX, CARD_TEXT_MAX_LENGTH, PLACE_TEXT_MAX_LENGTH } from '../facts/limits.ts';
import { emailSchema, lineSchema } from '../fields.ts';

/** A line that may be left out or empty, then null. */
function optionalLine(max: number) {
  const given = z.pipe(
    z.optional(z.nullable(z.string())),
    z.transform((line: string | null | undefined) => line?.trim() || null),
  );
  return z.pipe(given, z.nullable(lineSchema(max)));
}

/** A coordinate within this many degrees in either direction. */
function degrees(max: number) {
  return z
    .number({ error: 'error.shared.degrees' })
    .check(z.minimum(-max, 'error.shared.degrees'), z.maximum(max, 'error.shared.degrees'));
}

/** A place to send. */
export const placeFormSchema = z.object({
  latitude: degrees(90),
  longitude: degrees(180),
  name: optionalLine(PLACE_TEXT_MAX_LENGTH),
  address: optionalLine(PLACE_TEXT_MAX_LENGTH),
});

/** Text with up to three reply buttons or, with a `button` that opens it, a list of up to ten rows. */
export const choicesFormSchema = z
  .object({
    text: z
      .string()
      .check(z.trim(), z.minLength(1, 'error.field.required'), z.maxLength(CHOICES.textMax, 'error.field.tooLong')),
    button: optionalLine(CHOICES.buttonMax),
    options: z
      .array(z.object({ title: lineSchema(CHOICES.rowMax), description: optionalLine(CHOICES.descriptionMax) }))
      .check(z.minLength(1, 'error.field.required'), z.maxLength(CHOICES.rowsMax, 'error.field.tooMany')),
  })
  .check(
    z.refine(({ button, options }) => button !== null || options.length <= CHOICES.repliesMax, {
      error: 'error.field.tooMany',
      path: ['options'],
    }),
    z.refine(
      ({ button, options }) =>
        button !== null ||
        options.every(({ title, description }) => title.length <= CHOICES.replyMax && description === null),
      { error: 'error.field.tooLong', path: ['options'] },
    ),
    z.refine(({ options }) => new Set(options.map(({ title }) => title)).size === options.length, {
      error: 'error.choices.same',
      path: ['options'],
    }),
  );

/** A contact card to send: a name, and at least one number. */
export const contactFormSchema = z.object({
  name: lineSchema(CARD_TEXT_MAX_LENGTH),
  organization: optionalLine(CARD_TEXT_MAX_LENGTH),
  phones: z
    .array(lineSchema(CARD_TEXT_MAX_LENGTH))
    .check(z.minLength(1, 'error.field.required'), z.maxLength(CARD_ADDRESSES_MAX, 'error.field.tooMany')),
  emails: z
    .array(emailSchema.check(z.maxLength(CARD_TEXT_MAX_LENGTH, 'error.field.tooLong')))
    .check(z.maxLength(CARD_ADDRESSES_MAX, 'error.field.tooMany')),
});
export type ContactForm = z.infer<typeof contactFormSchema>;
