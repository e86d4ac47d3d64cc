import * as z from 'zod/mini';
import { formatCnpj, isCnpj } from '../facts/cnpj.ts';
import { isPoolName } from '../facts/pools.ts';
import { TENANT_FEATURES } from '../facts/tenant-features.ts';
import { lineSchema } from '../fields.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';

export const tenantFeatureSchema = z.object({ option: z.enum(TENANT_FEATURES), enabled: z.boolean() });

/** A company's usage against its limits: users, instances, and messages of this month. */
export const tenantUsageSchema = z.object({ users: countSchema, instances: countSchema, messages: countSchema });

/** A company as the back-office sees it. `tenantName` is the first segment of its URL; a null limit is none. */
export const tenantSchema = z.object({
  id: idSchema,
  name: z.string(),
  tenantName: z.string(),
  cnpj: z.nullable(z.string()),
  features: z.array(tenantFeatureSchema),
  template: z.nullable(z.string()),
  pool: z.nullable(z.string()),
  /** False: no server that runs serves its pool, so its messages aren't sent. */
  served: z.optional(z.boolean()),
  userLimit: z.nullable(countSchema),
  instanceLimit: z.nullable(countSchema),
  messageLimit: z.nullable(countSchema),
  timezone: z.string(),
  isBackoffice: z.boolean(),
  created_at: timestampSchema,
  deleted_at: z.nullable(timestampSchema),
  version: z.string(),
});
export type Tenant = z.infer<typeof tenantSchema>;

/** A company with its usage, which is costly to count. */
export const listedTenantSchema = z.extend(tenantSchema, { usage: tenantUsageSchema });
export type ListedTenant = z.infer<typeof listedTenantSchema>;

/** A CNPJ with correct check digits, stored as typed. */
export const cnpjSchema = z.string({ error: 'error.field.required' }).check(
  z.trim(),
  z.minLength(1, { error: 'error.field.required', abort: true }),
  z.refine(isCnpj, 'error.tenant.cnpj'),
  z.overwrite((text) => (isCnpj(text) ? formatCnpj(text) : text)),
);

/** A whole number, or null for no limit. */
function limitSchema(least: number) {
  return z.nullable(
    z
      .int('error.field.number')
      .check(z.minimum(least, 'error.field.tooSmall'), z.maximum(1_000_000_000, 'error.field.tooLarge')),
  );
}

/** One line, or null. */
const optionalLine = z.nullable(lineSchema(100));

const poolSchema = z.nullable(
  z.string({ error: 'error.field.invalid' }).check(z.trim(), z.refine(isPoolName, 'error.tenant.pool')),
);

/** The fields of a company. */
export const tenantFieldsSchema = z.object({
  name: lineSchema(120, 2),
  cnpj: cnpjSchema,
  /** One of `TENANT_TEMPLATES` for a new company; doesn't change afterwards. */
  template: z.optional(optionalLine),
  /** Servers started for this pool run the company's jobs and sends. */
  pool: z.optional(poolSchema),
  userLimit: z.optional(limitSchema(1)),
  instanceLimit: z.optional(limitSchema(0)),
  messageLimit: z.optional(limitSchema(0)),
  timezone: z.optional(lineSchema(64)),
});
export type TenantFields = z.infer<typeof tenantFieldsSchema>;

/** The options that are on for a new company. Omitted: all are on. */
export const chosenFeaturesSchema = z.array(z.enum(TENANT_FEATURES, { error: 'error.field.invalid' }), {
  error: 'error.field.invalid',
});

/** The same, as a field of a form. */
export const featuresFormSchema = z.object({ features: chosenFeaturesSchema });
