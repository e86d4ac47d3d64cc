import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import type { FinishChatTicketVariables } from '../../../contract/graphql/finish-chat-ticket.ts';
import { ticketAudience } from '../audience/audience.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { stopFlow } from '../flows/stop-flow.ts';
import { parseId } from '../ids.ts';
import { distribute } from '../departments/distribute-waiting.ts';
import { recordEvent } from '../thread/record-event.ts';
import { recordTransfer } from '../thread/record-transfer.ts';
import { outcomeToSet } from '../outcomes/outcomes.ts';
import { requirePermission } from '../permissions.ts';
import { transferView } from '../views/transfer-view.ts';
import { ticketFrame, ticketViews } from '../views/ticket-view.ts';
import { findTicketToChange, requireTheirs } from './passed-on.ts';

/**
 * Finishes a ticket and withdraws its pending transfer, which frees the owner's capacity for another. For its owner, an
 * administrator, or, while it has no owner, anyone who sees it. CONFLICT `error.ticket.finished` if already finished,
 * FORBIDDEN `error.ticket.passedOn` if the user transferred it away; refuses an outcome as `outcomeToSet` does.
 */
export function finishTicket(
  services: Services,
  actor: Actor,
  variables: FinishChatTicketVariables,
): Promise<ChatTicket> {
  requirePermission(actor, 'chat');
  const id = parseId(variables.id);
  const { outcome_id: rawOutcomeId = null } = variables;
  const outcomeId = rawOutcomeId === null ? null : parseId(rawOutcomeId);
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId, append } = change;
    const ticket = await findTicketToChange(tx, actor, id);
    if (ticket.finishedAt !== null) throw conflict('error.ticket.finished');
    requireTheirs(actor, ticket.ownerId);
    const outcome = outcomeId === null ? null : await outcomeToSet(tx, tenantId, outcomeId);
    const now = services.now();
    if (ticket.flowRunId !== null) await stopFlow(change, id, now);
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
      .set({
        finished_at: now,
        finished_by: actor.userId,
        is_finishing: false,
        outcome_id: outcome?.id ?? null,
        outcome_name: outcome?.name ?? null,
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    const chatTicket = await ticketFrame(tx, tenantId, id);
    const user = { id: actor.userId, name: actor.userName };
    if (ticket.pendingTransferId !== null) {
      const ticketTransfer = await transferView(tx, tenantId, ticket.pendingTransferId);
      append('DeleteChatTicketTransfer', { ticketTransfer, chatTicket, user }, ticketAudience(ticket));
      await recordTransfer(change, 'transfer_withdrawn', { ticketTransfer, chatTicket, user });
    }
    append('ChatTicketClosed', { chatTicket, user }, ticketAudience(ticket));
    await recordEvent(change, { ticketId: id, kind: 'finished', userId: actor.userId, note: outcome?.name ?? null });
    await auditAction(tx, actor, {
      action: 'ticket.finish',
      subject: `ticket:${id}`,
      ...(outcome !== null && { details: { outcome: outcome.name } }),
    });
    if (ticket.ownerId !== null) await distribute(change, now);
    const [view] = await ticketViews(tx, actor, [id]);
    if (view === undefined) throw notFound();
    return view;
  });
}
