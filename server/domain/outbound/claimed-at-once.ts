import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { OPEN_STATES } from './outbox-states.ts';

type Value = (
  name: 'tenantId' | 'instanceId' | 'customerId' | 'outboxState' | 'lockedBy' | 'leaseMs',
) => RawBuilder<unknown>;

/**
 * SQL: the outbox entry of message `stored` as `queued`, claimed already, unless nobody claims it or others of the conversation
 * come first.
 */
export function claimedAtOnce(value: Value, flowRunId: RawBuilder<unknown> = sql`null`): RawBuilder<unknown> {
  const until = sql`clock_timestamp() + make_interval(secs => ${value('leaseMs')}::float / 1000)`;
  return sql`
    claiming as materialized (
      select ${value('lockedBy')}::text is not null and not exists (
        select from outbox earlier where earlier.tenant_id = ${value('tenantId')}
          and earlier.instance_id = ${value('instanceId')} and earlier.customer_id = ${value('customerId')}
          and earlier.state in ${OPEN_STATES}) as is_claimed),
    queued as (
      insert into outbox (tenant_id, message_id, instance_id, customer_id, state, attempts, locked_by, locked_until,
        next_attempt_at, flow_run_id)
      select ${value('tenantId')}::bigint, stored.id, ${value('instanceId')}::bigint, ${value('customerId')}::bigint,
        case when is_claimed then 'sending' else ${value('outboxState')}::text end, case when is_claimed then 1 else 0 end,
        case when is_claimed then ${value('lockedBy')}::text end, case when is_claimed then ${until} end,
        case when is_claimed then ${until} else now() end, ${flowRunId}::bigint
      from stored, claiming
      returning state)`;
}

/** SQL: where it goes if it was claimed, by ticket `t` of customer `c` on instance `i`; null if it wasn't. */
export const CLAIMED = sql`case when queued.state = 'sending' then json_build_object('phoneNumberId', i.claimed_number,
  'sealedToken', i.access_token, 'address', coalesce(t.last_received_from, c.phone_number)) end`;
