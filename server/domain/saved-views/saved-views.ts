import { sql } from 'kysely';
import { savedViewFormSchema } from '../../../contract/entities/saved-view.ts';
import type { SavedView, SavedViewForm, SavedViewQuery } from '../../../contract/entities/saved-view.ts';
import { SAVED_VIEWS_MAX } from '../../../contract/facts/ticket-views.ts';
import type { UpdateSavedViewVariables } from '../../../contract/graphql/saved-views.ts';
import type { Change } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { parseInput } from '../input.ts';
import { requirePermission } from '../permissions.ts';
import { requireFreeName, requireThere } from './own-views.ts';

/** The actor's saved views, oldest first. */
export function listSavedViews(services: Services, actor: Actor): Promise<SavedView[]> {
  requirePermission(actor, 'chat');
  return withTenant(services.db, actor.tenantId, (tx) => views(tx, actor));
}

/**
 * Saves a view. Refuses a taken name by field, unknown ids as not found, and one too many with
 * `error.savedView.tooMany`.
 */
export function newSavedView(services: Services, actor: Actor, variables: SavedViewForm): Promise<SavedView> {
  requirePermission(actor, 'chat');
  const { name, ...query } = parse(variables);
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId } = change;
    const all = await views(tx, actor);
    requireFreeName(all, name, null);
    if (all.length >= SAVED_VIEWS_MAX) throw conflict('error.savedView.tooMany');
    const { id } = await tx
      .insertInto('saved_view')
      .values({ tenant_id: tenantId, user_id: actor.userId, name, query: JSON.stringify(query) })
      .returning('id')
      .executeTakeFirstOrThrow();
    publish(change, actor);
    return requireThere(await view(tx, actor, id), null);
  });
}

/** Changes a view of the actor's; others' are not found. Refuses as `newSavedView` does. */
export function updateSavedView(
  services: Services,
  actor: Actor,
  { id: rawId, ...variables }: UpdateSavedViewVariables,
): Promise<SavedView> {
  requirePermission(actor, 'chat');
  const id = parseId(rawId);
  const { name, ...query } = parse(variables);
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId } = change;
    const before = await view(tx, actor, id);
    requireFreeName(await views(tx, actor), name, id);
    await tx
      .updateTable('saved_view')
      .set({ name, query: JSON.stringify(query) })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    publish(change, actor);
    return requireThere(await view(tx, actor, id), before);
  });
}

/** Deletes a view of the actor's; others' are not found. */
export function deleteSavedView(services: Services, actor: Actor, rawId: string): Promise<boolean> {
  requirePermission(actor, 'chat');
  const id = parseId(rawId);
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId } = change;
    await view(tx, actor, id);
    await tx.deleteFrom('saved_view').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
    publish(change, actor);
    return true;
  });
}

/** GraphQL leaves out what isn't given. */
function parse(variables: SavedViewForm): SavedViewForm {
  const ids = { instance_id: null, department_id: null, user_id: null, tag_id: null };
  return parseInput(savedViewFormSchema, { ...ids, ...variables });
}

function publish({ append }: Change, { userId }: Actor): void {
  append('ListUpdated', { list: 'saved_views' }, { to: 'people', userIds: [userId] });
}

async function view(tx: Tx, actor: Actor, id: Id): Promise<SavedView> {
  const [found] = await views(tx, actor, id);
  if (found === undefined) throw notFound();
  return found;
}

/** Another company's ids count as deleted: nothing of them is revealed. */
async function views(tx: Tx, { tenantId, userId, isAdmin }: Actor, id: Id | null = null): Promise<SavedView[]> {
  const { rows } = await sql<{ id: Id; name: string; query: SavedViewQuery; gone: string[] }>`
    select v.id::text as id, v.name, v.query, array_remove(array[
      case when v.query->>'instance_id' is not null and not exists (select from instance i
        where i.tenant_id = v.tenant_id and i.id = (v.query->>'instance_id')::bigint and (${isAdmin}::boolean
          or exists (select from user_instance served where served.tenant_id = i.tenant_id
            and served.user_id = v.user_id and served.instance_id = i.id))) then 'instance_id' end,
      case when v.query->>'department_id' is not null and not exists (select from department d
        where d.tenant_id = v.tenant_id and d.id = (v.query->>'department_id')::bigint) then 'department_id' end,
      case when v.query->>'user_id' is not null and not exists (select from app_user u
        where u.tenant_id = v.tenant_id and u.id = (v.query->>'user_id')::bigint and u.deleted_at is null)
        then 'user_id' end,
      case when v.query->>'tag_id' is not null and not exists (select from tag g
        where g.tenant_id = v.tenant_id and g.id = (v.query->>'tag_id')::bigint) then 'tag_id' end], null) as gone
    from saved_view v
    where v.tenant_id = ${tenantId} and v.user_id = ${userId} and (${id}::bigint is null or v.id = ${id})
    order by v.id`.execute(tx);
  return rows.map(({ query, ...row }) => ({ ...query, ...row }));
}
