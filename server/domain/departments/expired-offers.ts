import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { ticketAudience } from '../audience/audience.ts';
import { audit } from '../audit.ts';
import { presentSql } from '../presence-sql.ts';
import { ticketFrame } from '../views/ticket-view.ts';
import { recordTransfer } from '../thread/record-transfer.ts';
import { transferView } from '../views/transfer-view.ts';
import { answerTimeout, OFFER_HOURS } from './answer-timeout.ts';

/** An offer that nobody accepts. */
type ExpiredOffer = {
  id: Id;
  ticketId: Id;
  instanceId: Id;
  ownerId: Id | null;
  nextUserId: Id;
  /** Made by the system, not by a person. */
  isAutomatic: boolean;
  /** Whether they still had time to accept, but are away. */
  wasAway: boolean;
};

/**
 * Expired offers that match a condition on transfer `x`: waiting longer than their department allows. Automatic ones
 * also in a department without a limit any more, or to an attendant who left or has been away for a while; users may
 * offer to somebody away; such offers expire after `OFFER_HOURS` if there is no limit.
 */
export async function findExpiredOffers(
  tx: Tx,
  tenantId: Id,
  now: Date,
  condition: RawBuilder<unknown>,
): Promise<ExpiredOffer[]> {
  const timeout = await answerTimeout(tx, tenantId);
  const isOver = sql`case when x.created_by is null then coalesce(x.created_at <= ${now}::timestamptz - ${timeout}, true)
    else x.created_at <= ${now}::timestamptz - coalesce(${timeout}, make_interval(hours => ${OFFER_HOURS})) end`;
  const { rows } = await sql<ExpiredOffer>`
    select x.id, x.ticket_id as "ticketId", t.instance_id as "instanceId", t.user_id as "ownerId",
      x.next_user_id as "nextUserId", x.created_by is null as "isAutomatic", not (${isOver}) as "wasAway"
    from ticket_transfer x
    join chat_ticket t on t.tenant_id = x.tenant_id and t.id = x.ticket_id
    join app_user u on u.tenant_id = x.tenant_id and u.id = x.next_user_id
    left join department d on d.tenant_id = t.tenant_id and d.id = t.department_id and d.activated
    where x.tenant_id = ${tenantId} and x.transferred_at is null and x.deleted_at is null
      and (${isOver} or (x.created_by is null and not ${sql.raw(presentSql('u'))}))
      and ${condition}
    order by x.id limit 500`.execute(tx);
  return rows;
}

/** Withdraws an offer if it is still expired; returns whether it was. */
export async function withdrawExpired(change: Change, now: Date, transferId: Id): Promise<boolean> {
  const { tx, tenantId, append } = change;
  const [expired] = await findExpiredOffers(tx, tenantId, now, sql`x.id = ${transferId}`);
  if (expired === undefined) return false;
  const { id, ticketId, instanceId, ownerId, nextUserId, wasAway } = expired;
  await tx
    .updateTable('ticket_transfer')
    .set({ deleted_at: now, was_away: wasAway })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
  const data = {
    ticketTransfer: await transferView(tx, tenantId, id),
    chatTicket: await ticketFrame(tx, tenantId, ticketId),
    user: null,
  };
  append('DeleteChatTicketTransfer', data, ticketAudience({ instanceId, ownerId, offeredTo: nextUserId }));
  await recordTransfer(change, 'transfer_withdrawn', data);
  await audit(tx, {
    tenantId,
    userId: null,
    action: 'transfer.delete',
    subject: `transfer:${id}`,
    details: { ticket: ticketId, next_user: nextUserId },
  });
  return true;
}
