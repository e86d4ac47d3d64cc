import type { TicketTransfer } from '../../../contract/entities/ticket-transfer.ts';
import { ticketAudience } from '../audience/audience.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, forbidden } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { ticketFrame } from '../views/ticket-view.ts';
import { recordTransfer } from '../thread/record-transfer.ts';
import { transferView } from '../views/transfer-view.ts';
import { findTransfer } from './transfer-facts.ts';

/**
 * Withdraws or declines a pending transfer; for the previous owner, who created it, the next user or an administrator.
 * Idempotent. CONFLICT `error.transfer.confirmed` if confirmed.
 */
export function deleteTransfer(services: Services, actor: Actor, rawId: string): Promise<TicketTransfer> {
  requirePermission(actor, 'chat');
  const id = parseId(rawId);
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId, append } = change;
    const transfer = await findTransfer(tx, actor, id);
    const concerned = [transfer.previousUserId, transfer.nextUserId, transfer.createdBy];
    if (!actor.isAdmin && !concerned.includes(actor.userId)) throw forbidden();
    if (transfer.transferredAt !== null) throw conflict('error.transfer.confirmed');
    if (transfer.deletedAt !== null) return transferView(tx, tenantId, id);
    await tx
      .updateTable('ticket_transfer')
      .set({ deleted_at: services.now() })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    const ticketTransfer = await transferView(tx, tenantId, id);
    const data = {
      ticketTransfer,
      chatTicket: await ticketFrame(tx, tenantId, transfer.ticketId),
      user: { id: actor.userId, name: actor.userName },
    };
    append(
      'DeleteChatTicketTransfer',
      data,
      ticketAudience({ instanceId: transfer.instanceId, ownerId: transfer.ownerId, offeredTo: transfer.nextUserId }),
    );
    await recordTransfer(change, 'transfer_withdrawn', data);
    await auditAction(tx, actor, {
      action: 'transfer.delete',
      subject: `transfer:${id}`,
      details: { ticket: transfer.ticketId, previous_user: transfer.previousUserId, next_user: transfer.nextUserId },
    });
    return ticketTransfer;
  });
}
