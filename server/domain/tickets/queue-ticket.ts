import { sql } from 'kysely';
import { transferNoteSchema } from '../../../contract/graphql/create-ticket-transfer.ts';
import type { QueueChatTicketVariables } from '../../../contract/graphql/queue-chat-ticket.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { changedOwnerAudience } from '../audience/audience.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, DomainError, notFound } from '../errors.ts';
import { distribute } from '../departments/distribute-waiting.ts';
import { stopFlow } from '../flows/stop-flow.ts';
import { parseId, parseOptionalId } from '../ids.ts';
import { parseInput } from '../input.ts';
import { parseOptionalClientId } from '../messages/client-id.ts';
import { mayChat, requirePermission } from '../permissions.ts';
import { storableText } from '../text.ts';
import { requireOwner } from '../transfers/transfer-facts.ts';
import { publishOwnerChange } from '../transfers/publish-owner-change.ts';
import { ticketFrame } from '../views/ticket-view.ts';
import { findTicketToChange, requireTheirs } from './passed-on.ts';

/**
 * Takes an open ticket from its owner and leaves it in its queue, or in a department's, from where it is distributed.
 * For its owner, an administrator, or, while it has no owner, anyone who sees it. `error.ticket.queued` if it is
 * there already, `error.department.nobody` if nobody of the department serves the instance, `error.ticket.finished`,
 * `error.transfer.pending`, and CONFLICT if `previous_user_id` is no longer the owner. Idempotent by user and `client_id`.
 */
export function queueTicket(services: Services, actor: Actor, variables: QueueChatTicketVariables): Promise<boolean> {
  requirePermission(actor, 'chat');
  const id = parseId(variables.id);
  const departmentId = parseOptionalId(variables.department_id);
  const previousUserId = parseOptionalId(variables.previous_user_id);
  const clientId = parseOptionalClientId(variables.client_id);
  const note = storableText(parseInput(transferNoteSchema, { note: variables.note }).note ?? '').trim();
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId } = change;
    if (clientId !== null && (await wasDone(tx, actor, clientId, id))) return true;
    const ticket = await findTicketToChange(tx, actor, id);
    const department = departmentId === null ? null : await findDepartment(tx, tenantId, departmentId);
    if (ticket.finishedAt !== null) throw conflict('error.ticket.finished');
    requireTheirs(actor, ticket.ownerId);
    if (ticket.pendingTransferId !== null) throw conflict('error.transfer.pending');
    await requireOwner(tx, tenantId, ticket, previousUserId);
    const before = await departmentOf(tx, tenantId, id);
    const isMoved = department !== null && department.id !== before;
    if (ticket.ownerId === null && ticket.flowRunId === null && !isMoved) throw conflict('error.ticket.queued');
    if (isMoved) await requireSomebody(tx, tenantId, department.id, ticket.instanceId);
    const now = services.now();
    const hadFlow = ticket.flowRunId !== null && (await stopFlow(change, id, now));
    await tx
      .updateTable('chat_ticket')
      .set({
        user_id: null,
        ...(isMoved && { department_id: department.id }),
        // A flow's customer waits from now on.
        ...(hadFlow && { is_not_responded: true, waiting_since: now }),
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    await publishOwnerChange(
      change,
      {
        ticketTransfer: null,
        chatTicket: await ticketFrame(tx, tenantId, id),
        user: { id: actor.userId, name: actor.userName },
        ...(isMoved && { department }),
      },
      changedOwnerAudience(ticket, { ...ticket, ownerId: null }, []),
      { previousUserId: ticket.ownerId, note: note === '' ? null : note, clientId },
    );
    await auditAction(tx, actor, {
      action: 'ticket.queue',
      subject: `ticket:${id}`,
      details: { previous_user: ticket.ownerId, department: isMoved ? department.id : before },
    });
    await distribute(change, now);
    return true;
  });
}

/** Whether the actor's call with this client id put the ticket into a queue. CONFLICT if it was for something else. */
async function wasDone(tx: Tx, actor: Actor, clientId: string, ticketId: Id): Promise<boolean> {
  const earlier = await tx
    .selectFrom('conversation_event')
    .select(['ticket_id', 'kind'])
    .where('tenant_id', '=', actor.tenantId)
    .where('user_id', '=', actor.userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (earlier === undefined) return false;
  if (earlier.ticket_id !== ticketId || earlier.kind === 'note') throw conflict();
  return true;
}

/** An active department, else not found. */
async function findDepartment(tx: Tx, tenantId: Id, id: Id): Promise<{ id: Id; name: string }> {
  const found = await tx
    .selectFrom('department')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('activated', '=', true)
    .executeTakeFirst();
  if (found === undefined) throw notFound();
  return found;
}

async function departmentOf(tx: Tx, tenantId: Id, ticketId: Id): Promise<Id | null> {
  const ticket = await tx
    .selectFrom('chat_ticket')
    .select('department_id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow();
  return ticket.department_id;
}

/** Refuses a department in which nobody could take the ticket. */
async function requireSomebody(tx: Tx, tenantId: Id, departmentId: Id, instanceId: Id): Promise<void> {
  const { rows } = await sql<{ somebody: boolean }>`
    select exists (select from app_user u
      join user_instance served on served.tenant_id = u.tenant_id and served.user_id = u.id
        and served.instance_id = ${instanceId}
      where u.tenant_id = ${tenantId} and u.department_id = ${departmentId} and u.deleted_at is null
        and not u.is_blocked and ${mayChat('u')}) as somebody`.execute(tx);
  if (rows[0]?.somebody !== true) {
    throw new DomainError('CONFLICT', 'error.department.nobody', {
      fields: { department_id: 'error.department.nobody' },
    });
  }
}
