import { sql } from 'kysely';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { ticketAudience } from '../audience/audience.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, forbidden, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { recordEvent } from '../thread/record-event.ts';
import { ticketFrame, ticketViews } from '../views/ticket-view.ts';
import { findTicketToChange } from './passed-on.ts';

/** A finish can be undone for this long: what the page offers, and some time for the call to arrive. */
const UNDO_MS = 15_000;

/**
 * Undoes a finish: the ticket is open again as it was, with its owner. Only for who finished it, within `UNDO_MS`
 * (`error.undo.late`), and while the conversation has no newer ticket (`error.undo.newer`). Idempotent. What the finish
 * caused stays: a withdrawn transfer, and a waiting ticket that its owner was given in its place.
 */
export function reopenTicket(services: Services, actor: Actor, rawId: string): Promise<ChatTicket> {
  requirePermission(actor, 'chat');
  const id = parseId(rawId);
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId, append } = change;
    const ticket = await findTicketToChange(tx, actor, id);
    if (ticket.finishedAt !== null) {
      const { finishedBy, isNewest, isErased } = await finishOf(tx, tenantId, id);
      if (finishedBy !== actor.userId) throw forbidden();
      if (services.now().getTime() - ticket.finishedAt.getTime() > UNDO_MS) throw conflict('error.undo.late');
      if (isErased) throw conflict('error.customer.erased');
      if (!isNewest) throw conflict('error.undo.newer');
      await tx
        .updateTable('chat_ticket')
        .set({ finished_at: null, finished_by: null })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
      const chatTicket = await ticketFrame(tx, tenantId, id);
      append('CustomerCreatedToChat', { chatTicket, reopened: true }, ticketAudience(ticket));
      await recordEvent(change, { ticketId: id, kind: 'reopened', userId: actor.userId });
      await auditAction(tx, actor, { action: 'ticket.reopen', subject: `ticket:${id}` });
    }
    const [view] = await ticketViews(tx, actor, [id]);
    if (view === undefined) throw notFound();
    return view;
  });
}

async function finishOf(
  tx: Tx,
  tenantId: Id,
  id: Id,
): Promise<{ finishedBy: Id | null; isNewest: boolean; isErased: boolean }> {
  const { rows } = await sql<{ finishedBy: Id | null; isNewest: boolean; isErased: boolean }>`
    select t.finished_by as "finishedBy", exists (select from customer c where c.tenant_id = t.tenant_id
        and c.id = t.customer_id and c.erased_at is not null) as "isErased", not exists (select from chat_ticket later
      where later.tenant_id = t.tenant_id and later.customer_id = t.customer_id
        and later.instance_id = t.instance_id and later.id > t.id) as "isNewest"
    from chat_ticket t where t.tenant_id = ${tenantId} and t.id = ${id}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw notFound();
  return row;
}
