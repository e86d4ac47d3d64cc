import * as z from 'zod/mini';
import { UPDATED_LISTS } from '../facts/updated-lists.ts';
import { frameOf } from './envelope.ts';

/** A list changed that several screens show: whoever shows it fetches it again. */
export const listUpdatedSchema = frameOf('ListUpdated', z.object({ list: z.enum(UPDATED_LISTS) }));
