import * as z from 'zod/mini';
import { TENANT_FEATURES } from '../facts/tenant-features.ts';
import { tenantFeatureSchema } from '../entities/tenant.ts';
import { tenantNameSchema } from '../fields.ts';
import { restCall } from './call.ts';

/** Every option and whether it is on, of one's own company, or of any company for the back-office. */
export const tenantFeatures = restCall({
  method: 'GET',
  path: '/api/tenant/feature',
  body: z.object({ tenantName: tenantNameSchema }),
  answer: z.array(tenantFeatureSchema),
});

/** Switches an option of a company; takes effect at once, also in open pages. */
export const setTenantFeature = restCall({
  method: 'POST',
  path: '/api/tenant/feature',
  body: z.object({
    option: z.enum(TENANT_FEATURES, { error: 'error.field.invalid' }),
    enabled: z.boolean('error.field.invalid'),
    tenantName: tenantNameSchema,
  }),
  answer: tenantFeatureSchema,
});
