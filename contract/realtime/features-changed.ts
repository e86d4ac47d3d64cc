import * as z from 'zod/mini';
import { tenantFeatureSchema } from '../entities/tenant.ts';
import { frameOf } from './envelope.ts';

/** An option of the company was switched, and with it what its people may open. */
export const featuresChangedSchema = frameOf('FeaturesChanged', z.object({ feature: tenantFeatureSchema }));
export type FeaturesChangedFrame = z.infer<typeof featuresChangedSchema>;
