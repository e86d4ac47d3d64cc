import { sql } from 'kysely';
import type { TicketTransfer } from '../../../contract/entities/ticket-transfer.ts';
import { changedOwnerAudience } from '../audience/audience.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, forbidden } from '../errors.ts';
import { parseId } from '../ids.ts';
import { isAtLimit } from '../departments/attendants.ts';
import { distribute } from '../departments/distribute-waiting.ts';
import { requirePermission } from '../permissions.ts';
import { ticketFrame } from '../views/ticket-view.ts';
import { transferView } from '../views/transfer-view.ts';
import { publishOwnerChange } from './publish-owner-change.ts';
import { canTakeOver, findTransfer } from './transfer-facts.ts';

/**
 * Makes the transfer's next user the ticket's owner; for that user or an administrator. Idempotent. CONFLICT
 * `error.transfer.deleted` if deleted, `error.transfer.userGone` if the next user has left meanwhile. Automatic offers
 * respect the department's limit (`error.transfer.full`); a person may exceed it.
 */
export function confirmTransfer(services: Services, actor: Actor, rawId: string): Promise<TicketTransfer> {
  requirePermission(actor, 'chat');
  const id = parseId(rawId);
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId } = change;
    const transfer = await findTransfer(tx, actor, id);
    if (!actor.isAdmin && actor.userId !== transfer.nextUserId) throw forbidden();
    if (transfer.deletedAt !== null) throw conflict('error.transfer.deleted');
    if (transfer.transferredAt !== null) return transferView(tx, tenantId, id);
    if (!(await canTakeOver(tx, tenantId, transfer.nextUserId, transfer.instanceId))) {
      throw conflict('error.transfer.userGone');
    }
    const { nextUserId: userId, ticketId } = transfer;
    if (transfer.createdBy === null && (await isAtLimit(tx, tenantId, { userId, ticketId }))) {
      throw conflict('error.transfer.full');
    }
    await tx
      .updateTable('ticket_transfer')
      .set({ transferred_at: services.now() })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    await tx
      .updateTable('chat_ticket')
      .set({
        user_id: transfer.nextUserId,
        taken_at: sql`coalesce(taken_at, ${services.now()}::timestamptz)`,
        owned_since: services.now(),
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', transfer.ticketId)
      .execute();
    const ticketTransfer = await transferView(tx, tenantId, id);
    const { instanceId, ownerId, nextUserId, previousUserId } = transfer;
    await publishOwnerChange(
      change,
      {
        ticketTransfer,
        chatTicket: await ticketFrame(tx, tenantId, transfer.ticketId),
        user: { id: actor.userId, name: actor.userName },
      },
      changedOwnerAudience(
        { instanceId, ownerId, offeredTo: nextUserId },
        { instanceId, ownerId: nextUserId, offeredTo: null },
        previousUserId === null ? [] : [previousUserId],
      ),
    );
    await auditAction(tx, actor, {
      action: 'transfer.confirm',
      subject: `transfer:${id}`,
      details: { ticket: transfer.ticketId, previous_user: ownerId, next_user: nextUserId },
    });
    // Frees the previous owner's capacity.
    if (ownerId !== null) await distribute(change, services.now());
    return ticketTransfer;
  });
}
