import * as z from 'zod/mini';
import { CONSENT_FILTERS, FIELD_FILTERS } from '../facts/customers.ts';
import { searchTextSchema } from '../fields.ts';
import { idSchema } from '../scalars.ts';
import { restCall } from './call.ts';
import { sheetShape } from './sheets.ts';

/**
 * Uploads a file of customers, CSV or XLSX, as a stream; `name` is in the query. Idempotent by user and client id.
 * Answers the id of the import, whose columns are read next. Refuses, by the field `file`, an empty one and one over
 * `IMPORT_FILE_MAX` (413), and by `name` one that is too long or has none. Needs the permission `customers-base`.
 */
export const uploadImport = restCall({
  method: 'PUT',
  path: '/api/customer-imports/:client_id',
  body: z.object({ client_id: z.string(), name: z.string() }),
  answer: z.object({ id: idSchema }),
});

/** The rows that an import refused, with line and reason, as a sheet; streamed. */
export const refusedSheet = restCall({
  method: 'GET',
  path: '/api/customer-imports/refused',
  body: z.object({ import_id: z.string(), ...sheetShape }),
  answer: z.string(),
});

const textSchema = z.optional(searchTextSchema);

/** The customers as a sheet, by name, filtered as `paginatedCustomers` is; streamed. */
export const customersSheet = restCall({
  method: 'GET',
  path: '/api/customers/sheet',
  body: z.object({
    search: textSchema,
    tag_id: textSchema,
    group_id: textSchema,
    audience_id: textSchema,
    instance_id: textSchema,
    contact_days: textSchema,
    blacklisted: textSchema,
    consent: z.optional(z.enum(CONSENT_FILTERS, { error: 'error.field.invalid' })),
    field_id: textSchema,
    field_op: z.optional(z.enum(FIELD_FILTERS, { error: 'error.field.invalid' })),
    field_value: textSchema,
    ...sheetShape,
  }),
  answer: z.string(),
});
