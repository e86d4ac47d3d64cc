import * as z from 'zod/mini';
import { positionSchema } from '../scalars.ts';

/**
 * First frame of a socket. `recovered`: the frames missed since `since` follow. Otherwise the
 * client fetches anew; `head` is the position from which frames go on.
 */
export const helloSchema = z.object({
  event: z.literal('hello'),
  epoch: z.string(),
  head: positionSchema,
  recovered: z.boolean(),
});
export type Hello = z.infer<typeof helloSchema>;
