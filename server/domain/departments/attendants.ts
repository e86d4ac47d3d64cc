import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Distribution } from '../../../contract/facts/administration.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { mayChat } from '../permissions.ts';
import { onlineSql } from '../presence-sql.ts';

/** A department, as far as a new ticket needs it. */
export type ReceivingDepartment = {
  id: Id;
  isOpen: boolean;
  greeting: string | null;
  offHoursText: string | null;
  distribution: Distribution;
  maxOpen: number | null;
};

/** SQL condition: department `d` of tenant `tenant` is open at this time. */
export function isOpenAt(at: Date | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`department_is_open(d.opening_hours, d.holidays, ${at}::timestamptz at time zone tenant.timezone)`;
}

async function readDepartment(
  tx: Tx,
  tenantId: Id,
  at: Date,
  id: RawBuilder<unknown>,
): Promise<ReceivingDepartment | undefined> {
  const { rows } = await sql<ReceivingDepartment>`
    select d.id, ${isOpenAt(at)} as "isOpen", d.greeting, d.off_hours_text as "offHoursText", d.distribution,
      d.max_open_tickets as "maxOpen"
    from department d join tenant on tenant.id = d.tenant_id
    where d.tenant_id = ${tenantId} and d.activated and d.id = ${id}`.execute(tx);
  return rows[0];
}

/** The department that receives an instance's customers; undefined if there is no active one. */
export function departmentOfInstance(
  tx: Tx,
  { tenantId, instanceId }: { tenantId: Id; instanceId: Id },
  at: Date,
): Promise<ReceivingDepartment | undefined> {
  const ofInstance = sql`(select i.department_id from instance i where i.tenant_id = ${tenantId} and i.id = ${instanceId})`;
  return readDepartment(tx, tenantId, at, ofInstance);
}

/** A department at a time; undefined if unknown or deactivated. */
export function receivingDepartment(tx: Tx, tenantId: Id, id: Id, at: Date): Promise<ReceivingDepartment | undefined> {
  return readDepartment(tx, tenantId, at, sql`${id}::bigint`);
}

/** SQL: members of departments who are at work and may chat; `tickets` is how many are open for or offered to them. */
export function attendants(tenantId: Id): RawBuilder<unknown> {
  return sql`
    select u.id, u.department_id, (select count(*) from chat_ticket had where had.tenant_id = u.tenant_id
        and had.user_id = u.id and had.finished_at is null)
      + (select count(*) from ticket_transfer offered where offered.tenant_id = u.tenant_id
        and offered.next_user_id = u.id and offered.transferred_at is null and offered.deleted_at is null) as tickets
    from app_user u
    where u.tenant_id = ${tenantId} and u.department_id is not null and u.deleted_at is null and not u.is_blocked
      and u.support_user_id is null and ${sql.raw(onlineSql('u'))} and ${mayChat('u')}`;
}

/** SQL condition: attendant `candidate` serves an instance and has capacity in a department. */
export function canTake(
  tenantId: Id,
  { instanceId, maxOpen }: { instanceId: RawBuilder<unknown>; maxOpen: RawBuilder<unknown> },
): RawBuilder<boolean> {
  return sql<boolean>`(candidate.tickets < coalesce(${maxOpen}, 2147483647)
    and exists (select from user_instance served where served.tenant_id = ${tenantId}
      and served.user_id = candidate.id and served.instance_id = ${instanceId}))`;
}

/**
 * Who gets an instance's ticket in a department, in a change of the tenant: of the members who are at work, may chat,
 * serve the instance and have capacity, the one with the fewest tickets, or the next in turn. Undefined if nobody can
 * take it. Skips `except`.
 */
export async function nextAttendant(
  tx: Tx,
  of: {
    tenantId: Id;
    instanceId: Id;
    department: Pick<ReceivingDepartment, 'id' | 'maxOpen'>;
    by: 'least_busy' | 'round_robin';
    except?: readonly Id[];
  },
): Promise<Id | undefined> {
  const { tenantId, instanceId, department, by, except = [] } = of;
  const order =
    by === 'least_busy'
      ? sql`candidate.tickets, candidate.id`
      : sql`candidate.id <= coalesce(d.last_assigned_to, 0), candidate.id`;
  const { rows } = await sql<{ id: Id }>`
    select candidate.id from department d
    join (${attendants(tenantId)}) candidate on candidate.department_id = d.id
    where d.tenant_id = ${tenantId} and d.id = ${department.id} and not candidate.id = any(${except}::bigint[])
      and ${canTake(tenantId, { instanceId: sql`${instanceId}::bigint`, maxOpen: sql`${department.maxOpen}::integer` })}
    order by ${order} limit 1`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) return undefined;
  await sql`update department set last_assigned_to = ${id} where tenant_id = ${tenantId} and id = ${department.id}`.execute(
    tx,
  );
  return id;
}

/** Whether an attendant has reached the limit of the ticket's department, without counting that ticket. */
export async function isAtLimit(
  tx: Tx,
  tenantId: Id,
  { userId, ticketId }: { userId: Id; ticketId: Id },
): Promise<boolean> {
  const { rows } = await sql<{ isAtLimit: boolean }>`
    select exists (select from chat_ticket t
      join department d on d.tenant_id = t.tenant_id and d.id = t.department_id and d.activated
      where t.tenant_id = ${tenantId} and t.id = ${ticketId} and d.max_open_tickets <= (
        select count(*) from chat_ticket o where o.tenant_id = t.tenant_id and o.user_id = ${userId}
          and o.finished_at is null and o.id <> t.id)) as "isAtLimit"`.execute(tx);
  return rows[0]?.isAtLimit ?? false;
}
