import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { ticketAudience } from '../audience/audience.ts';
import { audit } from '../audit.ts';
import { presentSql } from '../presence-sql.ts';
import { ticketFrame } from '../views/ticket-view.ts';
import { transferView } from '../views/transfer-view.ts';
import { patienceOf } from './patience.ts';

/** An offer that the system made and nobody takes. */
type Lapsed = {
  id: Id;
  ticketId: Id;
  instanceId: Id;
  ownerId: Id | null;
  nextUserId: Id;
  /** Whether they had time left to take it, but are gone. */
  wasAway: boolean;
};

/**
 * Offers of the system that fit a condition on transfer `x` and wait in vain: for longer than their department
 * lets customers wait, of none that still does, or for somebody who said that they are gone, or has been for a while.
 */
export async function findLapsed(tx: Tx, tenantId: Id, now: Date, condition: RawBuilder<unknown>): Promise<Lapsed[]> {
  const patience = await patienceOf(tx, tenantId);
  const isOver = sql`coalesce(x.created_at <= ${now}::timestamptz - ${patience}, true)`;
  const { rows } = await sql<Lapsed>`
    select x.id, x.ticket_id as "ticketId", t.instance_id as "instanceId", t.user_id as "ownerId",
      x.next_user_id as "nextUserId", not ${isOver} as "wasAway"
    from ticket_transfer x
    join chat_ticket t on t.tenant_id = x.tenant_id and t.id = x.ticket_id
    join app_user u on u.tenant_id = x.tenant_id and u.id = x.next_user_id
    left join department d on d.tenant_id = t.tenant_id and d.id = t.department_id and d.activated
    where x.tenant_id = ${tenantId} and x.created_by is null and x.transferred_at is null and x.deleted_at is null
      and (${isOver} or not ${sql.raw(presentSql('u'))})
      and ${condition}
    order by x.id limit 500`.execute(tx);
  return rows;
}

/** Takes an offer back if it still waits in vain. Answers its ticket then. */
export async function lapse(change: Change, now: Date, transferId: Id): Promise<Id | undefined> {
  const { tx, tenantId, append } = change;
  const [lapsed] = await findLapsed(tx, tenantId, now, sql`x.id = ${transferId}`);
  if (lapsed === undefined) return undefined;
  const { id, ticketId, instanceId, ownerId, nextUserId, wasAway } = lapsed;
  await tx
    .updateTable('ticket_transfer')
    .set({ deleted_at: now, was_away: wasAway })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
  append(
    'DeleteChatTicketTransfer',
    {
      ticketTransfer: await transferView(tx, tenantId, id),
      chatTicket: await ticketFrame(tx, tenantId, ticketId),
      user: null,
    },
    ticketAudience({ instanceId, ownerId, offeredTo: nextUserId }),
  );
  await audit(tx, {
    tenantId,
    userId: null,
    action: 'transfer.delete',
    subject: `transfer:${id}`,
    details: { ticket: ticketId, next_user: nextUserId },
  });
  return ticketId;
}
