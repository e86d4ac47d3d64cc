import { sql } from 'kysely';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { changedOwnerAudience } from '../audience/audience.ts';
import { audit } from '../audit.ts';
import type { Services } from '../context.ts';
import { publishOwnerChange } from '../transfers/publish-owner-change.ts';
import { ticketFrame } from '../views/ticket-view.ts';
import { attendants, canTake, isOpenAt, nextAttendant } from './attendants.ts';
import { isServedId } from '../pools.ts';

/** Most tickets assigned in one change, as it locks the company's row. */
const AT_ONCE = 50;

type Chores = Pick<Services, 'db' | 'now' | 'log' | 'pools'>;

/** A ticket in a department's queue. */
type Waiting = {
  id: Id;
  departmentId: Id;
  instanceId: Id;
  by: 'least_busy' | 'round_robin';
  maxOpen: number | null;
  /**
   * Skipped: attendants who had it or were offered it in vain since the customer started waiting, and those from whom
   * a person put it back into the queue.
   */
  skippedIds: Id[];
};

/**
 * Assigns the tickets in departments' queues to attendants with capacity: those who came to work, finished other
 * tickets, or whose department opened. Safe on several nodes. What fails is logged, left to the next round, and holds up
 * nothing else. Returns how many.
 */
export async function distributeWaiting(services: Chores): Promise<number> {
  const tenants = await withPlatform(services.db, (tx) =>
    tx
      .selectFrom('department')
      .innerJoin('tenant', 'tenant.id', 'department.tenant_id')
      .select('department.tenant_id as id')
      .distinct()
      .where('department.activated', '=', true)
      .where('department.distribution', '!=', 'manual')
      .where('tenant.deleted_at', 'is', null)
      .where(isServedId(services, 'tenant.id'))
      .execute(),
  );
  let count = 0;
  for (const { id: tenantId } of tenants) {
    count += await distributeOf(services, tenantId).catch((error: unknown) => {
      services.log.warn({ err: error, tenant: tenantId }, 'the tickets of a company could not be distributed');
      return 0;
    });
  }
  return count;
}

/** One company's: all in one change, or, if one of them fails, each in its own. */
async function distributeOf({ db, now: clock, log }: Chores, tenantId: Id): Promise<number> {
  const now = clock();
  const next = (except: readonly Id[]) => withTenant(db, tenantId, (tx) => nextWaiting(tx, tenantId, now, except));
  if ((await next([])) === undefined) return 0;
  const all = await changeTenant(db, tenantId, (change) => distribute(change, now)).catch(() => undefined);
  if (all !== undefined) return all;
  const failed: Id[] = [];
  let count = 0;
  while (count + failed.length < AT_ONCE) {
    const ticket = await next(failed);
    if (ticket === undefined) break;
    const options = { atMost: 1, except: failed };
    const given = changeTenant(db, tenantId, (change) => distribute(change, now, options));
    count += await given.catch((error: unknown) => {
      log.warn({ err: error, ticket: ticket.id }, 'a ticket could not be given to an attendant');
      failed.push(ticket.id);
      return 0;
    });
  }
  return count;
}

/**
 * The same for the company of a change that freed capacity, within that change: oldest first, each to the next
 * attendant of its open department; without tickets of `except`. Returns how many.
 */
export async function distribute(
  change: Change,
  now: Date,
  { atMost = AT_ONCE, except: failed = [] }: { atMost?: number; except?: readonly Id[] } = {},
): Promise<number> {
  const { tx, tenantId } = change;
  let count = 0;
  while (count < atMost) {
    const ticket = await nextWaiting(tx, tenantId, now, failed);
    if (ticket === undefined) return count;
    const { instanceId, departmentId, by, maxOpen, skippedIds: except } = ticket;
    const department = { id: departmentId, maxOpen };
    const ownerId = await nextAttendant(tx, { tenantId, instanceId, department, by, except });
    // The only candidate has just left; the next round retries.
    if (ownerId === undefined) return count;
    await assign(change, ticket, ownerId, now);
    count += 1;
  }
  return count;
}

/** The longest waiting ticket that somebody may take, none of `except`. */
async function nextWaiting(tx: Tx, tenantId: Id, now: Date, except: readonly Id[]): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    with candidate as materialized (${attendants(tenantId)}),
      reception as materialized (select d.id, d.distribution, d.max_open_tickets
        from department d join tenant on tenant.id = d.tenant_id
        where d.tenant_id = ${tenantId} and d.activated and d.distribution <> 'manual' and ${isOpenAt(now)})
    select t.id, d.id as "departmentId", t.instance_id as "instanceId", d.distribution as by,
      d.max_open_tickets as "maxOpen", passed_over.ids::text[] as "skippedIds"
    from chat_ticket t
    join reception d on d.id = t.department_id
    cross join lateral (select array(select unnest(array[asked.previous_user_id, asked.next_user_id])
      from ticket_transfer asked where asked.tenant_id = t.tenant_id and asked.ticket_id = t.id
        and asked.created_by is null and not asked.was_away and asked.created_at >= t.waiting_since
      union select put_back.previous_user_id from conversation_event put_back
        where put_back.tenant_id = t.tenant_id and put_back.ticket_id = t.id and put_back.kind in ('returned', 'queued')
          and put_back.previous_user_id is not null and put_back.at >= t.waiting_since) as ids) passed_over
    where t.tenant_id = ${tenantId} and t.finished_at is null and t.user_id is null and t.flow_run_id is null
      and not t.id = any(${except}::bigint[])
      and exists (select from candidate where candidate.department_id = d.id
        and not candidate.id = any(passed_over.ids)
        and ${canTake(tenantId, { instanceId: sql`t.instance_id`, maxOpen: sql`d.max_open_tickets` })})
      and not exists (select from ticket_transfer x where x.tenant_id = t.tenant_id and x.ticket_id = t.id
        and x.transferred_at is null and x.deleted_at is null)
    order by coalesce(t.waiting_since, t.started_at), t.id limit 1`.execute(tx);
  return rows[0];
}

async function assign(
  change: Change,
  { id, instanceId, departmentId }: Waiting,
  ownerId: Id,
  now: Date,
): Promise<void> {
  const { tx, tenantId } = change;
  await sql`update chat_ticket set user_id = ${ownerId}, taken_at = coalesce(taken_at, ${now}::timestamptz),
      owned_since = ${now}
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  const of = { instanceId, offeredTo: null };
  await publishOwnerChange(
    change,
    { ticketTransfer: null, chatTicket: await ticketFrame(tx, tenantId, id), user: null },
    changedOwnerAudience({ ...of, ownerId: null }, { ...of, ownerId }, []),
  );
  await audit(tx, {
    tenantId,
    userId: null,
    action: 'ticket.give',
    subject: `ticket:${id}`,
    details: { user: ownerId, department: departmentId },
  });
}
