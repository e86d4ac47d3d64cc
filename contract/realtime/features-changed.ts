import * as z from 'zod/mini';
import { frameOf } from './envelope.ts';

/** An option of the company was switched, which changes what its users may open. */
export const featuresChangedSchema = frameOf(
  'FeaturesChanged',
  z.object({ feature: z.object({ option: z.string(), enabled: z.boolean() }) }),
);
