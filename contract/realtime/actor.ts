import * as z from 'zod/mini';
import { idSchema } from '../scalars.ts';

/** Who caused a frame; null for the system. */
export const actorSchema = z.nullable(z.object({ id: idSchema, name: z.string() }));
