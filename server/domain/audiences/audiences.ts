import { sql } from 'kysely';
import { audienceNameSchema } from '../../../contract/entities/audience.ts';
import type { Audience } from '../../../contract/entities/audience.ts';
import { AUDIENCES_MAX } from '../../../contract/facts/audiences.ts';
import type { NewAudienceVariables, UpdateAudienceVariables } from '../../../contract/graphql/audiences.ts';
import * as z from 'zod/mini';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import { requireNoneWaits } from '../campaigns/target.ts';
import { changedFields } from '../changed-fields.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { startFilling, wantFilled } from '../customer-groups/fill-group.ts';
import { requireLiveGroups } from '../customer-groups/in-use.ts';
import { parseId } from '../ids.ts';
import { parseInput, requireVersion } from '../input.ts';
import { requirePermission } from '../permissions.ts';
import { wireTime } from '../views/json.ts';
import { parseTree } from './parse-tree.ts';

/** The list that open screens refetch after a change. */
const LIST = { list: 'audiences' } as const;
const nameSchema = z.object({ name: audienceNameSchema });

export const requireAudiencePermission = (actor: Actor): void => requirePermission(actor, 'target-audience');

/** The company's audiences by name, for whoever builds them or feeds groups by them. */
export function listAudiences(services: Services, actor: Actor): Promise<Audience[]> {
  requirePermission(actor, 'target-audience', 'customer-groups', 'campaigns', 'active-chat-flow');
  return withTenant(services.db, actor.tenantId, (tx) => audienceViews(tx, actor.tenantId));
}

/** Adds an audience; needs the permission to build them. Refuses a taken name by field, and a tree as `parseTree` does. */
export function newAudience(services: Services, caller: Actor, variables: NewAudienceVariables): Promise<Audience> {
  requireAudiencePermission(caller);
  const { name } = parseInput(nameSchema, { name: variables.name });
  const tree = parseTree(variables.tree);
  return changeAsActor(services, caller, requireAudiencePermission, async (change, actor) => {
    const { tx, tenantId } = change;
    await requireFreeName(tx, tenantId, name, null);
    await requireLiveGroups(tx, tenantId, tree);
    if ((await audienceViews(tx, tenantId)).length >= AUDIENCES_MAX) throw conflict('error.audience.limit');
    // A support user has no row of their own.
    const created_by = actor.isSupport ? null : actor.userId;
    const { id } = await tx
      .insertInto('audience')
      .values({ tenant_id: tenantId, name, tree: JSON.stringify(tree), created_by })
      .returning('id')
      .executeTakeFirstOrThrow();
    await auditAction(tx, actor, { action: 'audience.create', subject: `audience:${id}`, details: { name } });
    change.append('ListUpdated', LIST, { to: 'route', route: 'target-audience' });
    return audienceView(tx, tenantId, id);
  });
}

/** Changes an audience, and fills the groups that follow it anew. Refuses as `newAudience` does, and an outdated version. */
export async function updateAudience(
  services: Services,
  caller: Actor,
  { id: rawId, version, ...variables }: UpdateAudienceVariables,
): Promise<Audience> {
  requireAudiencePermission(caller);
  const id = parseId(rawId);
  const { name } = parseInput(nameSchema, { name: variables.name });
  const tree = parseTree(variables.tree);
  const done = await changeAsActor(services, caller, requireAudiencePermission, async (change, actor) => {
    const { tx, tenantId } = change;
    const before = await audienceView(tx, tenantId, id);
    requireVersion(version, before.version);
    await requireFreeName(tx, tenantId, name, id);
    await requireLiveGroups(tx, tenantId, tree);
    await tx
      .updateTable('audience')
      .set({ name, tree: JSON.stringify(tree), version: sql<number>`version + 1`, updated_at: services.now() })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    const filling = await wantFilled(tx, tenantId, sql`g.audience_id = ${id}`, services.now());
    const view = await audienceView(tx, tenantId, id);
    const details = changedFields(['name'], before, view);
    await auditAction(tx, actor, { action: 'audience.update', subject: `audience:${id}`, details });
    change.append('ListUpdated', LIST, { to: 'route', route: 'target-audience' });
    return { view, filling };
  });
  startFilling(services, caller.tenantId, done.filling);
  return done.view;
}

/** Deletes an audience; CONFLICT `error.audience.inUse` while a group follows it, and while a campaign is yet to take from it. */
export function deleteAudience(services: Services, caller: Actor, rawId: string): Promise<boolean> {
  requireAudiencePermission(caller);
  const id = parseId(rawId);
  return changeAsActor(services, caller, requireAudiencePermission, async (change, actor) => {
    const { tx, tenantId } = change;
    const { name, group_count } = await audienceView(tx, tenantId, id);
    if (group_count > 0) throw conflict('error.audience.inUse');
    await requireNoneWaits(tx, tenantId, sql`m.audience_id = ${id}`);
    await tx
      .updateTable('audience')
      .set({ deleted_at: services.now() })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    await auditAction(tx, actor, { action: 'audience.delete', subject: `audience:${id}`, details: { name } });
    change.append('ListUpdated', LIST, { to: 'route', route: 'target-audience' });
    return true;
  });
}

/** An audience of the company; refuses another id as not found. */
export async function audienceView(tx: Tx, tenantId: Id, id: Id): Promise<Audience> {
  const [found] = await audienceViews(tx, tenantId, id);
  if (found === undefined) throw notFound();
  return found;
}

async function audienceViews(tx: Tx, tenantId: Id, id: Id | null = null): Promise<Audience[]> {
  const { rows } = await sql<Audience>`
    select a.id::text as id, a.name, a.tree::text as tree, a.version::text as version,
      ${sql.raw(wireTime('a.updated_at'))} as updated_at,
      (select count(*)::integer from customer_group g
        where g.tenant_id = a.tenant_id and g.audience_id = a.id and g.deleted_at is null) as group_count
    from audience a
    where a.tenant_id = ${tenantId} and a.deleted_at is null and (${id}::bigint is null or a.id = ${id})
    order by lower(a.name), a.id`.execute(tx);
  return rows;
}

async function requireFreeName(tx: Tx, tenantId: Id, name: string, id: Id | null): Promise<void> {
  const { rows } = await sql`
    select from audience where tenant_id = ${tenantId} and deleted_at is null and lower(name) = lower(${name})
      and id is distinct from ${id}`.execute(tx);
  if (rows.length > 0) throw invalid('error.form.invalid', { name: 'error.audience.nameTaken' });
}
