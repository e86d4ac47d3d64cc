import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { ticketAudience } from '../audience/audience.ts';
import { audit } from '../audit.ts';
import type { Services } from '../context.ts';
import { settingsOf } from '../settings/settings.ts';
import { ticketFrame } from '../views/ticket-view.ts';
import { transferView } from '../views/transfer-view.ts';
import { receptionOf, whoseTurn } from './attending.ts';

/** A ticket whose customer has waited too long for its owner. */
type Due = {
  id: Id;
  departmentId: Id;
  instanceId: Id;
  ownerId: Id;
  /** Who let an offer of it lapse since the customer waits. */
  declinedBy: Id[];
};

/**
 * Offers tickets that their owners don't answer to somebody else of their department, as long as it
 * is open: a transfer that nobody triggered. For several nodes at once. Answers how many.
 */
export async function transferUnanswered(services: Services): Promise<number> {
  const tenants = await withPlatform(services.db, (tx) =>
    tx
      .selectFrom('department')
      .innerJoin('tenant', 'tenant.id', 'department.tenant_id')
      .select('department.tenant_id as id')
      .distinct()
      .where('department.activated', '=', true)
      .where((where) =>
        where.or([
          where('department.transfer_after_minutes', 'is not', null),
          where.exists(
            where
              .selectFrom('tenant_setting')
              .select('tenant_setting.key')
              .whereRef('tenant_setting.tenant_id', '=', 'tenant.id')
              .where('tenant_setting.key', '=', 'transfer_after_minutes'),
          ),
        ]),
      )
      .where('tenant.deleted_at', 'is', null)
      .execute(),
  );
  let count = 0;
  for (const { id: tenantId } of tenants) {
    const due = await withTenant(services.db, tenantId, (tx) => findDue(tx, tenantId, services.now(), sql`true`));
    for (const { id } of due) {
      const isOffered = await changeTenant(services.db, tenantId, (change) => offer(change, services.now(), id));
      if (isOffered) count += 1;
    }
  }
  return count;
}

/** Those that are due and fit a condition on ticket `t`. What was offered or given lately has its owner's time anew. */
async function findDue(tx: Tx, tenantId: Id, now: Date, condition: RawBuilder<unknown>): Promise<Due[]> {
  const { transfer_after_minutes: usual } = await settingsOf(tx, tenantId, ['transfer_after_minutes']);
  // What the department says, else what the company does; never without either.
  const patience = sql`make_interval(mins => coalesce(d.transfer_after_minutes, ${usual === 0 ? null : usual}::integer))`;
  const { rows } = await sql<Due>`
    select t.id, d.id as "departmentId", t.instance_id as "instanceId", t.user_id as "ownerId",
      array(select lapsed.next_user_id::text from ticket_transfer lapsed where lapsed.tenant_id = t.tenant_id
        and lapsed.ticket_id = t.id and lapsed.created_at >= t.waiting_since) as "declinedBy"
    from chat_ticket t
    join department d on d.tenant_id = t.tenant_id and d.id = t.department_id
    where t.tenant_id = ${tenantId} and t.finished_at is null and t.user_id is not null and d.activated
      and t.waiting_since <= ${now}::timestamptz - ${patience}
      and not exists (select from ticket_transfer x where x.tenant_id = t.tenant_id and x.ticket_id = t.id
        and ((x.transferred_at is null and x.deleted_at is null) or greatest(x.created_at, x.transferred_at, x.deleted_at)
          > ${now}::timestamptz - ${patience}))
      and ${condition}
    order by t.waiting_since, t.id limit 500`.execute(tx);
  return rows;
}

/** Whether it was still due, and somebody can take it. */
async function offer(change: Change, now: Date, ticketId: Id): Promise<boolean> {
  const { tx, tenantId, append } = change;
  const [due] = await findDue(tx, tenantId, now, sql`t.id = ${ticketId}`);
  if (due === undefined) return false;
  const { departmentId, instanceId, ownerId, declinedBy } = due;
  const department = await receptionOf(tx, tenantId, departmentId, now);
  if (department === undefined || !department.isOpen) return false;
  const by = department.distribution === 'round_robin' ? 'round_robin' : 'least_busy';
  const except = [ownerId, ...declinedBy];
  const nextUserId = await whoseTurn(tx, { tenantId, instanceId, department, by, except });
  if (nextUserId === undefined) return false;
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
  await audit(tx, {
    tenantId,
    userId: null,
    action: 'transfer.create',
    subject: `transfer:${id}`,
    details: { ticket: ticketId, next_user: nextUserId, department: departmentId },
  });
  return true;
}
