import * as z from 'zod/mini';
import { INSTANCE_STATES } from '../facts/administration.ts';
import { PROVIDERS } from '../facts/providers.ts';
import { lineSchema } from '../fields.ts';
import { instanceSyncSchema } from './instance-state.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';

/**
 * An instance as its administrators see it. Only the last four characters of its token are shown. `state_key` is the id
 * of the text that says why it is disconnected; `sync` is the latest one.
 */
export const managedInstanceSchema = z.object({
  id: idSchema,
  name: z.string(),
  tenantName: z.string(),
  activated: z.boolean(),
  isOfficial: z.boolean(),
  isUnlimited: z.boolean(),
  provider: z.enum(PROVIDERS),
  /** Twilio's account. */
  provider_account: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  phone_number_id: z.nullable(z.string()),
  access_token_last4: z.nullable(z.string()),
  /** Who answers there. Optional: the previous version's servers don't send it. */
  user_ids: z.optional(z.array(idSchema)),
  /** The gateway's URL, if it isn't official. Optional: the previous version's servers don't send it. */
  gateway_url: z.optional(z.nullable(z.string())),
  /** What the phone scans to be paired with the gateway: the QR code's text, and drawn as SVG. */
  pairing: z.optional(z.nullable(z.object({ code: z.string(), qr: z.string(), until: timestampSchema }))),
  state: z.enum(INSTANCE_STATES),
  state_key: z.nullable(z.string()),
  state_at: timestampSchema,
  last_seen_at: z.nullable(timestampSchema),
  reconnects: countSchema,
  sync: z.nullable(instanceSyncSchema),
  created_at: timestampSchema,
  version: z.string(),
});
export type ManagedInstance = z.infer<typeof managedInstanceSchema>;

/** The name of an instance, as typed. */
export const instanceNameSchema = lineSchema(60, 2);

/** The phone number reduced to digits with country code; null for none. */
export const instancePhoneSchema = z.nullable(
  z.string({ error: 'error.field.invalid' }).check(
    z.maxLength(40, { error: 'error.field.tooLong', abort: true }),
    z.overwrite((text) => text.replaceAll(/[\s().+-]/g, '')),
    z.regex(/^\d{8,15}$/, 'error.instance.phone'),
  ),
);

/**
 * The provider's id of the number: Meta's, in digits; for Twilio the number itself, for Zenvia the sender's alias. The
 * server knows the provider. Null for none.
 */
export const phoneNumberIdSchema = z.nullable(
  z
    .string({ error: 'error.field.invalid' })
    .check(
      z.maxLength(40, { error: 'error.field.tooLong', abort: true }),
      z.trim(),
      z.regex(/^\+?[\w .()-]{3,}$/, 'error.instance.phoneNumberId'),
    ),
);

/** Twilio's account (SID); null for none. */
export const providerAccountSchema = z.nullable(
  z.string({ error: 'error.field.invalid' }).check(z.trim(), z.regex(/^AC[0-9a-f]{32}$/, 'error.instance.account')),
);

/** Where a gateway is: an address without a query or a user; null for none. */
export const gatewayUrlSchema = z.nullable(
  z.string({ error: 'error.field.invalid' }).check(
    z.maxLength(200, { error: 'error.field.tooLong', abort: true }),
    z.trim(),
    z.overwrite((text) => text.replace(/\/+$/, '')),
    z.regex(/^https?:\/\/[^\s/?#@\\]+(\/[\w./~-]*)?$/i, 'error.instance.gatewayUrl'),
  ),
);

/** The provider's token; never returned. */
export const accessTokenSchema = z
  .string({ error: 'error.field.invalid' })
  .check(
    z.trim(),
    z.minLength(8, { error: 'error.field.tooShort', abort: true }),
    z.maxLength(2_000, { error: 'error.field.tooLong', abort: true }),
    z.regex(/^[\x21-\x7E]+$/, 'error.field.characters'),
  );
