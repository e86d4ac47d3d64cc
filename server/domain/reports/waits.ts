import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** A value or placeholder of a prepared statement, by name. */
type Value<Name> = (name: Name) => RawBuilder<unknown>;

/** How long the customer had waited for an answer, null if they hadn't: computed before the ticket is updated. */
export function waitedMs(value: Value<'tenantId' | 'ticketId' | 'now'>): RawBuilder<unknown> {
  return sql`(select report_ms(asked.waiting_since, ${value('now')}::timestamptz) from chat_ticket asked
    where asked.tenant_id = ${value('tenantId')} and asked.id = ${value('ticketId')})`;
}

/**
 * What an answer, `stored`, sets in its ticket `t`: nobody waits any more, or `since` what it doesn't answer; and the
 * first response time is kept.
 */
export function firstResponse(
  value: Value<'userId' | 'now'>,
  since: RawBuilder<unknown> = sql`null`,
): RawBuilder<unknown> {
  const isFirst = sql.raw('t.waiting_since is not null and t.first_response_at is null');
  return sql`waiting_since = ${since},
    first_response_at = case when ${isFirst} then ${value('now')} else t.first_response_at end,
    first_response_by = case when ${isFirst} then ${value('userId')} else t.first_response_by end,
    first_response_ms = case when ${isFirst} then stored.waited_ms
      else t.first_response_ms end`;
}
