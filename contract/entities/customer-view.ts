import * as z from 'zod/mini';
import { CONSENT_FILTERS, CUSTOMER_SORTS, FIELD_FILTERS } from '../facts/customers.ts';
import { SEARCH_TEXT_MAX } from '../facts/limits.ts';
import { lineSchema } from '../fields.ts';
import { idSchema } from '../scalars.ts';
import { savedViewFormSchema } from './saved-view.ts';

/** A saved state of the customers' list: order and filters as in `paginatedCustomers`; null means any. */
export const customerViewQuerySchema = z.object({
  sort_name: z.enum(CUSTOMER_SORTS),
  sort_type: z.enum(['ASC', 'DESC']),
  tag_id: z.nullable(idSchema),
  group_id: z.nullable(idSchema),
  instance_id: z.nullable(idSchema),
  contact_days: z.nullable(z.int()),
  blacklisted: z.nullable(z.boolean()),
  consent: z.nullable(z.enum(CONSENT_FILTERS)),
  field_id: z.nullable(idSchema),
  field_op: z.nullable(z.enum(FIELD_FILTERS)),
  field_value: z.nullable(lineSchema(SEARCH_TEXT_MAX)),
});
export type CustomerViewQuery = z.infer<typeof customerViewQuerySchema>;

/** A view of the customers' list that the user saved. `gone`: the fields whose ids no longer exist, or are hidden from the user. */
export const customerViewSchema = z.extend(customerViewQuerySchema, {
  id: idSchema,
  name: z.string(),
  gone: z.array(z.string()),
});
export type CustomerView = z.infer<typeof customerViewSchema>;
export const customerViewFields =
  'id name sort_name sort_type tag_id group_id instance_id contact_days blacklisted consent field_id field_op field_value gone';

/** Saves the current list under a name, or renames a saved one. */
export const customerViewFormSchema = z.extend(customerViewQuerySchema, { name: savedViewFormSchema.shape.name });
export type CustomerViewForm = z.infer<typeof customerViewFormSchema>;
