import { sql } from 'kysely';
import { customerViewFormSchema } from '../../../contract/entities/customer-view.ts';
import type { CustomerView, CustomerViewForm, CustomerViewQuery } from '../../../contract/entities/customer-view.ts';
import { SAVED_VIEWS_MAX } from '../../../contract/facts/ticket-views.ts';
import type { UpdateCustomerViewVariables } from '../../../contract/graphql/customer-views.ts';
import type { Change } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, forbidden, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { parseInput } from '../input.ts';
import { requirePermission } from '../permissions.ts';
import { requireFreeName, requireThere } from '../saved-views/own-views.ts';

/** The actor's saved views of the customers' list, oldest first. */
export function listCustomerViews(services: Services, actor: Actor): Promise<CustomerView[]> {
  requirePermission(actor, 'customers');
  return withTenant(services.db, actor.tenantId, (tx) => views(tx, actor));
}

/**
 * Saves a view. Refuses a taken name by field, unknown ids as not found, and one too many with
 * `error.savedView.tooMany`.
 */
export function newCustomerView(services: Services, caller: Actor, variables: CustomerViewForm): Promise<CustomerView> {
  requireOwnViews(caller);
  const { name, ...query } = parse(variables);
  return changeAsActor(services, caller, requireOwnViews, async (change, actor) => {
    const { tx, tenantId } = change;
    const all = await views(tx, actor);
    requireFreeName(all, name, null);
    if (all.length >= SAVED_VIEWS_MAX) throw conflict('error.savedView.tooMany');
    const { id } = await tx
      .insertInto('customer_view')
      .values({ tenant_id: tenantId, user_id: actor.userId, name, query: JSON.stringify(query) })
      .returning('id')
      .executeTakeFirstOrThrow();
    publish(change, actor);
    return requireThere(await view(tx, actor, id), null);
  });
}

/** Changes a view of the actor's; others' are not found. Refuses as `newCustomerView` does. */
export function updateCustomerView(
  services: Services,
  caller: Actor,
  { id: rawId, ...variables }: UpdateCustomerViewVariables,
): Promise<CustomerView> {
  requireOwnViews(caller);
  const id = parseId(rawId);
  const { name, ...query } = parse(variables);
  return changeAsActor(services, caller, requireOwnViews, async (change, actor) => {
    const { tx, tenantId } = change;
    const before = await view(tx, actor, id);
    requireFreeName(await views(tx, actor), name, id);
    await tx
      .updateTable('customer_view')
      .set({ name, query: JSON.stringify(query) })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    publish(change, actor);
    return requireThere(await view(tx, actor, id), before);
  });
}

/** Deletes a view of the actor's; others' are not found. */
export function deleteCustomerView(services: Services, caller: Actor, rawId: string): Promise<boolean> {
  requireOwnViews(caller);
  const id = parseId(rawId);
  return changeAsActor(services, caller, requireOwnViews, async (change, actor) => {
    const { tx, tenantId } = change;
    await view(tx, actor, id);
    await tx.deleteFrom('customer_view').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
    publish(change, actor);
    return true;
  });
}

/** Support users have no row of their own to keep views at. */
function requireOwnViews(actor: Actor): void {
  requirePermission(actor, 'customers');
  if (actor.isSupport) throw forbidden();
}

const NOTHING = {
  tag_id: null,
  group_id: null,
  instance_id: null,
  contact_days: null,
  blacklisted: null,
  consent: null,
  field_id: null,
  field_op: null,
  field_value: null,
};

/** GraphQL leaves out what isn't given. */
function parse(variables: CustomerViewForm): CustomerViewForm {
  return parseInput(customerViewFormSchema, { ...NOTHING, ...variables });
}

function publish({ append }: Change, { userId }: Actor): void {
  append('ListUpdated', { list: 'customer_views' }, { to: 'people', userIds: [userId] });
}

async function view(tx: Tx, actor: Actor, id: Id): Promise<CustomerView> {
  const [found] = await views(tx, actor, id);
  if (found === undefined) throw notFound();
  return found;
}

/** Another company's ids count as deleted: nothing of them is revealed. */
async function views(tx: Tx, { tenantId, userId, isAdmin }: Actor, id: Id | null = null): Promise<CustomerView[]> {
  const { rows } = await sql<{ id: Id; name: string; query: CustomerViewQuery; gone: string[] }>`
    select v.id::text as id, v.name, v.query, array_remove(array[
      case when v.query->>'tag_id' is not null and not exists (select from tag g
        where g.tenant_id = v.tenant_id and g.id = (v.query->>'tag_id')::bigint) then 'tag_id' end,
      case when v.query->>'group_id' is not null and not exists (select from customer_group g
        where g.tenant_id = v.tenant_id and g.id = (v.query->>'group_id')::bigint and g.deleted_at is null)
        then 'group_id' end,
      case when v.query->>'instance_id' is not null and not exists (select from instance i
        where i.tenant_id = v.tenant_id and i.id = (v.query->>'instance_id')::bigint and (${isAdmin}::boolean
          or exists (select from user_instance served where served.tenant_id = i.tenant_id
            and served.user_id = v.user_id and served.instance_id = i.id))) then 'instance_id' end,
      case when v.query->>'field_id' is not null and not exists (select from customer_field f
        where f.tenant_id = v.tenant_id and f.id = (v.query->>'field_id')::bigint) then 'field_id' end], null) as gone
    from customer_view v
    where v.tenant_id = ${tenantId} and v.user_id = ${userId} and (${id}::bigint is null or v.id = ${id})
    order by v.id`.execute(tx);
  return rows.map(({ query, ...row }) => ({ ...query, ...row }));
}
