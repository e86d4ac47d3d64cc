import * as z from 'zod/mini';
import { positionSchema } from '../scalars.ts';

/**
 * A frame of the tenant's stream. `seq` is its position, `prev` the last position sent to this
 * recipient before it: a `prev` that is not the one held shows a gap. `id` names the event in
 * every delivery of it.
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
