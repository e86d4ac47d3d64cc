import * as z from 'zod/mini';
import { searchTextSchema } from '../fields.ts';
import { restCall } from './call.ts';
import { sheetShape } from './sheets.ts';

const textSchema = z.optional(searchTextSchema);

/** The audit as a sheet, newest first, filtered as `paginatedAudit` is; streamed. */
export const auditSheet = restCall({
  method: 'GET',
  path: '/api/audit/sheet',
  body: z.object({
    user_id: textSchema,
    action: textSchema,
    from: textSchema,
    to: textSchema,
    search: textSchema,
    ...sheetShape,
  }),
  answer: z.string(),
});
