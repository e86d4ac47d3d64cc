import { sql } from 'kysely';
import { savedViewFormSchema } from '../../../contract/entities/saved-view.ts';
import type { SavedViewQuery } from '../../../contract/entities/saved-view.ts';
import { goneInstance, goneTag, ownViews } from './own-views.ts';

/** A person's saved views of the list of conversations. */
export const conversationViews = ownViews<SavedViewQuery>({
  list: 'chat',
  updated: 'saved_views',
  schema: savedViewFormSchema,
  absent: { instance_id: null, department_id: null, user_id: null, tag_id: null },
  gone: (isAdmin) => sql`array_remove(array[${goneInstance(isAdmin)}, ${goneTag},
    case when v.query->>'department_id' is not null and not exists (select from department d
      where d.tenant_id = v.tenant_id and d.id = (v.query->>'department_id')::bigint) then 'department_id' end,
    case when v.query->>'user_id' is not null and not exists (select from app_user u
      where u.tenant_id = v.tenant_id and u.id = (v.query->>'user_id')::bigint and u.deleted_at is null)
      then 'user_id' end], null)`,
});
