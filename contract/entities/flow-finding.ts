import * as z from 'zod/mini';
import { FLOW_PROPERTIES } from '../facts/flows.ts';

/* What is wrong with a flow, as the checker finds it in the editor and at publishing. */

const valueSchema = z.union([z.string(), z.number(), z.boolean()]);

/** One thing that happens in a conversation, to be played. */
const turnSchema = z.union([
  z.object({ by: z.literal('flow'), node: z.string(), texts: z.array(z.string()), again: z.boolean() }),
  z.object({ by: z.literal('customer'), of: z.literal('option'), option: z.string() }),
  z.object({ by: z.literal('customer'), of: z.literal('answer'), value: valueSchema }),
  z.object({ by: z.literal('customer'), of: z.enum(['nonsense', 'media', 'message']) }),
  z.object({ by: z.literal('time'), minutes: z.number() }),
  z.object({
    by: z.literal('world'),
    node: z.string(),
    exit: z.string(),
    saved: z.record(z.string(), valueSchema),
  }),
]);

/** Something wrong at a step: `about` is its exit, name, limit, kind of target or expression. */
export const flowFindingSchema = z.object({
  property: z.enum(FLOW_PROPERTIES),
  node: z.string(),
  about: z.nullable(z.string()),
  nearest: z.optional(z.string()),
  problem: z.optional(
    z.object({
      problem: z.enum(['syntax', 'notKnown', 'tooLong', 'type', 'name', 'option', 'byNought']),
      at: z.number(),
      detail: z.string(),
      nearest: z.optional(z.string()),
    }),
  ),
  severity: z.enum(['error', 'warning']),
  conversation: z.array(turnSchema),
});
export type FlowFinding = z.infer<typeof flowFindingSchema>;

/** The `findings` of a publication. */
export const flowFindingsSchema = z.array(flowFindingSchema);
