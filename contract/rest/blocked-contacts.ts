import * as z from 'zod/mini';
import { searchTextSchema } from '../fields.ts';
import { restCall } from './call.ts';
import { sheetShape } from './sheets.ts';

/**
 * Reads the numbers of a file, CSV, TXT or XLSX, to be blocked by `blockContacts`; nothing is kept. `name` is in the
 * query. Other text is returned as written. Refuses, by the field `file`, one that can't be read or has no
 * numbers, too many (`BLOCKED_FILE_LINES_MAX`), or too many bytes (`BLOCKED_FILE_MAX`, 413). Needs `blocked-contacts`.
 */
export const readBlockedFile = restCall({
  method: 'PUT',
  path: '/api/blocked-contacts/file/:client_id',
  body: z.object({ client_id: z.string(), name: z.string() }),
  answer: z.object({ numbers: z.array(z.string()) }),
});

/** The blocked numbers as a sheet, newest first, found as `blockedContacts` does; streamed. */
export const blockedSheet = restCall({
  method: 'GET',
  path: '/api/blocked-contacts/sheet',
  body: z.object({ search: z.optional(searchTextSchema), ...sheetShape }),
  answer: z.string(),
});
