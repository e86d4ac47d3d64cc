import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { changedOwnerAudience, ticketAudience } from '../audience/audience.ts';
import { audit } from '../audit.ts';
import type { Services } from '../context.ts';
import { publishOwnerChange } from '../transfers/publish-owner-change.ts';
import { ticketFrame } from '../views/ticket-view.ts';
import { recordTransfer } from '../thread/record-transfer.ts';
import { transferView } from '../views/transfer-view.ts';
import { attendants, canTake, isOpenAt, nextAttendant, receivingDepartment } from './attendants.ts';
import { distribute } from './distribute-waiting.ts';
import { findExpiredOffers, withdrawExpired } from './expired-offers.ts';
import { answerTimeout } from './answer-timeout.ts';
import { isServedId } from '../pools.ts';
import type { Serving } from '../pools.ts';

/** A ticket whose customer has waited too long for its owner. */
type OverdueTicket = {
  id: Id;
  departmentId: Id;
  instanceId: Id;
  ownerId: Id;
  /** Who was offered it since the customer started waiting, by the system or a user. */
  declinedBy: Id[];
  /** Whether an automatic offer expired since then. */
  isRefused: boolean;
};

/**
 * Offers unanswered tickets to another attendant of their department while it is open: an automatic transfer. An
 * expired offer is withdrawn and goes to the next attendant; when nobody is left, the ticket returns to the queue. Safe
 * on several nodes. A user's offer expires too; the ticket keeps its owner. What fails is logged, left to
 * the next round, and holds up nothing else. Returns how many offers it made.
 */
export async function transferUnanswered(services: Services): Promise<number> {
  let count = 0;
  for (const tenantId of await tenantsThatTransfer(services)) {
    count += await transferOf(services, tenantId).catch((error: unknown) => {
      services.log.warn({ err: error, tenant: tenantId }, 'the tickets of a company could not be transferred');
      return 0;
    });
  }
  return count;
}

/** One company's; one transaction a ticket. */
async function transferOf({ db, now, log }: Services, tenantId: Id): Promise<number> {
  let count = 0;
  const attempt = async (ticketId: Id, work: (change: Change) => Promise<boolean>) => {
    const isOffered = await changeTenant(db, tenantId, work).catch((error: unknown) => {
      log.warn({ err: error, ticket: ticketId }, 'a ticket could not be transferred');
      return false;
    });
    if (isOffered) count += 1;
  };
  const expired = await withTenant(db, tenantId, (tx) => findExpiredOffers(tx, tenantId, now(), sql`true`));
  for (const { id, ticketId, isAutomatic } of expired) {
    await attempt(ticketId, async (change) => {
      const isWithdrawn = await withdrawExpired(change, now(), id);
      return isWithdrawn && isAutomatic && offer(change, now(), ticketId, { atOnce: true });
    });
  }
  const due = await withTenant(db, tenantId, (tx) => findOverdue(tx, tenantId, now(), sql`true`, { atOnce: false }));
  for (const { id } of due) await attempt(id, (change) => offer(change, now(), id, { atOnce: false }));
  return count;
}

/** Served companies where a department or a setting has a time limit, or an offer is pending. */
function tenantsThatTransfer(services: Serving): Promise<Id[]> {
  return withPlatform(services.db, async (tx) => {
    const { rows } = await sql<{ id: Id }>`
      select tenant.id from tenant
      where tenant.deleted_at is null and ${isServedId(services, 'tenant.id')} and (
        exists (select from department d where d.tenant_id = tenant.id and d.activated
          and (d.transfer_after_minutes is not null
            or exists (select from tenant_setting s where s.tenant_id = tenant.id and s.key = 'transfer_after_minutes')))
        or exists (select from ticket_transfer x where x.tenant_id = tenant.id
          and x.transferred_at is null and x.deleted_at is null))
      order by tenant.id`.execute(tx);
    return rows.map(({ id }) => id);
  });
}

/**
 * Overdue tickets that match a condition on ticket `t`, of departments that are open, and that somebody can take or
 * that go back to the queue: others would keep their places. After an offer or assignment the owner's time starts again,
 * unless it is to be offered again at once or the recipient had left.
 */
async function findOverdue(
  tx: Tx,
  tenantId: Id,
  now: Date,
  condition: RawBuilder<unknown>,
  { atOnce }: { atOnce: boolean },
): Promise<OverdueTicket[]> {
  const timeout = await answerTimeout(tx, tenantId);
  const isLately = sql`greatest(x.created_at, x.transferred_at, x.deleted_at) > ${now}::timestamptz - ${timeout}`;
  const { rows } = await sql<OverdueTicket>`
    with candidate as materialized (${attendants(tenantId)})
    select t.id, d.id as "departmentId", t.instance_id as "instanceId", t.user_id as "ownerId",
      asked.ids::text[] as "declinedBy", asked.refused as "isRefused"
    from chat_ticket t
    join tenant on tenant.id = t.tenant_id
    join department d on d.tenant_id = t.tenant_id and d.id = t.department_id
    cross join lateral (select coalesce(array_agg(earlier.next_user_id), '{}') as ids,
        coalesce(bool_or(earlier.created_by is null and earlier.deleted_at is not null), false) as refused
      from ticket_transfer earlier where earlier.tenant_id = t.tenant_id and earlier.ticket_id = t.id
        and not earlier.was_away and earlier.created_at >= t.waiting_since) asked
    where t.tenant_id = ${tenantId} and t.finished_at is null and t.user_id is not null and d.activated
      and t.snoozed_until is null and t.waiting_since is not null
      and greatest(t.waiting_since, t.woken_at) <= ${now}::timestamptz - ${timeout}
      and not exists (select from ticket_transfer x where x.tenant_id = t.tenant_id and x.ticket_id = t.id
        and ((x.transferred_at is null and x.deleted_at is null) or (not x.was_away and ${atOnce ? sql`false` : isLately})))
      and ${isOpenAt(now)}
      and (asked.refused or exists (select from candidate where candidate.department_id = d.id
        and candidate.id <> t.user_id and not candidate.id = any(asked.ids)
        and ${canTake(tenantId, { instanceId: sql`t.instance_id`, maxOpen: sql`d.max_open_tickets` })}))
      and ${condition}
    order by t.waiting_since, t.id limit 500`.execute(tx);
  return rows;
}

/**
 * Offers the ticket if it is still overdue and somebody can take it. If everyone was asked, it returns to the queue.
 */
async function offer(change: Change, now: Date, ticketId: Id, when: { atOnce: boolean }): Promise<boolean> {
  const { tx, tenantId, append } = change;
  const [due] = await findOverdue(tx, tenantId, now, sql`t.id = ${ticketId}`, when);
  if (due === undefined) return false;
  const { departmentId, instanceId, ownerId, declinedBy, isRefused } = due;
  const department = await receivingDepartment(tx, tenantId, departmentId, now);
  if (department === undefined || !department.isOpen) return false;
  const by = department.distribution === 'round_robin' ? 'round_robin' : 'least_busy';
  const except = [ownerId, ...declinedBy];
  const nextUserId = await nextAttendant(tx, { tenantId, instanceId, department, by, except });
  if (nextUserId === undefined) {
    if (isRefused) await returnToQueue(change, now, due);
    return false;
  }
  const { id } = await tx
    .insertInto('ticket_transfer')
    .values({
      tenant_id: tenantId,
      ticket_id: ticketId,
      previous_user_id: ownerId,
      next_user_id: nextUserId,
      created_by: null,
      created_at: now,
      transfer_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ticketTransfer = await transferView(tx, tenantId, id);
  const data = { ticketTransfer, chatTicket: await ticketFrame(tx, tenantId, ticketId), user: null };
  append('ChatTicketTransferring', data, ticketAudience({ instanceId, ownerId, offeredTo: null }));
  append('ChatTicketTransfer', data, { to: 'users', userIds: [nextUserId], admins: false });
  await recordTransfer(change, 'transfer_offered', data);
  await audit(tx, {
    tenantId,
    userId: null,
    action: 'transfer.create',
    subject: `transfer:${id}`,
    details: { ticket: ticketId, next_user: nextUserId, department: departmentId },
  });
  return true;
}

/** Leaves the ticket without an owner, which frees capacity for another. */
async function returnToQueue(
  change: Change,
  now: Date,
  { id, departmentId, instanceId, ownerId }: OverdueTicket,
): Promise<void> {
  const { tx, tenantId } = change;
  await tx
    .updateTable('chat_ticket')
    .set({ user_id: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
  const of = { instanceId, offeredTo: null };
  await publishOwnerChange(
    change,
    { ticketTransfer: null, chatTicket: await ticketFrame(tx, tenantId, id), user: null },
    changedOwnerAudience({ ...of, ownerId }, { ...of, ownerId: null }, []),
    { previousUserId: ownerId },
  );
  await audit(tx, {
    tenantId,
    userId: null,
    action: 'ticket.putBack',
    subject: `ticket:${id}`,
    details: { previous_user: ownerId, department: departmentId },
  });
  await distribute(change, now);
}
