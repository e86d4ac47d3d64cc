import * as z from 'zod/mini';
import { flowSchema } from './flow.ts';

/** The order in which an outline lists the steps, and where a drawing has them. */
export const flowPlacesSchema = z.object({
  order: z.array(z.string()),
  at: z.record(z.string(), z.object({ x: z.number(), y: z.number() })),
});

/** An exported flow; its places may be another editor's. */
export const flowFileSchema = z.object({ name: z.string(), flow: flowSchema, places: z.unknown() });
