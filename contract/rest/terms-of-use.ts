import * as z from 'zod/mini';
import { lineSchema, searchTextSchema } from '../fields.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';
import { restCall } from './call.ts';

/** Largest PDF, in bytes. */
export const TERMS_BYTES_MAX = 3 * 1024 * 1024;
/** The PDF as a `data:` URL. */
export const TERMS_TEXT_MAX = Math.ceil((TERMS_BYTES_MAX * 4) / 3) + 64;
/** After a version is published, users who are already logged in must accept it within this time. */
export const TERMS_GRACE_HOURS = 24;

export const termsVersionSchema = z.object({
  id: idSchema,
  title: z.string(),
  published_at: timestampSchema,
  published_by: z.string(),
});
export type TermsVersion = z.infer<typeof termsVersionSchema>;

/** The current terms and whether the user has accepted them; `current` is null if there are none yet. */
export const termsStateSchema = z.object({
  current: z.nullable(termsVersionSchema),
  accepted_at: z.nullable(timestampSchema),
  /** Whether the user must accept them before doing anything else. */
  owed: z.boolean(),
});
export type TermsState = z.infer<typeof termsStateSchema>;

export const termsOfUse = restCall({
  method: 'GET',
  path: '/api/terms-of-use',
  body: z.object({}),
  answer: termsStateSchema,
});

/** The PDF of a version; without `id`, of the current one. */
export const termsPdf = restCall({
  method: 'GET',
  path: '/api/terms-of-use/pdf',
  body: z.object({ id: z.optional(idSchema) }),
  answer: z.string(),
});

/** Accepts the version that was read. CONFLICT `error.terms.changed` if it is no longer the current one. */
export const acceptTerms = restCall({
  method: 'POST',
  path: '/api/terms-of-use/accept',
  body: z.object({ id: idSchema }),
  answer: termsStateSchema,
});

const pageShape = {
  pagination_page: z._default(z.int().check(z.minimum(1)), 1),
  pagination_limit: z._default(z.int().check(z.minimum(1)), 10),
};

/** For each of the company's users, when and from where they accepted the current version, or null. */
export const termsAcceptances = restCall({
  method: 'POST',
  path: '/api/terms-of-use/acceptances',
  body: z.object({ ...pageShape, search: z._default(searchTextSchema, '') }),
  answer: z.object({
    total_items: countSchema,
    accepted_items: countSchema,
    items: z.array(
      z.object({
        id: idSchema,
        name: z.string(),
        email: z.string(),
        accepted_at: z.nullable(timestampSchema),
        address: z.nullable(z.string()),
      }),
    ),
  }),
});

/** All versions, newest first; for the back-office. */
export const termsVersions = restCall({
  method: 'GET',
  path: '/api/terms-of-use/versions',
  body: z.object({}),
  answer: z.array(z.extend(termsVersionSchema, { acceptances: countSchema })),
});

/** Publishes a version: a PDF as a `data:` URL. From then on every user is asked to accept it. */
export const publishTerms = restCall({
  method: 'POST',
  path: '/api/terms-of-use',
  body: z.object({
    title: lineSchema(80),
    pdf: z
      .string({ error: 'error.field.required' })
      .check(
        z.minLength(1, { error: 'error.field.required', abort: true }),
        z.maxLength(TERMS_TEXT_MAX, { error: 'error.terms.tooLarge', abort: true }),
        z.regex(/^data:application\/pdf;base64,[A-Za-z0-9+/]+={0,2}$/, 'error.terms.noPdf'),
      ),
  }),
  answer: termsVersionSchema,
});
