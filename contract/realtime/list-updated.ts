import * as z from 'zod/mini';
import { frameOf } from './envelope.ts';

/**
 * A list changed that several screens show: whoever shows it fetches it again. One of `UpdatedList`, or a later
 * server's, which is ignored: a rejected frame would be a gap in the stream.
 */
export const listUpdatedSchema = frameOf('ListUpdated', z.object({ list: z.string() }));
