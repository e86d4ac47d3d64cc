import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { ticketAudience } from '../audience/audience.ts';
import { auditDeed } from '../audit-across.ts';
import { chatAs } from '../auth/standing.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, DomainError, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { distribute } from '../departments/distribute-waiting.ts';
import { requirePermission } from '../permissions.ts';
import { transferView } from '../views/transfer-view.ts';
import { ticketFrame, ticketViews } from '../views/ticket-view.ts';
import { findTicketToChange } from './passed-on.ts';

/**
 * Finishes a ticket and takes its pending transfer back; who had it has room for another of the queue. For its
 * owner, an administrator, or while it has no owner for whoever sees it. Refuses a finished one with CONFLICT
 * `error.ticket.finished`, one that the user passed on with FORBIDDEN `error.ticket.passedOn`.
 */
export function finishTicket(services: Services, actor: Actor, givenId: string): Promise<ChatTicket> {
  requirePermission(actor, 'chat');
  const id = parseId(givenId);
  return chatAs(services, actor, async (change) => {
    const { tx, tenantId, append } = change;
    const ticket = await findTicketToChange(tx, actor, id);
    if (ticket.finishedAt !== null) throw conflict('error.ticket.finished');
    if (!actor.isAdmin && ticket.ownerId !== null && ticket.ownerId !== actor.userId)
      throw new DomainError('FORBIDDEN', 'error.ticket.notYours');
    const now = services.now();
    if (ticket.pendingTransferId !== null) {
      await tx
        .updateTable('ticket_transfer')
        .set({ deleted_at: now })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', ticket.pendingTransferId)
        .execute();
    }
    await tx
      .updateTable('chat_ticket')
      .set({ finished_at: now, finished_by: actor.userId, is_finishing: false })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    const chatTicket = await ticketFrame(tx, tenantId, id);
    const user = { id: actor.userId, name: actor.userName };
    if (ticket.pendingTransferId !== null) {
      const ticketTransfer = await transferView(tx, tenantId, ticket.pendingTransferId);
      append('DeleteChatTicketTransfer', { ticketTransfer, chatTicket, user }, ticketAudience(ticket));
    }
    append('ChatTicketClosed', { chatTicket, user }, ticketAudience(ticket));
    await auditDeed(tx, actor, {
      action: 'ticket.finish',
      subject: `ticket:${id}`,
    });
    if (ticket.ownerId !== null) await distribute(change, now);
    const [view] = await ticketViews(tx, actor, [id]);
    if (view === undefined) throw notFound();
    return view;
  });
}
