import * as z from 'zod/mini';
import { SYNC_DAYS_MAX } from '../facts/administration.ts';
import {
  accessTokenSchema,
  gatewayUrlSchema,
  instanceNameSchema,
  instancePhoneSchema,
  managedInstanceSchema,
  phoneNumberIdSchema,
  providerAccountSchema,
} from '../entities/managed-instance.ts';
import { PROVIDERS } from '../facts/providers.ts';
import { instanceSyncSchema } from '../entities/instance-state.ts';
import { chosenIdSchema, chosenIdsSchema, versionSchema, tenantNameSchema } from '../fields.ts';
import { restCall } from './call.ts';

const flagSchema = z.boolean('error.field.invalid');

/** The instances of one's own company, or of any company for the back-office. */
export const managedInstances = restCall({
  method: 'GET',
  path: '/api/instance',
  body: z.object({ tenantName: tenantNameSchema }),
  answer: z.array(managedInstanceSchema),
});

export const newInstanceSchema = z.object({
  name: instanceNameSchema,
  tenantName: tenantNameSchema,
  isOfficial: z._default(flagSchema, true),
  isUnlimited: z._default(flagSchema, false),
  provider: z._default(z.enum(PROVIDERS, 'error.field.invalid'), 'meta'),
});
export type NewInstance = z.infer<typeof newInstanceSchema>;

/** Adds an instance, which is unused until it has a number and a token. */
export const createInstance = restCall({
  method: 'POST',
  path: '/api/instance',
  body: newInstanceSchema,
  answer: managedInstanceSchema,
});

export const instanceChangeSchema = z.object({
  id: chosenIdSchema,
  tenantName: tenantNameSchema,
  version: versionSchema,
  name: z.optional(instanceNameSchema),
  activated: z.optional(flagSchema),
  isOfficial: z.optional(flagSchema),
  isUnlimited: z.optional(flagSchema),
  phone_number: z.optional(instancePhoneSchema),
  phone_number_id: z.optional(phoneNumberIdSchema),
  provider_account: z.optional(providerAccountSchema),
  gateway_url: z.optional(gatewayUrlSchema),
  /** A new token; null removes the old one, omitted keeps it. */
  access_token: z.optional(z.nullable(accessTokenSchema)),
  /** Who answers there from now on; needs the permission to manage users, too. */
  user_ids: z.optional(chosenIdsSchema),
});
export type InstanceChange = z.infer<typeof instanceChangeSchema>;

/** Changes an instance; omitted fields stay. */
export const updateInstance = restCall({
  method: 'POST',
  path: '/api/instance/update',
  body: instanceChangeSchema,
  answer: managedInstanceSchema,
});

export const syncMessagesSchema = z.object({
  id: chosenIdSchema,
  tenantName: tenantNameSchema,
  daysAgo: z.optional(
    z.nullable(
      z
        .int('error.field.number')
        .check(z.minimum(1, 'error.field.tooSmall'), z.maximum(SYNC_DAYS_MAX, 'error.field.tooLarge')),
    ),
  ),
  /** As far back as anything is stored, ignoring `daysAgo`. */
  unlimitedSync: z._default(flagSchema, false),
});
export type SyncMessages = z.infer<typeof syncMessagesSchema>;

/**
 * Imports the messages that an instance's number received before it was configured; `InstanceUpdated` reports progress.
 */
export const syncMessages = restCall({
  method: 'POST',
  path: '/api/instance/syncMessages',
  body: syncMessagesSchema,
  answer: instanceSyncSchema,
});

/**
 * Queries the provider for the instance's number with its token; `key` says why that failed. At a gateway it begins or
 * renews the pairing, whose code `instance` bears.
 */
export const testInstance = restCall({
  method: 'POST',
  path: '/api/instance/test',
  body: z.object({ id: chosenIdSchema, tenantName: tenantNameSchema }),
  answer: z.object({
    ok: z.boolean(),
    key: z.nullable(z.string()),
    phone_number: z.nullable(z.string()),
    verified_name: z.nullable(z.string()),
    instance: managedInstanceSchema,
  }),
});
