import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import { SAVED_VIEWS_MAX } from '../../../contract/facts/ticket-views.ts';
import type { Change } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { SavedViewList } from '../../db/tables/attendance.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, forbidden, invalid, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { parseInput } from '../input.ts';
import { requirePermission } from '../permissions.ts';

/** A list whose views a person may save. */
type ListWithViews<Query extends object> = {
  /** Also the permission that seeing it takes. */
  list: SavedViewList;
  /** The name under which a change of them is announced. */
  updated: 'saved_views' | 'customer_views';
  schema: z.ZodMiniType<Query & { name: string }>;
  /** Defaults of arguments that GraphQL omits. */
  absent: Partial<Query>;
  /** SQL: the fields of view `v` whose ids no longer exist, or are hidden from the person. */
  gone: (isAdmin: boolean) => RawBuilder<string[]>;
};

/** A saved view. `gone`: the fields whose ids no longer exist, or are hidden from the person. */
type OwnView<Query> = Query & { id: Id; name: string; gone: string[] };

/** Reads and changes a person's own saved views of a list; others' are not found. */
export function ownViews<Query extends object>({ list, updated, schema, absent, gone }: ListWithViews<Query>) {
  type View = OwnView<Query>;
  type Form = Query & { name: string };

  /** Support users can't save views: they have no user in the company. */
  function requireOwn(actor: Actor): void {
    requirePermission(actor, list);
    if (actor.isSupport) throw forbidden();
  }

  function parse(variables: Form): { name: string; query: string } {
    const { name, ...query } = parseInput(schema, { ...absent, ...variables });
    return { name, query: JSON.stringify(query) };
  }

  /** Another company's ids count as deleted: nothing of them is revealed. */
  async function views(tx: Tx, { tenantId, userId, isAdmin }: Actor, id: Id | null = null): Promise<View[]> {
    const { rows } = await sql<{ id: Id; name: string; query: Query; gone: string[] }>`
      select v.id::text as id, v.name, v.query, ${gone(isAdmin)} as gone
      from saved_view v
      where v.tenant_id = ${tenantId} and v.user_id = ${userId} and v.list = ${list}
        and (${id}::bigint is null or v.id = ${id})
      order by v.id`.execute(tx);
    return rows.map(({ query, ...row }) => ({ ...query, ...row }));
  }

  async function view(tx: Tx, actor: Actor, id: Id): Promise<View> {
    const [found] = await views(tx, actor, id);
    if (found === undefined) throw notFound();
    return found;
  }

  function publish({ append }: Change, { userId }: Actor): void {
    append('ListUpdated', { list: updated }, { to: 'people', userIds: [userId] });
  }

  /** The actor's saved views, oldest first. */
  function all(services: Services, actor: Actor): Promise<View[]> {
    requirePermission(actor, list);
    return withTenant(services.db, actor.tenantId, (tx) => views(tx, actor));
  }

  /** Refuses a taken name by field, unknown ids as not found, and one too many with `error.savedView.tooMany`. */
  function create(services: Services, caller: Actor, variables: Form): Promise<View> {
    requireOwn(caller);
    const { name, query } = parse(variables);
    return changeAsActor(services, caller, requireOwn, async (change, actor) => {
      const { tx, tenantId } = change;
      const before = await views(tx, actor);
      requireFreeName(before, name, null);
      if (before.length >= SAVED_VIEWS_MAX) throw conflict('error.savedView.tooMany');
      const { id } = await tx
        .insertInto('saved_view')
        .values({ tenant_id: tenantId, user_id: actor.userId, list, name, query })
        .returning('id')
        .executeTakeFirstOrThrow();
      publish(change, actor);
      return requireThere(await view(tx, actor, id), null);
    });
  }

  /** Refuses as `create` does. */
  function update(services: Services, caller: Actor, variables: Form & { id: string }): Promise<View> {
    requireOwn(caller);
    const id = parseId(variables.id);
    const { name, query } = parse(variables);
    return changeAsActor(services, caller, requireOwn, async (change, actor) => {
      const { tx, tenantId } = change;
      const before = await view(tx, actor, id);
      requireFreeName(await views(tx, actor), name, id);
      await tx
        .updateTable('saved_view')
        .set({ name, query })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
      publish(change, actor);
      return requireThere(await view(tx, actor, id), before);
    });
  }

  function remove(services: Services, caller: Actor, { id: rawId }: { id: string }): Promise<boolean> {
    requireOwn(caller);
    const id = parseId(rawId);
    return changeAsActor(services, caller, requireOwn, async (change, actor) => {
      const { tx, tenantId } = change;
      await view(tx, actor, id);
      await tx.deleteFrom('saved_view').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
      publish(change, actor);
      return true;
    });
  }

  return { all, create, update, remove };
}

type Named = { readonly id: Id; readonly name: string; readonly gone: readonly string[] };

/** Refuses a name that another of the person's views has, by field. */
function requireFreeName(all: readonly Named[], name: string, id: Id | null): void {
  const isTaken = all.some((each) => each.id !== id && each.name.toLowerCase() === name.toLowerCase());
  if (isTaken) throw invalid('error.form.invalid', { name: 'error.savedView.taken' });
}

/**
 * Not found if a filter names something unknown, unless the saved view named it before: later deletions are only
 * reported.
 */
function requireThere<View extends Named>(saved: View, before: Named | null): View {
  if (saved.gone.some((field) => before?.gone.includes(field) !== true)) throw notFound();
  return saved;
}

/** Of a view's instance, which attendants see only if they serve it. */
export function goneInstance(isAdmin: boolean): RawBuilder<string | null> {
  return sql`case when v.query->>'instance_id' is not null and not exists (select from instance i
    where i.tenant_id = v.tenant_id and i.id = (v.query->>'instance_id')::bigint and (${isAdmin}::boolean
      or exists (select from user_instance served where served.tenant_id = i.tenant_id
        and served.user_id = v.user_id and served.instance_id = i.id))) then 'instance_id' end`;
}

/** Of a view's tag. */
export const goneTag: RawBuilder<string | null> = sql`
  case when v.query->>'tag_id' is not null and not exists (select from tag g
    where g.tenant_id = v.tenant_id and g.id = (v.query->>'tag_id')::bigint) then 'tag_id' end`;
