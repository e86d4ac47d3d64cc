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
import { isWithin, requireVisibility } from '../tickets/visibility.ts';
import { eventJson } from './event-view.ts';

/** Messages may arrive between the page of messages and this one, so a few older ones are included. */
const MARGIN = 20;
const VIEW = sql.raw<CustomerChatEvent>(eventJson('e', 't'));

/**
 * The events among a page of messages, oldest first: the page that `listMessages` returns for the same arguments. Not
 * found as there.
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
  const afterId = parseOptionalId(variables.after_id);
  const aroundId = parseOptionalId(variables.around_id);
  const limit = Math.min(variables.limit ?? CONVERSATION_PAGE_SIZE, CONVERSATION_PAGE_MAX);
  if (limit < 1) throw invalid('error.invalid', { limit: 'error.invalid' });
  const conversation = { tenantId, customerId, instanceId };
  return withTenant(services.db, tenantId, async (tx) => {
    const visibility = await requireVisibility(tx, actor, conversation);
    for (const id of [beforeId, afterId, aroundId]) {
      if (id !== null) await requireReadable(tx, conversation, visibility, id);
    }
    const ofConversation = sql`m.tenant_id = ${tenantId} and m.customer_id = ${customerId}
      and m.instance_id = ${instanceId} and ${isWithin(visibility, 'm.ticket_id')}`;
    const half = Math.floor(limit / 2);
    const older = aroundId === null ? limit : limit - half;
    const isOlder =
      aroundId === null ? (beforeId === null ? sql`true` : sql`m.id < ${beforeId}`) : sql`m.id <= ${aroundId}`;
    const oldest =
      afterId === null
        ? sql`coalesce((select m.id from message m where ${ofConversation} and ${isOlder}
          order by m.id desc offset ${older + MARGIN - 1} limit 1), 0)`
        : sql`${afterId}::bigint`;
    const from = aroundId ?? afterId;
    const newer = aroundId === null ? limit : half;
    // The page's last message; null: it goes to the end of the conversation.
    const newest =
      from === null
        ? sql`null::bigint`
        : sql`(select m.id from message m where ${ofConversation} and m.id > ${from}
          order by m.id offset ${Math.max(newer - 1, 0)} limit 1)`;
    const isBefore = beforeId === null ? sql`true` : sql`e.after_message_id < ${beforeId}`;
    const { rows } = await sql<{ view: CustomerChatEvent }>`
      with page as (select ${oldest} as oldest, ${newest} as newest)
      select ${VIEW} as view
      from chat_ticket t
      join conversation_event e on e.tenant_id = t.tenant_id and e.ticket_id = t.id
        and e.after_message_id >= (select page.oldest from page)
        and (e.after_message_id <= (select page.newest from page) or (select page.newest from page) is null)
      where t.tenant_id = ${tenantId} and t.customer_id = ${customerId} and t.instance_id = ${instanceId}
        and ${isWithin(visibility, 't.id')} and ${isBefore}
      order by e.id desc limit ${CHAT_EVENTS_MAX}`.execute(tx);
    return rows.map(({ view }) => view).toReversed();
  });
}
