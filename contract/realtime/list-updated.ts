import * as z from 'zod/mini';
import { frameOf } from './envelope.ts';

/** A list changed that several screens show: whoever shows it fetches it again. Unknown names are ignored. */
export const listUpdatedSchema = frameOf('ListUpdated', z.object({ list: z.string() }));
