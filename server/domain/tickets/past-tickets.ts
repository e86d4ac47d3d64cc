import { sql } from 'kysely';
import { CHAT_PAGE_SIZE } from '../../../contract/facts/limits.ts';
import type { PastChatTicket, PastChatTicketsVariables } from '../../../contract/graphql/past-chat-tickets.ts';
import { withTenant } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { parseId } from '../ids.ts';
import { parsePage } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import { personJson, wireTime } from '../views/json.ts';
import { readableTicket, requireVisibleCustomer, visibleTo } from './visibility.ts';

/**
 * A page of a customer's finished tickets that the actor can read, the last finished first. Not found if they don't see
 * the customer.
 */
export function listPastTickets(
  services: Services,
  actor: Actor,
  variables: PastChatTicketsVariables,
): Promise<{ total_items: number; items: PastChatTicket[] }> {
  requirePermission(actor, 'chat');
  const customerId = parseId(variables.customer_id);
  const { limit, offset } = parsePage(
    {
      pagination_page: variables.pagination_page ?? undefined,
      pagination_limit: variables.pagination_limit ?? undefined,
    },
    CHAT_PAGE_SIZE,
  );
  return withTenant(services.db, actor.tenantId, async (tx) => {
    await requireVisibleCustomer(tx, actor, customerId, null);
    const which = sql`own.tenant_id = ${actor.tenantId} and own.customer_id = ${customerId}
      and own.finished_at is not null and ${readableTicket(actor)}`;
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from chat_ticket own where ${which}`.execute(tx);
    const { rows: items } = await sql<PastChatTicket>`
      select own.id::text as id, own.protocol, ${sql.raw(wireTime('own.started_at'))} as started_at,
        ${sql.raw(wireTime('own.finished_at'))} as finished_at,
        ${sql.raw(personJson('own.tenant_id', 'own.user_id'))} as "user",
        json_build_object('id', i.id::text, 'name', i.name) as instance, own.outcome_name as outcome,
        exists (select from chat_ticket n where n.tenant_id = own.tenant_id and n.id = own.id
          and ${visibleTo(actor, 'n')}) as may_open
      from chat_ticket own
      join instance i on i.tenant_id = own.tenant_id and i.id = own.instance_id
      where ${which}
      order by own.finished_at desc, own.id desc limit ${limit} offset ${offset}`.execute(tx);
    return { total_items: counted.rows[0]?.total ?? 0, items };
  });
}
