import * as z from 'zod/mini';
import { SETTING_GROUPS, SETTING_TYPES, SETTING_UNITS } from '../facts/dynamic-settings.ts';
import { versionSchema } from '../fields.ts';
import { idSchema, timestampSchema } from '../scalars.ts';
import { restCall } from './call.ts';

const valueSchema = z.union([z.string(), z.number(), z.boolean()]);

/** A setting of the company: `value` is its current value, `is_default` whether nobody has set it. */
export const dynamicSettingSchema = z.object({
  key: z.string(),
  group: z.enum(SETTING_GROUPS),
  type: z.enum(SETTING_TYPES),
  unit: z.nullable(z.enum(SETTING_UNITS)),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  options: z.nullable(z.array(z.string())),
  default: valueSchema,
  value: valueSchema,
  is_default: z.boolean(),
  changed_by: z.nullable(z.object({ id: idSchema, name: z.string() })),
  changed_at: z.nullable(timestampSchema),
  version: z.string(),
});
export type DynamicSetting = z.infer<typeof dynamicSettingSchema>;

/** All settings, in the order of their table. */
export const dynamicSettings = restCall({
  method: 'GET',
  path: '/api/dynamic-settings',
  body: z.object({}),
  answer: z.array(dynamicSettingSchema),
});

/** Changes a setting; null resets it to its default. */
export const setDynamicSetting = restCall({
  method: 'PATCH',
  path: '/api/dynamic-settings/:key',
  body: z.object({
    key: z.string(),
    value: z.nullable(valueSchema),
    version: versionSchema,
  }),
  answer: dynamicSettingSchema,
});

/**
 * Whom to ask for help, in the company's own words, and whom the platform names for it; '' for nobody. `operator` is
 * optional: the previous version's servers don't send it.
 */
export const supportContact = restCall({
  method: 'GET',
  path: '/api/support-contact',
  body: z.object({}),
  answer: z.object({ company: z.string(), operator: z.optional(z.string()) }),
});
