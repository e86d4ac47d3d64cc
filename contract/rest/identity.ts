import * as z from 'zod/mini';
import { OWN_ADDRESS_MAX } from '../facts/accounts.ts';
import { HOST_MAX_LENGTH } from '../facts/limits.ts';
import { chosenIdSchema, lineSchema, versionSchema, tenantNameSchema } from '../fields.ts';
import { idSchema } from '../scalars.ts';
import { restCall } from './call.ts';
import { loginAnswerSchema } from './login.ts';

/** Where a browser starts a login at a company's identity provider, and where the provider sends it back. */
export const IDENTITY_START = '/api/auth/identity/start';
export const IDENTITY_CALLBACK = '/api/auth/identity/callback';

/**
 * How a company's login page offers its identity provider: the button's label and its URL, which also takes a `to`.
 * Null for a company that has no provider. `page` is the page's origin if served from elsewhere. NOT_FOUND
 * (`error.company.unknown`) for a company that doesn't exist: the page says so.
 */
export const identityLogin = restCall({
  method: 'GET',
  path: '/api/auth/identity',
  body: z.object({ tenantName: tenantNameSchema, page: z.optional(z.string().check(z.maxLength(200))) }),
  answer: z.object({ offered: z.nullable(z.object({ label: z.string(), start: z.string() })) }),
});

/**
 * Completes a login at the provider: takes the code that the callback gave the page, once, in the same browser, within
 * a minute. Answers like a login; a second factor may still be needed.
 */
export const enterByIdentity = restCall({
  method: 'POST',
  path: '/api/auth/identity',
  body: z.object({
    tenantName: tenantNameSchema,
    code: z.string({ error: 'error.field.required' }).check(z.maxLength(128)),
    ip: z.optional(z.nullable(z.string().check(z.maxLength(OWN_ADDRESS_MAX)))),
    remember: z.optional(z.boolean()),
  }),
  answer: loginAnswerSchema,
});

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/**
 * A company's identity provider. The client's secret is never returned. Register `callback_url` at the provider; it is
 * null if the server doesn't know its public URL, and then the provider can't be enabled.
 */
export const identityProviderSchema = z.object({
  enabled: z.boolean(),
  label: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  has_secret: z.boolean(),
  email_domain: z.string(),
  creates_users: z.boolean(),
  role_id: z.nullable(idSchema),
  callback_url: z.nullable(z.string()),
  version: z.string(),
});
export type IdentityProvider = z.infer<typeof identityProviderSchema>;

/** The form. `client_secret` replaces the secret; null removes it, omitted keeps it. */
export const identityProviderFormSchema = z.object({
  enabled: z.boolean('error.field.invalid'),
  label: lineSchema(40),
  issuer: lineSchema(300).check(
    z.refine((text) => URL.parse(text)?.search === '' && /^https?:\/\/[^#]+$/.test(text), 'error.identity.issuer'),
  ),
  client_id: lineSchema(200),
  client_secret: z.optional(z.nullable(lineSchema(500))),
  email_domain: z.string({ error: 'error.field.required' }).check(
    z.trim(),
    z.toLowerCase(),
    z.overwrite((text) => text.replace(/^@/, '')),
    z.minLength(1, { error: 'error.field.required', abort: true }),
    z.maxLength(HOST_MAX_LENGTH, { error: 'error.field.tooLong', abort: true }),
    z.regex(DOMAIN, 'error.identity.domain'),
  ),
  creates_users: z.boolean('error.field.invalid'),
  /** The role of users created by their first login. */
  role_id: z.optional(z.nullable(chosenIdSchema)),
});
export type IdentityProviderForm = z.infer<typeof identityProviderFormSchema>;

/** The identity provider of one's own company, for its administrators, or of any company for the back-office. */
export const identityProvider = restCall({
  method: 'GET',
  path: '/api/identity-provider',
  body: z.object({ tenantName: tenantNameSchema }),
  answer: identityProviderSchema,
});

/**
 * Changes the identity provider. Before one is enabled it is queried: errors by field if it doesn't answer correctly,
 * CONFLICT `error.identity.publicUrl` if the server doesn't know its public URL.
 */
export const updateIdentityProvider = restCall({
  method: 'PUT',
  path: '/api/identity-provider',
  body: z.extend(identityProviderFormSchema, { tenantName: tenantNameSchema, version: versionSchema }),
  answer: identityProviderSchema,
});
