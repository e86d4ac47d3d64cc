import { sql } from 'kysely';
import type { TicketFlow } from '../../../contract/entities/flow.ts';
import { nodeAt } from '../../../flows/exits.ts';
import { labelsOf, readable, written } from '../../../flows/text.ts';
import { withTenant } from '../../db/database.ts';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { changedOwnerAudience } from '../audience/audience.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { findTicketToChange, requireTheirs } from '../tickets/passed-on.ts';
import { requireVisibleTicket } from '../tickets/visibility.ts';
import { publishOwnerChange } from '../transfers/publish-owner-change.ts';
import { inFlowFrame, ticketFrame } from '../views/ticket-view.ts';
import { handOff } from './hand-off.ts';
import { playableOf } from './playable.ts';
import { contextOf } from './run-context.ts';
import { resumeFlow } from './run-flow.ts';
import { findRun } from './run-rows.ts';
import { stopFlow, tellTicket } from './stop-flow.ts';

type OfTicket = { ticket_id: string };

/** The last flow of a ticket that the actor sees; null if it never was in one. */
export function findTicketFlow(
  services: Services,
  actor: Actor,
  { ticket_id: rawId }: OfTicket,
): Promise<TicketFlow | null> {
  requirePermission(actor, 'chat');
  const id = parseId(rawId);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    await requireVisibleTicket(tx, actor, id);
    return ticketFlowView(tx, actor.tenantId, id);
  });
}

/** Stops the flow that has a ticket, which people get then. CONFLICT `error.flow.over` if none has. */
export function stopTicketFlow(services: Services, actor: Actor, { ticket_id: rawId }: OfTicket): Promise<TicketFlow> {
  requirePermission(actor, 'chat');
  const id = parseId(rawId);
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId } = change;
    const ticket = await findTicketToChange(tx, actor, id);
    const now = services.now();
    if (!(await stopFlow(change, id, now))) throw conflict('error.flow.over');
    if (ticket.ownerId === null && ticket.finishedAt === null)
      await handOff(change, await contextOf(tx, tenantId, id, now), { of: 'queue' }, now);
    // Somebody has it who took it without stopping the flow.
    else await tellTicket(change, id, ticket);
    await auditAction(tx, actor, { action: 'ticket.stopFlow', subject: `ticket:${id}` });
    return requireView(change, id);
  });
}

/**
 * Hands a ticket back to the flow that was stopped in it. For its owner, an administrator, or, while it has no owner, anyone who
 * sees it. CONFLICT `error.flow.over` if no flow was stopped there, `error.ticket.finished`, `error.transfer.pending`.
 */
export function returnTicketToFlow(
  services: Services,
  actor: Actor,
  { ticket_id: rawId }: OfTicket,
): Promise<TicketFlow> {
  requirePermission(actor, 'chat');
  const id = parseId(rawId);
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId } = change;
    const ticket = await findTicketToChange(tx, actor, id);
    if (ticket.finishedAt !== null) throw conflict('error.ticket.finished');
    requireTheirs(actor, ticket.ownerId);
    if (ticket.pendingTransferId !== null) throw conflict('error.transfer.pending');
    const run = await findRun(tx, tenantId, { ticketId: id });
    if (run?.state.status !== 'stopped') throw conflict('error.flow.over');
    if (ticket.ownerId !== null) {
      await sql`update chat_ticket set user_id = null where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
      await publishOwnerChange(
        change,
        {
          ticketTransfer: null,
          chatTicket: inFlowFrame(await ticketFrame(tx, tenantId, id)),
          user: { id: actor.userId, name: actor.userName },
        },
        changedOwnerAudience(ticket, { ...ticket, ownerId: null }, []),
        { previousUserId: ticket.ownerId },
      );
    }
    if (!(await resumeFlow(change, run, services.now()))) throw conflict('error.flow.over');
    await auditAction(tx, actor, { action: 'ticket.returnToFlow', subject: `ticket:${id}` });
    return requireView(change, id);
  });
}

async function requireView({ tx, tenantId }: Change, ticketId: Id): Promise<TicketFlow> {
  const view = await ticketFlowView(tx, tenantId, ticketId);
  if (view === null) throw notFound();
  return view;
}

/** The last flow of a ticket; null if it never was in one. */
export async function ticketFlowView(tx: Tx, tenantId: Id, ticketId: Id): Promise<TicketFlow | null> {
  const run = await findRun(tx, tenantId, { ticketId });
  if (run === undefined) return null;
  const { flowId, number, node: id, values, status } = run.state;
  const playable = await playableOf(tx, tenantId, flowId, number);
  const node = playable && nodeAt(playable.flow, id);
  const shown = playable === undefined ? values : readable(values, labelsOf(playable.flow));
  const { rows } = await sql<{ startedAt: Date; isOpen: boolean }>`
    select r.started_at as "startedAt", t.finished_at is null as "isOpen" from flow_run r
    join chat_ticket t on t.tenant_id = r.tenant_id and t.id = r.ticket_id
    where r.tenant_id = ${tenantId} and r.id = ${run.id}`.execute(tx);
  const [{ startedAt, isOpen } = { startedAt: new Date(0), isOpen: false }] = rows;
  return {
    ticket_id: ticketId,
    flow_id: flowId,
    flow_name: run.flowName,
    number,
    bot_name: run.botName,
    is_running: status === 'running',
    can_return: status === 'stopped' && isOpen,
    node: id,
    step_label: node?.label ?? null,
    step_kind: node?.kind ?? '',
    variables: Object.entries(shown).map(([name, value]) => ({ name, value: written(value) })),
    started_at: startedAt.toISOString(),
  };
}
