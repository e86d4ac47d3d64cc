import { sql } from 'kysely';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { changedOwnerAudience, ticketAudience } from '../audience/audience.ts';
import type { Actor, Services } from '../context.ts';
import { publishOwnerChange } from '../transfers/publish-owner-change.ts';
import { ticketFrame } from '../views/ticket-view.ts';
import { recordTransfer } from '../thread/record-transfer.ts';
import { transferView } from '../views/transfer-view.ts';

/** A ticket that a leaving user owns or was offered. */
type LeavingUsersTicket = { id: Id; instanceId: Id; ownerId: Id | null; transferId: Id | null; offeredTo: Id | null };

/**
 * Returns the open tickets of a leaving user to their instance's queue, and withdraws offers of them and to them;
 * notifies those who see the tickets. Returns how many.
 */
export async function freeTickets(
  services: Pick<Services, 'now'>,
  change: Change,
  actor: Actor,
  userId: Id,
): Promise<number> {
  const { tx, tenantId, append } = change;
  const { rows: tickets } = await sql<LeavingUsersTicket>`
    select t.id, t.instance_id as "instanceId", t.user_id as "ownerId", x.id as "transferId",
      x.next_user_id as "offeredTo"
    from chat_ticket t
    left join ticket_transfer x on x.tenant_id = t.tenant_id and x.ticket_id = t.id
      and x.transferred_at is null and x.deleted_at is null
    where t.tenant_id = ${tenantId} and t.finished_at is null and (t.user_id = ${userId} or x.next_user_id = ${userId})
    order by t.id`.execute(tx);
  if (tickets.length === 0) return 0;
  const offers = tickets.flatMap(({ transferId }) => transferId ?? []);
  if (offers.length > 0) {
    await tx
      .updateTable('ticket_transfer')
      .set({ deleted_at: services.now() })
      .where('tenant_id', '=', tenantId)
      .where('id', 'in', offers)
      .execute();
  }
  await tx
    .updateTable('chat_ticket')
    .set({ user_id: null })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('finished_at', 'is', null)
    .execute();
  const user = { id: actor.userId, name: actor.userName };
  for (const { id, instanceId, ownerId, transferId, offeredTo } of tickets) {
    const chatTicket = await ticketFrame(tx, tenantId, id);
    if (transferId !== null) {
      const ticketTransfer = await transferView(tx, tenantId, transferId);
      const data = { ticketTransfer, chatTicket, user };
      append('DeleteChatTicketTransfer', data, ticketAudience({ instanceId, ownerId, offeredTo }));
      await recordTransfer(change, 'transfer_withdrawn', data);
    }
    if (ownerId !== userId) continue;
    await publishOwnerChange(
      change,
      { ticketTransfer: null, chatTicket, user },
      changedOwnerAudience({ instanceId, ownerId, offeredTo }, { instanceId, ownerId: null, offeredTo: null }, []),
    );
  }
  return tickets.filter(({ ownerId }) => ownerId === userId).length;
}
