import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** What stands for the value of a name in a prepared statement. */
type Value<Name> = (name: Name) => RawBuilder<unknown>;

const ADD_UP = sql.raw(`on conflict (tenant_id, slot, instance_id, attendant_id) do update set
  received = message_tally.received + excluded.received, sent = message_tally.sent + excluded.sent,
  answers = message_tally.answers + excluded.answers, waited_ms = message_tally.waited_ms + excluded.waited_ms`);

/** Counts a customer's message, in the statement that stores it; quiet ones aren't counted. */
export function tallyReceived(
  value: Value<'tenantId' | 'instanceId' | 'ownerId' | 'now' | 'isQuiet'>,
): RawBuilder<unknown> {
  return sql`
    insert into message_tally (tenant_id, slot, instance_id, attendant_id, received)
    select ${value('tenantId')}::bigint, report_slot(${value('now')}::timestamptz), ${value('instanceId')}::bigint,
      coalesce(${value('ownerId')}::bigint, 0), 1
    where not ${value('isQuiet')}::boolean ${ADD_UP}`;
}

/** Counts what an attendant writes, and the wait that it ends, in the statement that stores it. The ticket is as it was before. */
export function tallyAnswer(
  value: Value<'tenantId' | 'instanceId' | 'ticketId' | 'userId' | 'now'>,
): RawBuilder<unknown> {
  return sql`
    insert into message_tally (tenant_id, slot, instance_id, attendant_id, sent, answers, waited_ms)
    select ${value('tenantId')}::bigint, report_slot(${value('now')}::timestamptz), ${value('instanceId')}::bigint,
      ${value('userId')}::bigint, 1, (asked.waiting_since is not null)::int,
      coalesce(report_ms(asked.waiting_since, ${value('now')}::timestamptz), 0)
    from chat_ticket asked
    where asked.tenant_id = ${value('tenantId')} and asked.id = ${value('ticketId')} ${ADD_UP}`;
}

/** What an answer sets of its ticket `t`: nobody waits any more, and the first one is kept. */
export function firstResponse(value: Value<'userId' | 'now'>): RawBuilder<unknown> {
  const isFirst = sql.raw('t.waiting_since is not null and t.first_response_at is null');
  return sql`waiting_since = null,
    first_response_at = case when ${isFirst} then ${value('now')} else t.first_response_at end,
    first_response_by = case when ${isFirst} then ${value('userId')} else t.first_response_by end,
    first_response_ms = case when ${isFirst} then report_ms(t.waiting_since, ${value('now')})
      else t.first_response_ms end`;
}
