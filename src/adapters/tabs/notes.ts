import * as z from 'zod/mini';
import { draftOriginSchema } from '../storage/draft-origin.ts';
import { preferencesSchema } from '../storage/local.ts';

/** A message between a user's tabs; one that doesn't parse comes from another version. */
export const noteSchema = z.union([
  /** `tickets`: those on its screen. `unsent`: messages and actions it hasn't sent. Both omitted by older versions. */
  z.object({
    kind: z.literal('here'),
    tab: z.string(),
    visible: z.boolean(),
    tickets: z.optional(z.array(z.string())),
    unsent: z.optional(z.number()),
  }),
  /** Asks the other tabs to announce themselves. */
  z.object({ kind: z.literal('who') }),
  /** A conversation's draft; empty if there is none. */
  z.object({
    kind: z.literal('draft'),
    customerId: z.string(),
    instanceId: z.string(),
    text: z.string(),
    origin: z.optional(draftOriginSchema),
  }),
  /** An internal note's draft. A separate kind: older versions would take it for a message's. */
  z.object({ kind: z.literal('noteDraft'), customerId: z.string(), instanceId: z.string(), text: z.string() }),
  z.object({ kind: z.literal('preferences'), preferences: preferencesSchema }),
  /** Notices that were read or cleared. */
  z.object({ kind: z.literal('noticesRead'), ids: z.array(z.string()) }),
  z.object({ kind: z.literal('loggedOut') }),
]);

export type TabNote = z.infer<typeof noteSchema>;
