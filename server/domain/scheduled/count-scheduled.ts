import { sql } from 'kysely';
import { SCHEDULED_COUNT_MAX } from '../../../contract/facts/scheduled-messages.ts';
import { withTenant } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { invalid } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { visibleTo } from '../tickets/visibility.ts';

/** How many messages wait in the conversations of those of these tickets that are open and that the actor sees. */
export function countScheduled(services: Services, actor: Actor, ticketIds: readonly string[]): Promise<number> {
  requirePermission(actor, 'chat');
  if (ticketIds.length > SCHEDULED_COUNT_MAX) throw invalid('error.invalid', { chat_ticket_ids: 'error.invalid' });
  const ids = ticketIds.map(parseId);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from scheduled_message s
      where s.tenant_id = ${actor.tenantId} and s.state = 'waiting' and exists (
        select from chat_ticket t where t.tenant_id = s.tenant_id and t.customer_id = s.customer_id
          and t.instance_id = s.instance_id and t.id = any(${ids}::bigint[]) and t.finished_at is null
          and ${visibleTo(actor)})`.execute(tx);
    return rows[0]?.count ?? 0;
  });
}
