import { sql } from 'kysely';
import { departmentFormSchema } from '../../../contract/entities/department.ts';
import type { Department, DepartmentForm } from '../../../contract/entities/department.ts';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { auditDeed } from '../audit-across.ts';
import { changeAs } from '../auth/standing.ts';
import { changedFields } from '../changed-fields.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { parseId } from '../ids.ts';
import { parseInput } from '../input.ts';
import { requirePermission } from '../permissions.ts';
import { requireRank } from '../users/user-rules.ts';
import { departmentView } from './department-view.ts';

const mayOpenDepartments = (actor: Actor): void => requirePermission(actor, 'departments');

/**
 * Adds a department, for who may open the departments. Refuses by field a name that another has, and members and
 * instances that are not the company's; and to move whose role is above the actor's own, as `requireRank`.
 */
export function newDepartment(services: Services, caller: Actor, variables: DepartmentForm): Promise<Department> {
  mayOpenDepartments(caller);
  const given = parseInput(departmentFormSchema, withoutNulls(variables));
  return changeAs(services, caller, mayOpenDepartments, async (change, actor) => {
    const { tx, tenantId } = change;
    await requireValid(change, given, null);
    const { id } = await tx
      .insertInto('department')
      .values({ tenant_id: tenantId, created_at: services.now(), ...columnsOf(given) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await moveMembers(change, actor, id, given.member_ids);
    await assign(change, id, given);
    await auditDeed(tx, actor, { action: 'department.create', subject: `department:${id}`, details: { ...given } });
    return departmentView(tx, tenantId, id);
  });
}

/** Changes a department; what is left out stays. Refuses as `newDepartment` does, and a save over another's with CONFLICT `error.form.conflict`. */
export function updateDepartment(
  services: Services,
  caller: Actor,
  { id: givenId, version, ...variables }: DepartmentForm & { id: string; version?: string | null | undefined },
): Promise<Department> {
  mayOpenDepartments(caller);
  const id = parseId(givenId);
  const given = parseInput(departmentFormSchema, withoutNulls(variables));
  return changeAs(services, caller, mayOpenDepartments, async (change, actor) => {
    const { tx, tenantId } = change;
    const before = await departmentView(tx, tenantId, id);
    if (version !== undefined && version !== null && version !== before.version) throw conflict('error.form.conflict');
    await requireValid(change, given, id);
    await tx
      .updateTable('department')
      .set({ ...columnsOf(given), version: sql<number>`version + 1` })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    await moveMembers(change, actor, id, given.member_ids);
    await assign(change, id, given);
    const after = await departmentView(tx, tenantId, id);
    const details = changedFields(TOLD, toldOf(before), toldOf(after));
    await auditDeed(tx, actor, { action: 'department.update', subject: `department:${id}`, details });
    return after;
  });
}

/** What an audit says of a change. */
const TOLD = [
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

function toldOf({ members, instances, ...department }: Department): Readonly<Record<(typeof TOLD)[number], unknown>> {
  const idsOf = (of: readonly { id: Id }[]) => of.map(({ id }) => id);
  return { ...department, member_ids: idsOf(members), instance_ids: idsOf(instances) };
}

/** Deletes a department: its members, instances and open tickets are without one then; finished ones stay with its name. Refuses as `newDepartment` where a member is above the actor. */
export function deleteDepartment(services: Services, caller: Actor, givenId: string): Promise<boolean> {
  mayOpenDepartments(caller);
  const id = parseId(givenId);
  return changeAs(services, caller, mayOpenDepartments, async (change, actor) => {
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
    await auditDeed(tx, actor, { action: 'department.delete', subject: `department:${id}`, details: { name } });
    return true;
  });
}

/** Where null means nothing, GraphQL's null is as if it was left out. */
function withoutNulls(given: DepartmentForm): DepartmentForm {
  const required = ['activated', 'holidays', 'distribution', 'member_ids', 'instance_ids'] as const;
  const kept = Object.entries(given).filter(
    ([field, value]) => value !== null || !required.some((each) => each === field),
  );
  return { ...Object.fromEntries(kept), name: given.name };
}

function columnsOf(given: DepartmentForm) {
  const { opening_hours: hours, holidays, greeting, off_hours_text: offHours } = given;
  return {
    name: given.name,
    ...(given.activated === undefined ? {} : { activated: given.activated }),
    ...(greeting === undefined ? {} : { greeting: greeting === '' ? null : greeting }),
    ...(offHours === undefined ? {} : { off_hours_text: offHours === '' ? null : offHours }),
    ...(hours === undefined ? {} : { opening_hours: hours === null ? null : JSON.stringify(hours) }),
    ...(holidays === undefined ? {} : { holidays: JSON.stringify(holidays) }),
    ...(given.distribution === undefined ? {} : { distribution: given.distribution }),
    ...(given.max_open_tickets === undefined ? {} : { max_open_tickets: given.max_open_tickets }),
    ...(given.transfer_after_minutes === undefined ? {} : { transfer_after_minutes: given.transfer_after_minutes }),
  };
}

async function requireValid({ tx, tenantId }: Change, given: DepartmentForm, id: Id | null): Promise<void> {
  const members = given.member_ids ?? [];
  const instances = given.instance_ids ?? [];
  const { rows } = await sql<{ isTaken: boolean; members: number; instances: number }>`
    select exists (select from department where tenant_id = ${tenantId} and lower(name) = lower(${given.name})
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

/** Looks at who comes and goes before they do, and writes down which departments lose somebody to this one. */
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
    await auditDeed(tx, actor, {
      action: 'department.update',
      subject: `department:${departmentId}`,
      details: { member_ids: { from, to } },
    });
  }
}

/** Puts members and instances into the department and takes the others out; each is in one department at most. */
async function assign({ tx, tenantId }: Change, id: Id, given: DepartmentForm): Promise<void> {
  for (const [table, chosen] of [
    ['app_user', given.member_ids],
    ['instance', given.instance_ids],
  ] as const) {
    if (chosen === undefined) continue;
    await sql`
      update ${sql.table(table)} set department_id = case when id = any(${chosen}::bigint[]) then ${id}::bigint end
      where tenant_id = ${tenantId} and (department_id = ${id} or id = any(${chosen}::bigint[]))
        and department_id is distinct from case when id = any(${chosen}::bigint[]) then ${id}::bigint end`.execute(tx);
  }
}
