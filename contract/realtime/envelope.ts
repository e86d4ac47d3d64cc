import * as z from 'zod/mini';
import { positionSchema } from '../scalars.ts';

/**
 * A frame of the tenant's stream. `seq` is its position, `prev` the position last sent to this recipient; if the client
 * has another, it missed frames. `id` is the same in every delivery of the event.
 */
export function frameOf<const Name extends string, Data extends z.ZodMiniType>(name: Name, data: Data) {
  return z.object({
    event: z.literal(name),
    data,
    id: z.string(),
    epoch: z.string(),
    seq: positionSchema,
    prev: positionSchema,
  });
}
