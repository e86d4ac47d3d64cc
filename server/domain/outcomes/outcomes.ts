import { sql } from 'kysely';
import { OUTCOMES_MAX } from '../../../contract/facts/outcomes.ts';
import { outcomeFormSchema } from '../../../contract/entities/outcome.ts';
import type { Outcome, OutcomeForm } from '../../../contract/entities/outcome.ts';
import type { UpdateOutcomeVariables } from '../../../contract/graphql/outcomes.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import { changedFields } from '../changed-fields.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { parseInput } from '../input.ts';
import { requirePermission } from '../permissions.ts';

/** The list that open screens refetch after a change. */
const LIST = { list: 'outcomes' } as const;

const requireOutcomesPermission = (actor: Actor): void => requirePermission(actor, 'customer-fields');

/** The company's outcomes by name, for whoever finishes tickets or manages outcomes. */
export function listOutcomes(services: Services, actor: Actor): Promise<Outcome[]> {
  requirePermission(actor, 'chat', 'customer-fields');
  return withTenant(services.db, actor.tenantId, (tx) => outcomeViews(tx, actor.tenantId));
}

/** Adds an outcome; needs the permission to manage them. Refuses a taken name by field. */
export function newOutcome(services: Services, caller: Actor, variables: OutcomeForm): Promise<Outcome> {
  requireOutcomesPermission(caller);
  const input = parseInput(outcomeFormSchema, variables);
  return changeAsActor(services, caller, requireOutcomesPermission, async (change, actor) => {
    const { tx, tenantId } = change;
    await requireFreeName(tx, tenantId, input.name, null);
    if ((await outcomeViews(tx, tenantId)).length >= OUTCOMES_MAX) throw conflict('error.outcome.tooMany');
    const { id } = await tx
      .insertInto('outcome')
      .values({ tenant_id: tenantId, ...input })
      .returning('id')
      .executeTakeFirstOrThrow();
    await auditAction(tx, actor, { action: 'outcome.create', subject: `outcome:${id}`, details: { ...input } });
    change.append('ListUpdated', LIST, { to: 'all' });
    return outcomeView(tx, tenantId, id);
  });
}

/** Renames an outcome. Refuses as `newOutcome` does, and with CONFLICT `error.form.conflict` an outdated version. */
export function updateOutcome(
  services: Services,
  caller: Actor,
  { id: rawId, version, ...variables }: UpdateOutcomeVariables,
): Promise<Outcome> {
  requireOutcomesPermission(caller);
  const id = parseId(rawId);
  const input = parseInput(outcomeFormSchema, variables);
  return changeAsActor(services, caller, requireOutcomesPermission, async (change, actor) => {
    const { tx, tenantId } = change;
    const before = await outcomeView(tx, tenantId, id);
    if (version !== undefined && version !== null && version !== before.version) throw conflict('error.form.conflict');
    await requireFreeName(tx, tenantId, input.name, id);
    await tx
      .updateTable('outcome')
      .set({ ...input, version: sql<number>`version + 1` })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    const after = await outcomeView(tx, tenantId, id);
    const details = changedFields(['name'], before, after);
    await auditAction(tx, actor, { action: 'outcome.update', subject: `outcome:${id}`, details });
    change.append('ListUpdated', LIST, { to: 'all' });
    return after;
  });
}

/** Removes an outcome from the list; tickets finished with it keep it. */
export function deleteOutcome(services: Services, caller: Actor, rawId: string): Promise<boolean> {
  requireOutcomesPermission(caller);
  const id = parseId(rawId);
  return changeAsActor(services, caller, requireOutcomesPermission, async (change, actor) => {
    const { tx, tenantId } = change;
    const { name } = await outcomeView(tx, tenantId, id);
    await tx
      .updateTable('outcome')
      .set({ deleted_at: services.now() })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    change.append('ListUpdated', LIST, { to: 'all' });
    await auditAction(tx, actor, { action: 'outcome.delete', subject: `outcome:${id}`, details: { name } });
    return true;
  });
}

/**
 * An outcome that a ticket is to be finished with. Refuses an id that the company never had as not found, and with
 * CONFLICT `error.outcome.removed` one that was removed. Locks it against concurrent removal and renaming.
 */
export async function outcomeToSet(tx: Tx, tenantId: Id, id: Id): Promise<{ id: Id; name: string }> {
  const { rows } = await sql<{ name: string; isRemoved: boolean }>`
    select name, deleted_at is not null as "isRemoved" from outcome
    where tenant_id = ${tenantId} and id = ${id} for share`.execute(tx);
  const [outcome] = rows;
  if (outcome === undefined) throw notFound();
  if (outcome.isRemoved) throw conflict('error.outcome.removed');
  return { id, name: outcome.name };
}

async function outcomeView(tx: Tx, tenantId: Id, id: Id): Promise<Outcome> {
  const [outcome] = await outcomeViews(tx, tenantId, id);
  if (outcome === undefined) throw notFound();
  return outcome;
}

async function outcomeViews(tx: Tx, tenantId: Id, id: Id | null = null): Promise<Outcome[]> {
  const { rows } = await sql<Outcome>`
    select id::text as id, name, version::text as version from outcome
    where tenant_id = ${tenantId} and deleted_at is null and (${id}::bigint is null or id = ${id})
    order by lower(name), id`.execute(tx);
  return rows;
}

async function requireFreeName(tx: Tx, tenantId: Id, name: string, id: Id | null): Promise<void> {
  const { rows } = await sql`
    select from outcome where tenant_id = ${tenantId} and deleted_at is null and lower(name) = lower(${name})
      and id is distinct from ${id}`.execute(tx);
  if (rows.length > 0) throw invalid('error.form.invalid', { name: 'error.outcome.nameTaken' });
}
