import { sql } from 'kysely';
import { customerGroupFormSchema } from '../../../contract/entities/audience.ts';
import type { CustomerGroup, CustomerGroupForm } from '../../../contract/entities/audience.ts';
import { GROUPS_MAX } from '../../../contract/facts/audiences.ts';
import type { UpdateCustomerGroupVariables } from '../../../contract/graphql/customer-groups.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { audienceView } from '../audiences/audiences.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import { changedFields } from '../changed-fields.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { parseId, parseOptionalId } from '../ids.ts';
import { parseInput } from '../input.ts';
import { requirePermission } from '../permissions.ts';
import { startFilling, wantFilled } from './fill-group.ts';
import { groupChanged, groupView, groupViews } from './group-view.ts';
import { requireUnused } from './in-use.ts';

export const requireGroupPermission = (actor: Actor): void => requirePermission(actor, 'customer-groups');

/** The company's groups by name, for users who manage them or build audiences. */
export function listGroups(services: Services, actor: Actor): Promise<CustomerGroup[]> {
  requirePermission(actor, 'target-audience', 'customer-groups', 'campaigns', 'active-chat-flow');
  return withTenant(services.db, actor.tenantId, (tx) => groupViews(tx, actor.tenantId));
}

/** Adds a group; one with an audience is filled after the answer. Refuses a taken name by field. */
export async function newGroup(
  services: Services,
  caller: Actor,
  variables: CustomerGroupForm,
): Promise<CustomerGroup> {
  requireGroupPermission(caller);
  const { name, audience_id } = parseInput(customerGroupFormSchema, variables);
  const audienceId = parseOptionalId(audience_id);
  const done = await changeAsActor(services, caller, requireGroupPermission, async (change, actor) => {
    const { tx, tenantId } = change;
    if (audienceId !== null) await audienceView(tx, tenantId, audienceId);
    await requireFreeName(tx, tenantId, name, null);
    if ((await groupViews(tx, tenantId)).length >= GROUPS_MAX) throw conflict('error.customerGroup.limit');
    const { id } = await tx
      .insertInto('customer_group')
      .values({ tenant_id: tenantId, name, audience_id: audienceId })
      .returning('id')
      .executeTakeFirstOrThrow();
    const filling = await wantFilled(tx, tenantId, sql`g.id = ${id}`, services.now());
    const group = await groupView(tx, tenantId, id);
    await auditAction(tx, actor, {
      action: 'customer_group.create',
      subject: `customer_group:${id}`,
      details: { name },
    });
    groupChanged(change, group);
    return { group, filling };
  });
  startFilling(services, caller.tenantId, done.filling);
  return done.group;
}

/**
 * Changes a group. Without its audience it keeps its members; with another it is filled anew. Refuses a version older
 * than the last change of either; a changed count doesn't make a form stale.
 */
export async function updateGroup(
  services: Services,
  caller: Actor,
  { id: rawId, version, ...variables }: UpdateCustomerGroupVariables,
): Promise<CustomerGroup> {
  requireGroupPermission(caller);
  const id = parseId(rawId);
  const { name, audience_id } = parseInput(customerGroupFormSchema, variables);
  const audienceId = parseOptionalId(audience_id);
  const done = await changeAsActor(services, caller, requireGroupPermission, async (change, actor) => {
    const { tx, tenantId } = change;
    const before = await groupView(tx, tenantId, id);
    if (version !== before.version) await requireUnedited(tx, tenantId, id, version);
    if (audienceId !== null) await audienceView(tx, tenantId, audienceId);
    await requireFreeName(tx, tenantId, name, id);
    const isEdited = name !== before.name || audienceId !== (before.audience?.id ?? null);
    const isFedAnew = audienceId !== null && audienceId !== before.audience?.id;
    await sql`
      update customer_group set name = ${name}, audience_id = ${audienceId}, version = version + 1,
        edited_version = case when ${isEdited} then version + 1 else edited_version end,
        fill_wanted_at = case when ${audienceId}::bigint is null then null else fill_wanted_at end
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    const filling = isFedAnew ? await wantFilled(tx, tenantId, sql`g.id = ${id}`, services.now()) : [];
    const group = await groupView(tx, tenantId, id);
    const details = changedFields(['name'], before, group);
    await auditAction(tx, actor, { action: 'customer_group.update', subject: `customer_group:${id}`, details });
    groupChanged(change, group);
    return { group, filling };
  });
  startFilling(services, caller.tenantId, done.filling);
  return done.group;
}

async function requireUnedited(tx: Tx, tenantId: Id, id: Id, version: string | null | undefined): Promise<void> {
  if (version === undefined || version === null) return;
  const { rows } = await sql<{ edited: number }>`select edited_version as edited from customer_group
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  if (!(Number(version) >= (rows[0]?.edited ?? 0))) throw conflict('error.form.conflict');
}

/**
 * Deletes a group, not its customers. CONFLICT while an audience refers to it (one that excludes it would reach
 * its customers), or a campaign has yet to read it.
 */
export function deleteGroup(services: Services, caller: Actor, rawId: string): Promise<boolean> {
  requireGroupPermission(caller);
  const id = parseId(rawId);
  return changeAsActor(services, caller, requireGroupPermission, async (change, actor) => {
    const { tx, tenantId } = change;
    const { name } = await groupView(tx, tenantId, id);
    await requireUnused(tx, tenantId, id);
    await sql`
      update customer_group set deleted_at = ${services.now()}, audience_id = null, fill_wanted_at = null,
        version = version + 1
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    await auditAction(tx, actor, {
      action: 'customer_group.delete',
      subject: `customer_group:${id}`,
      details: { name },
    });
    const { rows } = await sql<{ version: number }>`
      select version from customer_group where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    const groupOfCustomers = { id, name, version: rows[0]?.version ?? 0, count: 0 };
    change.append('GroupOfCustomersUpdated', { groupOfCustomers }, { to: 'route', route: 'customer-groups' });
    return true;
  });
}

/** Takes the members from the group's audience anew, after the answer; CONFLICT for a group without one. */
export async function refreshGroup(services: Services, caller: Actor, rawId: string): Promise<CustomerGroup> {
  requireGroupPermission(caller);
  const id = parseId(rawId);
  const done = await changeAsActor(services, caller, requireGroupPermission, async (change, actor) => {
    const { tx, tenantId } = change;
    const before = await groupView(tx, tenantId, id);
    if (before.audience === null) throw conflict('error.customerGroup.noAudience');
    // A fill in progress continues.
    if (before.is_filling) return { group: before, filling: [id] };
    const filling = await wantFilled(tx, tenantId, sql`g.id = ${id}`, services.now());
    const { name } = before;
    await auditAction(tx, actor, {
      action: 'customer_group.refresh',
      subject: `customer_group:${id}`,
      details: { name },
    });
    const group = await groupView(tx, tenantId, id);
    groupChanged(change, group);
    return { group, filling };
  });
  startFilling(services, caller.tenantId, done.filling);
  return done.group;
}

async function requireFreeName(tx: Tx, tenantId: Id, name: string, id: Id | null): Promise<void> {
  const { rows } = await sql`
    select from customer_group where tenant_id = ${tenantId} and deleted_at is null and lower(name) = lower(${name})
      and id is distinct from ${id}`.execute(tx);
  if (rows.length > 0) throw invalid('error.form.invalid', { name: 'error.customerGroup.nameTaken' });
}
