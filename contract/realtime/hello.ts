import * as z from 'zod/mini';
import { positionSchema } from '../scalars.ts';

/**
 * First frame of a socket. `recovered`: the frames missed since `since` follow. Otherwise the client fetches everything
 * again; frames continue after `head`.
 */
export const helloSchema = z.object({
  event: z.literal('hello'),
  epoch: z.string(),
  head: positionSchema,
  recovered: z.boolean(),
  /** Contract version of the server; versions before 6 don't send it. */
  contract: z.optional(z.int()),
});
export type Hello = z.infer<typeof helloSchema>;
