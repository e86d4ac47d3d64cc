import * as z from 'zod/mini';
import { idSchema } from '../scalars.ts';
import { frameOf } from './envelope.ts';

const mergedSchema = z.object({ id: idSchema, name: z.string() });

/** A customer was merged into another, whose conversations now have both's tickets and messages. */
export const customersMergedSchema = frameOf('CustomersMerged', z.object({ from: mergedSchema, into: mergedSchema }));
