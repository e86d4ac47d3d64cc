import { sql } from 'kysely';
import type { TicketFlow } from '../../../../contract/entities/flow.ts';
import type { StartableFlow, StartTicketFlowVariables } from '../../../../contract/graphql/flow-starts.ts';
import { filledTemplate } from '../../../../contract/facts/templates.ts';
import type { Flow } from '../../../../contract/flows/flow.ts';
import { own } from '../../../../flows/exits.ts';
import { withoutExponent } from '../../../../flows/text.ts';
import type { Values } from '../../../../flows/values.ts';
import type { Change } from '../../../db/change.ts';
import { withTenant } from '../../../db/database.ts';
import type { Tx } from '../../../db/database.ts';
import type { Id } from '../../../db/tables.ts';
import { changedOwnerAudience } from '../../audience/audience.ts';
import { auditAction } from '../../audit-action.ts';
import { changeAsAttendant } from '../../auth/active-actor.ts';
import type { Actor, Services } from '../../context.ts';
import { conflict, notFound } from '../../errors.ts';
import { parseId } from '../../ids.ts';
import { requirePermission } from '../../permissions.ts';
import { templatesOf } from '../../templates/list-templates.ts';
import { findTicketToChange, requireTheirs } from '../../tickets/passed-on.ts';
import { requireVisibleTicket } from '../../tickets/visibility.ts';
import type { TicketFacts } from '../../tickets/visibility.ts';
import { publishOwnerChange } from '../../transfers/publish-owner-change.ts';
import { inFlowFrame, ticketFrame } from '../../views/ticket-view.ts';
import { ticketFlowView } from '../ticket-flow.ts';
import { contextOf, knownOf } from '../run-context.ts';
import type { Playable } from '../playable.ts';
import { beginRun } from '../run-flow.ts';
import { storedFlow } from './active-flow-rows.ts';
import { reasonInTicket } from './skip-reason.ts';
import { fittingValues, startableOf } from './start-flow.ts';

/**
 * Whether any active flow that is switched on can start from the number of a ticket that the actor sees. Called for
 * every opened conversation, so it doesn't check whether the flow's templates can be sent.
 */
export function hasStartableFlow(
  services: Services,
  actor: Actor,
  { ticket_id: rawId }: { ticket_id: string },
): Promise<boolean> {
  requirePermission(actor, 'chat');
  const ticketId = parseId(rawId);
  const { tenantId } = actor;
  return withTenant(services.db, tenantId, async (tx) => {
    const { instanceId, finishedAt } = await requireVisibleTicket(tx, actor, ticketId);
    if (finishedAt !== null) return false;
    const { rows } = await sql`
      select from flow f
      join flow_version v on v.tenant_id = f.tenant_id and v.flow_id = f.id and v.number = f.published_number
      join instance i on i.tenant_id = f.tenant_id and i.id = ${instanceId}
      where f.tenant_id = ${tenantId} and f.kind = 'active' and f.is_active
        and i.activated and i.is_official and i.claimed_number is not null
        and (f.instance_ids = '{}' or i.id = any(f.instance_ids)) and i.channel = coalesce(v.flow->>'channel', 'whatsapp')
        and not exists (select from tenant_feature o where o.tenant_id = ${tenantId} and not o.enabled
          and o.option = 'active-chat-flow')
      limit 1`.execute(tx);
    return rows.length > 0;
  });
}

/** The active flows that can be started from the number of a ticket that the actor sees, by name; none in a finished one. */
export function startableFlows(
  services: Services,
  actor: Actor,
  { ticket_id: rawId }: { ticket_id: string },
): Promise<StartableFlow[]> {
  requirePermission(actor, 'chat');
  const ticketId = parseId(rawId);
  const { tenantId } = actor;
  return withTenant(services.db, tenantId, async (tx) => {
    const { instanceId, finishedAt } = await requireVisibleTicket(tx, actor, ticketId);
    if (finishedAt !== null) return [];
    const { rows } = await sql<Pick<StartableFlow, 'id' | 'name'>>`
      select f.id::text as id, f.name from flow f
      where f.tenant_id = ${tenantId} and f.kind = 'active' and f.is_active order by lower(f.name), f.id`.execute(tx);
    const able: StartableFlow[] = [];
    if (rows.length === 0) return able;
    const known = knownOf(await contextOf(tx, tenantId, ticketId, services.now()));
    for (const flow of rows) {
      const startable = await startableOf(tx, tenantId, flow.id);
      if (startable?.instanceIds.includes(instanceId) !== true) continue;
      const variables = begunWith(startable.playable.flow);
      const open = Object.fromEntries(variables.map(({ name }) => [name, `{{${name}}}`]));
      const says = await firstWords(tx, { tenantId, instanceId }, startable.playable, { known, open });
      able.push({ ...flow, says, variables });
    }
    return able;
  });
}

function begunWith({ variables }: Flow): StartableFlow['variables'] {
  return Object.entries(variables).flatMap(([name, { type, initial }]) =>
    initial === undefined
      ? []
      : [{ name, type, initial: typeof initial === 'number' ? withoutExponent(initial) : String(initial) }],
  );
}

/** The given values by variable name, with `true` and `false` of boolean variables converted from text. */
function typed({ variables }: Flow, given: StartTicketFlowVariables['variables']): Record<string, unknown> {
  return Object.fromEntries(
    (given ?? []).map(({ name, value }) => {
      const isBoolean = own(variables, name)?.type === 'boolean' && (value === 'true' || value === 'false');
      return [name, isBoolean ? value === 'true' : value];
    }),
  );
}

/** The text of the flow's first message, with `open` for values that aren't known yet; null if its first step sends none. */
async function firstWords(
  tx: Tx,
  of: { tenantId: Id; instanceId: Id },
  { flow, runner }: Playable,
  { known, open }: { known: Values; open: Values },
): Promise<string | null> {
  const [first] = runner.begin({ known, isOpen: () => false, canSend: () => true }, open).effects;
  if (first?.of !== 'send' || first.node !== flow.start) return null;
  const said = first.content;
  if (said.of === 'media') return said.caption;
  if (said.of !== 'template') return said.text;
  const [template] = await templatesOf(tx, of, said.template_id);
  return template?.content === undefined ? null : filledTemplate(template.content, said.values);
}

/**
 * Starts an active flow in a ticket, which is nobody's then. For its owner, an administrator, or, while it has no owner, anyone who sees
 * it. CONFLICT `error.flowStart.<reason>` for who is to be left out or if it is off, `error.ticket.finished`,
 * `error.transfer.pending`. Refuses by its field, as `variables.pedido`, a value that doesn't fit.
 */
export function startTicketFlow(
  services: Services,
  actor: Actor,
  { ticket_id: rawId, flow_id: rawFlowId, variables }: StartTicketFlowVariables,
): Promise<TicketFlow> {
  requirePermission(actor, 'chat');
  const id = parseId(rawId);
  const flowId = parseId(rawFlowId);
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId } = change;
    const now = services.now();
    const ticket = await findTicketToChange(tx, actor, id);
    await storedFlow(tx, tenantId, flowId);
    if (ticket.finishedAt !== null) throw conflict('error.ticket.finished');
    requireTheirs(actor, ticket.ownerId);
    if (ticket.pendingTransferId !== null) throw conflict('error.transfer.pending');
    const startable = await startableOf(tx, tenantId, flowId);
    if (startable === undefined) throw conflict('error.flowStart.flow_off');
    const { customerId, instanceId } = ticket;
    const reason = await reasonInTicket(tx, { tenantId, now }, startable, { customerId, instanceId });
    if (reason !== null) throw conflict(`error.flowStart.${reason}`);
    const { playable } = startable;
    const values = fittingValues(playable.flow, typed(playable.flow, variables));
    await leave(change, actor, ticket);
    const runId = await beginRun(change, id, playable, { cause: 'person', values, now });
    await sql`
      insert into flow_start (tenant_id, flow_id, source, customer_id, instance_id, requested_by, status, run_id, due_at,
        created_at, settled_at)
      select ${tenantId}, ${flowId}, 'attendant', ${customerId}, ${instanceId},
        (select u.id from app_user u where u.tenant_id = ${tenantId} and u.id = ${actor.userId}), 'started', ${runId},
        ${now}, ${now}, ${now}`.execute(tx);
    await auditAction(tx, actor, { action: 'ticket.startFlow', subject: `ticket:${id}`, details: { flow: flowId } });
    const view = await ticketFlowView(tx, tenantId, id);
    if (view === null) throw notFound();
    return view;
  });
}

/** The ticket is nobody's: a flow has it, and nobody waits for a person. */
async function leave(change: Change, actor: Actor, ticket: TicketFacts): Promise<void> {
  const { tx, tenantId } = change;
  await sql`
    update chat_ticket set user_id = null, is_not_responded = false, waiting_since = null
    where tenant_id = ${tenantId} and id = ${ticket.id}`.execute(tx);
  if (ticket.ownerId === null) return;
  await publishOwnerChange(
    change,
    {
      ticketTransfer: null,
      chatTicket: inFlowFrame(await ticketFrame(tx, tenantId, ticket.id)),
      user: { id: actor.userId, name: actor.userName },
    },
    changedOwnerAudience(ticket, { ...ticket, ownerId: null }, []),
    { previousUserId: ticket.ownerId },
  );
}
