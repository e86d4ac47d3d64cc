import { sql } from 'kysely';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { changedOwnerAudience } from '../audience/audience.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, DomainError, notFound } from '../errors.ts';
import { stopFlow } from '../flows/stop-flow.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { publishOwnerChange } from '../transfers/publish-owner-change.ts';
import { ticketFrame, ticketViews } from '../views/ticket-view.ts';
import { findTicketToChange } from './passed-on.ts';
import { findVisibleTicket } from './visibility.ts';

/**
 * Makes the actor the owner of a ticket without one. Idempotent. CONFLICT `error.ticket.taken` with the owner's `name`
 * if somebody else has it, `error.ticket.finished`, `error.transfer.pending` while it is offered to somebody.
 */
export function takeTicket(services: Services, actor: Actor, rawId: string): Promise<ChatTicket> {
  requirePermission(actor, 'chat');
  const id = parseId(rawId);
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId } = change;
    const visible = await findVisibleTicket(tx, actor, id);
    const owner =
      visible === undefined || visible.ownerId !== null
        ? await findOwner(tx, actor, id, visible !== undefined)
        : undefined;
    if (owner !== undefined && owner.id !== actor.userId)
      throw new DomainError('CONFLICT', 'error.ticket.taken', { params: { name: owner.name } });
    const ticket = visible ?? (await findTicketToChange(tx, actor, id));
    if (ticket.finishedAt !== null) throw conflict('error.ticket.finished');
    if (ticket.ownerId === null) {
      if (ticket.pendingTransferId !== null) throw conflict('error.transfer.pending');
      if (ticket.flowRunId !== null) await stopFlow(change, id, services.now());
      await sql`update chat_ticket set user_id = ${actor.userId},
          taken_at = coalesce(taken_at, ${services.now()}::timestamptz), owned_since = ${services.now()}
        where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
      await publishOwnerChange(
        change,
        {
          ticketTransfer: null,
          chatTicket: await ticketFrame(tx, tenantId, id),
          user: { id: actor.userId, name: actor.userName },
        },
        changedOwnerAudience(ticket, { ...ticket, ownerId: actor.userId }, []),
      );
      await auditAction(tx, actor, { action: 'ticket.take', subject: `ticket:${id}` });
    }
    const [view] = await ticketViews(tx, actor, [id]);
    if (view === undefined) throw notFound();
    return view;
  });
}

/**
 * Who has an open ticket, for an actor who sees it; or who serves its instance, if it was just taken from the queue:
 * they were notified of who took it.
 */
async function findOwner(
  tx: Tx,
  actor: Actor,
  id: Id,
  isVisible: boolean,
): Promise<{ id: Id; name: string } | undefined> {
  const { rows } = await sql<{ id: Id; name: string }>`
    select u.id, u.name from chat_ticket t
    join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id
    where t.tenant_id = ${actor.tenantId} and t.id = ${id} and t.finished_at is null
      and (${isVisible} or t.user_id = ${actor.userId} or (
        exists (select from user_instance served where served.tenant_id = t.tenant_id
          and served.user_id = ${actor.userId} and served.instance_id = t.instance_id)
        and exists (select from conversation_event taken where taken.tenant_id = t.tenant_id
          and taken.ticket_id = t.id and taken.kind = 'taken' and taken.at > now() - interval '1 minute')))`.execute(
    tx,
  );
  return rows[0];
}
