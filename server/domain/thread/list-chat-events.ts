import { sql } from 'kysely';
import { CHAT_EVENTS_MAX } from '../../../contract/facts/chat-events.ts';
import { CONVERSATION_PAGE_MAX, CONVERSATION_PAGE_SIZE } from '../../../contract/facts/limits.ts';
import type { CustomerChatEvent } from '../../../contract/entities/customer-chat-event.ts';
import type { CustomerChatEventsVariables } from '../../../contract/graphql/customer-chat-events.ts';
import { withTenant } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { invalid } from '../errors.ts';
import { parseId, parseOptionalId } from '../ids.ts';
import { requireReadable } from '../messages/message-facts.ts';
import { requirePermission } from '../permissions.ts';
import { requireVisibility } from '../tickets/visibility.ts';
import { eventJson } from './event-view.ts';

/** Messages may arrive between the page of messages and this one, so a few older ones are included. */
const MARGIN = 20;
const VIEW = sql.raw<CustomerChatEvent>(eventJson('e', 't'));

/**
 * What stands among a page of messages, oldest first: among the newest `limit`, or those before `before_id`. Not found
 * as in `listMessages`.
 */
export function listChatEvents(
  services: Services,
  actor: Actor,
  variables: CustomerChatEventsVariables,
): Promise<CustomerChatEvent[]> {
  requirePermission(actor, 'chat');
  const { tenantId } = actor;
  const customerId = parseId(variables.customer_id);
  const instanceId = parseId(variables.instance_id);
  const beforeId = parseOptionalId(variables.before_id);
  const limit = variables.limit ?? CONVERSATION_PAGE_SIZE;
  if (limit < 1) throw invalid('error.invalid', { limit: 'error.invalid' });
  const conversation = { tenantId, customerId, instanceId };
  return withTenant(services.db, tenantId, async (tx) => {
    const visibility = await requireVisibility(tx, actor, conversation);
    if (beforeId !== null) await requireReadable(tx, conversation, visibility, beforeId);
    const isOlderMessage = beforeId === null ? sql`true` : sql`m.id < ${beforeId}`;
    const isOlder = beforeId === null ? sql`true` : sql`e.after_message_id < ${beforeId}`;
    const { rows } = await sql<{ view: CustomerChatEvent }>`
      with oldest as (select coalesce((select m.id from message m
        where m.tenant_id = ${tenantId} and m.customer_id = ${customerId} and m.instance_id = ${instanceId}
          and m.ticket_id <= ${visibility.ticketId} and ${isOlderMessage}
        order by m.id desc offset ${Math.min(limit, CONVERSATION_PAGE_MAX) + MARGIN - 1} limit 1), 0) as id)
      select ${VIEW} as view
      from chat_ticket t
      join conversation_event e on e.tenant_id = t.tenant_id and e.ticket_id = t.id
        and e.after_message_id >= (select oldest.id from oldest)
      where t.tenant_id = ${tenantId} and t.customer_id = ${customerId} and t.instance_id = ${instanceId}
        and t.id <= ${visibility.ticketId} and ${isOlder}
      order by e.id desc limit ${CHAT_EVENTS_MAX}`.execute(tx);
    return rows.map(({ view }) => view).toReversed();
  });
}
