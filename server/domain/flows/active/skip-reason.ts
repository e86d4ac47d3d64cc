import { sql } from 'kysely';
import type { FlowSkipReason } from '../../../../contract/facts/flow-starts.ts';
import { leftOut } from '../../campaigns/left-out.ts';
import { isOpenAt, zoneOf } from '../../campaigns/zones.ts';
import type { Tx } from '../../../db/database.ts';
import type { Id } from '../../../db/tables.ts';
import { MONTHLY_LIMIT, sentThisMonth } from '../../messages/monthly-limit.ts';
import type { Startable } from './start-flow.ts';

/** `isAsked`: a person has it start in the ticket that they have, at whatever hour. */
export type Candidate = { customerId: Id; instanceId: Id; isAsked: boolean };

/** Why a flow doesn't start for a customer now; null if it does. Of several reasons the strictest. */
export async function skipReason(
  tx: Tx,
  { tenantId, now }: { tenantId: Id; now: Date },
  { instanceIds, requiresConsent, from, to }: Startable,
  { customerId, instanceId, isAsked }: Candidate,
): Promise<FlowSkipReason | null> {
  const unwanted = leftOut(
    { tenantId, now },
    {
      tree: null,
      groupId: null,
      instanceIds: [instanceId],
      channel: 'whatsapp',
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
  const [judged] = rows;
  if (judged === undefined) return 'erased';
  if (judged.reason !== null || isAsked) return judged.reason;
  return isOpenAt(now, judged.zone, { from, to }) ? null : 'quiet_hours';
}
