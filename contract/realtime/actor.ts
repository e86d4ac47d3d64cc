import * as z from 'zod/mini';
import { idSchema } from '../scalars.ts';

/** Who caused a frame; null when the system did by itself. */
export const actorSchema = z.nullable(z.object({ id: idSchema, name: z.string() }));
