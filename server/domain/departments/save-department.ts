import { sql } from 'kysely';
import { departmentFormSchema } from '../../../contract/entities/department.ts';
import type { Department, DepartmentForm } from '../../../contract/entities/department.ts';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import { changedFields } from '../changed-fields.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { parseId } from '../ids.ts';
import { parseInput } from '../input.ts';
import { requirePermission } from '../permissions.ts';
import { requireRank } from '../users/user-rules.ts';
import { departmentView } from './department-view.ts';

const requireDepartmentsPermission = (actor: Actor): void => requirePermission(actor, 'departments');

/**
 * Adds a department; needs the permission to manage departments. Refuses by field a taken name, and members and
 * instances of other companies; refuses to move members with a role above the actor's own, as `requireRank` does.
 */
export function newDepartment(services: Services, caller: Actor, variables: DepartmentForm): Promise<Department> {
  requireDepartmentsPermission(caller);
  const input = parseInput(departmentFormSchema, withoutNulls(variables));
  return changeAsActor(services, caller, requireDepartmentsPermission, async (change, actor) => {
    const { tx, tenantId } = change;
    await requireValid(change, input, null);
    const { id } = await tx
      .insertInto('department')
      .values({ tenant_id: tenantId, created_at: services.now(), ...columnsOf(input) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await moveMembers(change, actor, id, input.member_ids);
    await assign(change, id, input);
    await auditAction(tx, actor, { action: 'department.create', subject: `department:${id}`, details: { ...input } });
    return departmentView(tx, tenantId, id);
  });
}

/**
 * Changes a department; omitted fields stay. Refuses as `newDepartment` does, and with CONFLICT `error.form.conflict`
 * an outdated version.
 */
export function updateDepartment(
  services: Services,
  caller: Actor,
  { id: rawId, version, ...variables }: DepartmentForm & { id: string; version?: string | null | undefined },
): Promise<Department> {
  requireDepartmentsPermission(caller);
  const id = parseId(rawId);
  const input = parseInput(departmentFormSchema, withoutNulls(variables));
  return changeAsActor(services, caller, requireDepartmentsPermission, async (change, actor) => {
    const { tx, tenantId } = change;
    const before = await departmentView(tx, tenantId, id);
    if (version !== undefined && version !== null && version !== before.version) throw conflict('error.form.conflict');
    await requireValid(change, input, id);
    await tx
      .updateTable('department')
      .set({ ...columnsOf(input), version: sql<number>`version + 1` })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    await moveMembers(change, actor, id, input.member_ids);
    await assign(change, id, input);
    const after = await departmentView(tx, tenantId, id);
    const details = changedFields(AUDITED_FIELDS, auditedFields(before), auditedFields(after));
    await auditAction(tx, actor, { action: 'department.update', subject: `department:${id}`, details });
    return after;
  });
}

/** Fields whose changes are audited. */
const AUDITED_FIELDS = [
  'name',
  'activated',
  'greeting',
  'off_hours_text',
  'opening_hours',
  'holidays',
  'distribution',
  'max_open_tickets',
  'transfer_after_minutes',
  'member_ids',
  'instance_ids',
] as const;

function auditedFields({
  members,
  instances,
  ...department
}: Department): Readonly<Record<(typeof AUDITED_FIELDS)[number], unknown>> {
  const idsOf = (of: readonly { id: Id }[]) => of.map(({ id }) => id);
  return { ...department, member_ids: idsOf(members), instance_ids: idsOf(instances) };
}

/**
 * Deletes a department: its members, instances and open tickets are left without one; finished ones keep its name.
 * Refuses as `newDepartment` does if a member's role is above the actor's.
 */
export function deleteDepartment(services: Services, caller: Actor, rawId: string): Promise<boolean> {
  requireDepartmentsPermission(caller);
  const id = parseId(rawId);
  return changeAsActor(services, caller, requireDepartmentsPermission, async (change, actor) => {
    const { tx, tenantId } = change;
    const { name } = await departmentView(tx, tenantId, id);
    await moveMembers(change, actor, id, []);
    await sql`update app_user set department_id = null where tenant_id = ${tenantId} and department_id = ${id}`.execute(
      tx,
    );
    await sql`update instance set department_id = null where tenant_id = ${tenantId} and department_id = ${id}`.execute(
      tx,
    );
    await sql`update chat_ticket set department_id = null
      where tenant_id = ${tenantId} and department_id = ${id} and finished_at is null`.execute(tx);
    await tx.insertInto('past_department').values({ tenant_id: tenantId, id, name }).execute();
    await tx.deleteFrom('department').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
    await auditAction(tx, actor, { action: 'department.delete', subject: `department:${id}`, details: { name } });
    return true;
  });
}

/** For fields that aren't nullable, GraphQL's null means omitted. */
function withoutNulls(input: DepartmentForm): DepartmentForm {
  const required = ['activated', 'holidays', 'distribution', 'member_ids', 'instance_ids'] as const;
  const stored = Object.entries(input).filter(
    ([field, value]) => value !== null || !required.some((each) => each === field),
  );
  return { ...Object.fromEntries(stored), name: input.name };
}

function columnsOf(input: DepartmentForm) {
  const { opening_hours: hours, holidays, greeting, off_hours_text: offHours } = input;
  return {
    name: input.name,
    ...(input.activated === undefined ? {} : { activated: input.activated }),
    ...(greeting === undefined ? {} : { greeting: greeting === '' ? null : greeting }),
    ...(offHours === undefined ? {} : { off_hours_text: offHours === '' ? null : offHours }),
    ...(hours === undefined ? {} : { opening_hours: hours === null ? null : JSON.stringify(hours) }),
    ...(holidays === undefined ? {} : { holidays: JSON.stringify(holidays) }),
    ...(input.distribution === undefined ? {} : { distribution: input.distribution }),
    ...(input.max_open_tickets === undefined ? {} : { max_open_tickets: input.max_open_tickets }),
    ...(input.transfer_after_minutes === undefined ? {} : { transfer_after_minutes: input.transfer_after_minutes }),
  };
}

async function requireValid({ tx, tenantId }: Change, input: DepartmentForm, id: Id | null): Promise<void> {
  const members = input.member_ids ?? [];
  const instances = input.instance_ids ?? [];
  const { rows } = await sql<{ isTaken: boolean; members: number; instances: number }>`
    select exists (select from department where tenant_id = ${tenantId} and lower(name) = lower(${input.name})
        and id is distinct from ${id}) as "isTaken",
      (select count(*)::integer from app_user where tenant_id = ${tenantId} and id = any(${members}::bigint[])
        and deleted_at is null and support_user_id is null) as members,
      (select count(*)::integer from instance where tenant_id = ${tenantId}
        and id = any(${instances}::bigint[])) as instances`.execute(tx);
  const fields = {
    ...(rows[0]?.isTaken === true ? { name: 'error.department.nameTaken' } : {}),
    ...(rows[0]?.members === members.length ? {} : { member_ids: 'error.field.gone' }),
    ...(rows[0]?.instances === instances.length ? {} : { instance_ids: 'error.field.gone' }),
  };
  if (Object.keys(fields).length > 0) throw invalid('error.form.invalid', fields);
}

/** Checks the moved members first, and audits which departments lose members to this one. */
async function moveMembers(
  { tx, tenantId }: Change,
  actor: Actor,
  id: Id,
  chosen: readonly Id[] | undefined,
): Promise<void> {
  if (chosen === undefined) return;
  const { rows: moved } = await sql<{ roleId: Id }>`
    select distinct role_id as "roleId" from app_user
    where tenant_id = ${tenantId} and deleted_at is null and support_user_id is null
      and (department_id = ${id}) is distinct from (id = any(${chosen}::bigint[]))
      and (department_id = ${id} or id = any(${chosen}::bigint[]))`.execute(tx);
  for (const { roleId } of moved) await requireRank(tx, actor, roleId);
  const { rows: left } = await sql<{ departmentId: Id; from: Id[]; to: Id[] }>`
    select department_id as "departmentId", array_agg(id order by id)::text[] as "from",
      coalesce(array_agg(id order by id) filter (where not id = any(${chosen}::bigint[])), '{}')::text[] as "to"
    from app_user
    where tenant_id = ${tenantId} and deleted_at is null and support_user_id is null and department_id <> ${id}
    group by department_id having bool_or(id = any(${chosen}::bigint[])) order by department_id`.execute(tx);
  for (const { departmentId, from, to } of left) {
    await auditAction(tx, actor, {
      action: 'department.update',
      subject: `department:${departmentId}`,
      details: { member_ids: { from, to } },
    });
  }
}

/** Moves members and instances into the department and the others out; each is in at most one department. */
async function assign({ tx, tenantId }: Change, id: Id, input: DepartmentForm): Promise<void> {
  for (const [table, chosen] of [
    ['app_user', input.member_ids],
    ['instance', input.instance_ids],
  ] as const) {
    if (chosen === undefined) continue;
    await sql`
      update ${sql.table(table)} set department_id = case when id = any(${chosen}::bigint[]) then ${id}::bigint end
      where tenant_id = ${tenantId} and (department_id = ${id} or id = any(${chosen}::bigint[]))
        and department_id is distinct from case when id = any(${chosen}::bigint[]) then ${id}::bigint end`.execute(tx);
  }
}
