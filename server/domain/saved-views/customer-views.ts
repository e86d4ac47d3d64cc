import { sql } from 'kysely';
import { customerViewFormSchema } from '../../../contract/entities/customer-view.ts';
import type { CustomerViewQuery } from '../../../contract/entities/customer-view.ts';
import { goneInstance, goneTag, ownViews } from './own-views.ts';

/** A person's saved views of the list of customers. */
export const customerViews = ownViews<CustomerViewQuery>({
  list: 'customers',
  updated: 'customer_views',
  schema: customerViewFormSchema,
  absent: {
    tag_id: null,
    group_id: null,
    instance_id: null,
    contact_days: null,
    blacklisted: null,
    consent: null,
    field_id: null,
    field_op: null,
    field_value: null,
  },
  gone: (isAdmin) => sql`array_remove(array[${goneInstance(isAdmin)}, ${goneTag},
    case when v.query->>'group_id' is not null and not exists (select from customer_group g
      where g.tenant_id = v.tenant_id and g.id = (v.query->>'group_id')::bigint and g.deleted_at is null)
      then 'group_id' end,
    case when v.query->>'field_id' is not null and not exists (select from customer_field f
      where f.tenant_id = v.tenant_id and f.id = (v.query->>'field_id')::bigint) then 'field_id' end], null)`,
});
