import { sql } from 'kysely';
import { DAY_MS } from '../../../../contract/facts/day-ms.ts';
import { FLOW_LAUNCH_AHEAD_DAYS, FLOW_LAUNCHES_MAX } from '../../../../contract/facts/flow-starts.ts';
import { flowLaunchFormSchema } from '../../../../contract/entities/flow-start.ts';
import type { ActiveFlow } from '../../../../contract/entities/flow-start.ts';
import type { NewFlowLaunchVariables } from '../../../../contract/graphql/flow-starts.ts';
import type { Change } from '../../../db/change.ts';
import type { Tx } from '../../../db/database.ts';
import { auditAction } from '../../audit-action.ts';
import { changeAsActor } from '../../auth/active-actor.ts';
import { requireTarget } from '../../campaigns/target.ts';
import type { Actor, Services } from '../../context.ts';
import { conflict, DomainError, invalid, notFound } from '../../errors.ts';
import { parseId, parseOptionalId } from '../../ids.ts';
import { parseInput } from '../../input.ts';
import type { Id } from '../../../db/tables.ts';
import { changedFlow, requireStarting, storedFlow } from './active-flow-rows.ts';
import { startableOf } from './start-flow.ts';

/**
 * Plans an active flow for all customers of an audience or a group. Refuses by field one that was deleted and a moment that is past or
 * too far ahead; CONFLICT `error.flow.unpublished` while the flow is off, `error.flow.noNumber`, `error.flow.launches`.
 */
export async function newFlowLaunch(
  services: Services,
  caller: Actor,
  { flow_id: rawId, ...form }: NewFlowLaunchVariables,
): Promise<ActiveFlow> {
  requireStarting(caller);
  const flowId = parseId(rawId);
  await changeAsActor(services, caller, requireStarting, async (change, actor) => {
    const { tx, tenantId } = change;
    const now = services.now();
    const { name } = await storedFlow(tx, tenantId, flowId);
    const input = parseInput(flowLaunchFormSchema, form);
    const target = { audience_id: parseOptionalId(input.audience_id), group_id: parseOptionalId(input.group_id) };
    await requireTarget(tx, tenantId, target);
    const startable = await startableOf(tx, tenantId, flowId);
    if (startable === undefined) throw conflict('error.flow.unpublished');
    if (startable.instanceIds.length === 0) throw conflict('error.flow.noNumber');
    if ((await countComing(tx, tenantId, flowId)) >= FLOW_LAUNCHES_MAX)
      throw new DomainError('CONFLICT', 'error.flow.launches', { params: { max: FLOW_LAUNCHES_MAX } });
    const startsAt = momentOf(input.starts_at, now);
    await sql`
      insert into flow_launch (tenant_id, flow_id, audience_id, group_id, repeats, starts_at, next_at, created_by, created_at)
      values (${tenantId}, ${flowId}, ${target.audience_id}, ${target.group_id}, ${input.repeats}, ${startsAt},
        ${startsAt}, (select u.id from app_user u where u.tenant_id = ${tenantId} and u.id = ${actor.userId}),
        ${now})`.execute(tx);
    const details = { name, repeats: input.repeats, starts_at: startsAt.toISOString() };
    await auditAction(tx, actor, { action: 'flow.launch', subject: `flow:${flowId}`, details });
    tellStarts(change);
  });
  return changedFlow(services, caller.tenantId, flowId);
}

async function countComing(tx: Tx, tenantId: Id, flowId: Id): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from flow_launch
    where tenant_id = ${tenantId} and flow_id = ${flowId} and next_at is not null and stopped_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

function momentOf(given: string | null, now: Date): Date {
  if (given === null) return now;
  const at = new Date(given);
  const ahead = at.getTime() - now.getTime();
  if (ahead >= 0 && ahead <= FLOW_LAUNCH_AHEAD_DAYS * DAY_MS) return at;
  throw invalid('error.form.invalid', { starts_at: 'error.campaign.moment' });
}

/**
 * Stops a launch: it queues no more customers, and starts the flow for none of those queued. Idempotent. As there may be
 * many of them, `fillDueLaunches` marks them as skipped in chunks.
 */
export async function stopFlowLaunch(services: Services, caller: Actor, rawId: string): Promise<ActiveFlow> {
  requireStarting(caller);
  const id = parseId(rawId);
  const flowId = await changeAsActor(services, caller, requireStarting, async (change, actor) => {
    const { tx, tenantId } = change;
    const now = services.now();
    const { rows } = await sql<{ flowId: Id }>`
      select flow_id as "flowId" from flow_launch where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    const [launch] = rows;
    if (launch === undefined) throw notFound();
    const { numAffectedRows = 0n } = await sql`
      update flow_launch set next_at = ${now}, stopped_at = ${now}
      where tenant_id = ${tenantId} and id = ${id} and stopped_at is null`.execute(tx);
    if (numAffectedRows > 0n) {
      await auditAction(tx, actor, { action: 'flow.stopLaunch', subject: `flow:${launch.flowId}` });
      tellStarts(change);
    }
    return launch.flowId;
  });
  return changedFlow(services, caller.tenantId, flowId);
}

/** Tells everybody who shows flows. */
export function tellStarts({ append }: Change): void {
  append('ListUpdated', { list: 'flows' }, { to: 'all' });
}
