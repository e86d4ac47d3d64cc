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
import { answerTimeout } from './answer-timeout.ts';

/** An automatic offer that nobody accepts. */
type ExpiredOffer = {
  id: Id;
  ticketId: Id;
  instanceId: Id;
  ownerId: Id | null;
  nextUserId: Id;
  /** Whether they still had time to accept, but are away. */
  wasAway: boolean;
};

/**
 * Expired automatic offers that match a condition on transfer `x`: waiting longer than their department allows, in a
 * department without a limit any more, or to an attendant who left or has been away for a while.
 */
export async function findExpiredOffers(
  tx: Tx,
  tenantId: Id,
  now: Date,
  condition: RawBuilder<unknown>,
): Promise<ExpiredOffer[]> {
  const timeout = await answerTimeout(tx, tenantId);
  const isOver = sql`coalesce(x.created_at <= ${now}::timestamptz - ${timeout}, true)`;
  const { rows } = await sql<ExpiredOffer>`
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

/** Withdraws an offer if it is still expired; returns its ticket then. */
export async function withdrawExpired(change: Change, now: Date, transferId: Id): Promise<Id | undefined> {
  const { tx, tenantId, append } = change;
  const [expired] = await findExpiredOffers(tx, tenantId, now, sql`x.id = ${transferId}`);
  if (expired === undefined) return undefined;
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
  return ticketId;
}
