import { transferNoteSchema } from '../../../contract/graphql/create-ticket-transfer.ts';
import type { CreateTicketTransferVariables } from '../../../contract/graphql/create-ticket-transfer.ts';
import type { TicketTransfer } from '../../../contract/entities/ticket-transfer.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { ticketAudience } from '../audience/audience.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, DomainError, invalid } from '../errors.ts';
import { stopFlow } from '../flows/stop-flow.ts';
import { parseInput } from '../input.ts';
import { parseOptionalClientId } from '../messages/client-id.ts';
import { parseId, parseOptionalId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { storableText } from '../text.ts';
import { findTicketToChange, requireTheirs } from '../tickets/passed-on.ts';
import type { TicketFacts } from '../tickets/visibility.ts';
import { ticketFrame } from '../views/ticket-view.ts';
import { recordTransfer } from '../thread/record-transfer.ts';
import { transferView } from '../views/transfer-view.ts';
import { canTakeOver, requireOwner } from './transfer-facts.ts';

/**
 * Offers an open ticket to another attendant; for its owner, an administrator, or, while it has no owner, anyone who
 * sees it. `error.transfer.toSelf` for its owner, and for oneself while it has no owner: answering takes it. An
 * administrator may offer another's ticket to themselves to take it over, and its owner is notified.
 * `error.transfer.userGone` for an attendant who left, doesn't serve the instance or may not chat,
 * `error.transfer.pending` for a second pending transfer, `error.ticket.finished`, `error.ticket.passedOn`, and
 * CONFLICT if `previous_user_id` is no longer the owner. Idempotent by user and `client_id`: a repeat returns the transfer
 * while it is pending, and is refused with `error.transfer.confirmed` or `error.transfer.deleted` afterwards.
 */
export function createTransfer(
  services: Services,
  actor: Actor,
  variables: CreateTicketTransferVariables,
): Promise<TicketTransfer> {
  requirePermission(actor, 'chat');
  const ticketId = parseId(variables.chat_ticket_id);
  const nextUserId = parseId(variables.next_user_id);
  const previousUserId = parseOptionalId(variables.previous_user_id);
  const given = parseInput(transferNoteSchema, { note: variables.note }).note ?? '';
  const note = storableText(given).trim();
  const clientId = parseOptionalClientId(variables.client_id);
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId, append } = change;
    const earlier = clientId === null ? undefined : await findEarlier(tx, actor, clientId);
    if (earlier !== undefined) return repeated(tx, tenantId, ticketId, earlier);
    const ticket = await findTicketToChange(tx, actor, ticketId);
    await requireTransferable(tx, actor, ticket, previousUserId);
    if (nextUserId === (ticket.ownerId ?? actor.userId))
      throw invalid('error.transfer.toSelf', { next_user_id: 'error.transfer.toSelf' });
    if (!(await canTakeOver(tx, tenantId, nextUserId, ticket.instanceId))) {
      throw new DomainError('NOT_FOUND', 'error.transfer.userGone', {
        fields: { next_user_id: 'error.transfer.userGone' },
      });
    }
    const now = services.now();
    if (ticket.flowRunId !== null) await stopFlow(change, ticketId, now);
    const { id } = await tx
      .insertInto('ticket_transfer')
      .values({
        tenant_id: tenantId,
        ticket_id: ticketId,
        previous_user_id: ticket.ownerId,
        next_user_id: nextUserId,
        created_by: actor.userId,
        created_at: now,
        transfer_at: now,
        note: note === '' ? null : note,
        client_id: clientId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const ticketTransfer = await transferView(tx, tenantId, id);
    const data = {
      ticketTransfer,
      chatTicket: await ticketFrame(tx, tenantId, ticketId),
      user: { id: actor.userId, name: actor.userName },
    };
    append('ChatTicketTransferring', data, ticketAudience(ticket));
    append('ChatTicketTransfer', data, { to: 'users', userIds: [nextUserId], admins: false });
    await recordTransfer(change, 'transfer_offered', data);
    await auditAction(tx, actor, {
      action: 'transfer.create',
      subject: `transfer:${id}`,
      details: { ticket: ticketId, previous_user: ticket.ownerId, next_user: nextUserId },
    });
    return ticketTransfer;
  });
}

type Earlier = { id: Id; ticket_id: Id; transferred_at: Date | null; deleted_at: Date | null };

/** The transfer that the actor created with this client id. */
function findEarlier(tx: Tx, actor: Actor, clientId: string): Promise<Earlier | undefined> {
  return tx
    .selectFrom('ticket_transfer')
    .select(['id', 'ticket_id', 'transferred_at', 'deleted_at'])
    .where('tenant_id', '=', actor.tenantId)
    .where('created_by', '=', actor.userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

function repeated(tx: Tx, tenantId: Id, ticketId: Id, earlier: Earlier): Promise<TicketTransfer> {
  if (earlier.ticket_id !== ticketId) throw conflict();
  if (earlier.transferred_at !== null) throw conflict('error.transfer.confirmed');
  if (earlier.deleted_at !== null) throw conflict('error.transfer.deleted');
  return transferView(tx, tenantId, earlier.id);
}

async function requireTransferable(
  tx: Tx,
  actor: Actor,
  ticket: TicketFacts,
  previousUserId: Id | null,
): Promise<void> {
  if (ticket.finishedAt !== null) throw conflict('error.ticket.finished');
  requireTheirs(actor, ticket.ownerId);
  if (ticket.pendingTransferId !== null) throw conflict('error.transfer.pending');
  await requireOwner(tx, actor.tenantId, ticket, previousUserId);
}
