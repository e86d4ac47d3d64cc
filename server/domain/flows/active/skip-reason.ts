import { sql } from 'kysely';
import { DAY_MS } from '../../../../contract/facts/day-ms.ts';
import type { FlowSkipReason, FlowStartSource } from '../../../../contract/facts/flow-starts.ts';
import { leftOut } from '../../campaigns/left-out.ts';
import { isOpenAt, zoneOf } from '../../campaigns/zones.ts';
import type { Tx } from '../../../db/database.ts';
import type { Id } from '../../../db/tables.ts';
import { MONTHLY_LIMIT, sentThisMonth } from '../../messages/monthly-limit.ts';
import { endOfWait } from '../run-context.ts';
import type { Startable } from './start-flow.ts';

/** How long a number may be unable to send before those who wait for it are left out, and how late what others asked for may be. */
export const PATIENCE_MS = DAY_MS;
/** When a number that can't send is looked at again. */
const AGAIN_MS = 5 * 60_000;

type Scope = { tenantId: Id; now: Date };
type Candidate = { customerId: Id; instanceId: Id };

/** Why a flow can't start in the ticket that a person has it start in, at whatever hour; null if it can. */
export async function reasonInTicket(
  tx: Tx,
  scope: Scope,
  startable: Startable,
  candidate: Candidate,
): Promise<FlowSkipReason | null> {
  return (await judged(tx, scope, startable, candidate, true)).reason;
}

/** A start in the queue, since `createdAt`. */
type Queued = Candidate & { source: FlowStartSource; createdAt: Date };

/**
 * Null: the flow starts for the customer now. A reason: it never does. A moment: it is checked again then. Customers queued within the
 * sending hours who weren't reached wait until these begin again.
 */
export async function verdictOn(
  tx: Tx,
  scope: Scope,
  startable: Startable,
  start: Queued,
): Promise<FlowSkipReason | Date | null> {
  const { now } = scope;
  const { chosen, from } = startable;
  const { reason, zone } = await judged(tx, scope, startable, start, false);
  const age = now.getTime() - start.createdAt.getTime();
  const isTaken = chosen.length > 0 && !chosen.includes(start.instanceId);
  if (reason === 'instance_off' && !isTaken && age < PATIENCE_MS) return new Date(now.getTime() + AGAIN_MS);
  if (reason !== null) return reason;
  if (!isOpenAt(start.createdAt, zone, startable)) return 'quiet_hours';
  if (start.source !== 'audience' && age >= PATIENCE_MS) return 'instance_off';
  if (isOpenAt(now, zone, startable)) return null;
  return endOfWait({ until: `${from}:00` }, now, zone);
}

/** Of several reasons the strictest; the time zone that the customer is in. */
async function judged(
  tx: Tx,
  { tenantId, now }: Scope,
  { channel, instanceIds, requiresConsent }: Startable,
  { customerId, instanceId }: Candidate,
  isAsked: boolean,
): Promise<{ reason: FlowSkipReason | null; zone: string }> {
  const unwanted = leftOut(
    { tenantId, now },
    {
      tree: null,
      groupId: null,
      instanceIds: [instanceId],
      channel,
      isText: false,
      requiresConsent: requiresConsent && !isAsked,
      skipInAttendance: false,
      weeklyLimit: null,
    },
    sql`i.id`,
  );
  const openTicket = sql`select from chat_ticket t
    left join ticket_transfer x on x.tenant_id = t.tenant_id and x.ticket_id = t.id
      and x.transferred_at is null and x.deleted_at is null
    where t.tenant_id = ${tenantId} and t.customer_id = c.id and t.finished_at is null`;
  const { rows } = await sql<{ reason: FlowSkipReason | null; zone: string }>`
    select ${zoneOf(tenantId)} as zone, case when c.erased_at is not null then 'erased' else coalesce(${unwanted}, case
      when exists (${openTicket} and t.flow_run_id is not null) then 'in_flow'
      when not ${isAsked}::boolean and exists (${openTicket}
        and (t.user_id is not null or t.waiting_since is not null or x.id is not null)) then 'in_attendance'
      when not ${instanceIds.includes(instanceId)}::boolean then 'instance_off'
      when (${MONTHLY_LIMIT}) <= ${sentThisMonth(tenantId, now)} then 'monthly_limit' end) end as reason
    from customer c join instance i on i.tenant_id = c.tenant_id and i.id = ${instanceId}
    where c.tenant_id = ${tenantId} and c.id = ${customerId}`.execute(tx);
  return rows[0] ?? { reason: 'erased', zone: 'UTC' };
}
