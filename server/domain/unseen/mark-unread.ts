import { sql } from 'kysely';
import type { MarkConversationUnreadVariables } from '../../../contract/graphql/mark-conversation-unread.ts';
import type { UnseenReset } from '../../../contract/graphql/reset-customer-unseen-msgs.ts';
import type { Tx } from '../../db/database.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, DomainError } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { isWithin, requireVisibility, requireVisibleTicket } from '../tickets/visibility.ts';
import type { Conversation, Visibility } from '../tickets/visibility.ts';
import { publishCounts } from './publish-counts.ts';
import type { Count } from './publish-counts.ts';

/**
 * Marks the customer's last message as unseen; changes nothing if one already is. For the owner of the open ticket, or,
 * while it has none, anyone who sees it: the counter is theirs. Not found if the user can't see the conversation;
 * `error.ticket.finished`, `error.ticket.notYours`, `error.unread.nothing` if the customer never wrote.
 */
export function markUnread(
  services: Services,
  actor: Actor,
  variables: MarkConversationUnreadVariables,
): Promise<UnseenReset> {
  requirePermission(actor, 'chat');
  const customerId = parseId(variables.id);
  const instanceId = parseId(variables.instance_id);
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId, position } = change;
    const conversation = { tenantId, customerId, instanceId };
    const visibility = await requireVisibility(tx, actor, conversation);
    const ticket = await requireVisibleTicket(tx, actor, visibility.ticketId);
    if (ticket.finishedAt !== null) throw conflict('error.ticket.finished');
    if (ticket.ownerId !== null && ticket.ownerId !== actor.userId)
      throw new DomainError('FORBIDDEN', 'error.ticket.notYours');
    let unseen = visibility.unseenCount;
    if (unseen === 0) {
      const counts = await markLast(tx, conversation, visibility);
      await publishCounts(change, conversation, counts, null, { marked: true });
      unseen = counts.find(({ ticketId }) => ticketId === visibility.ticketId)?.left ?? 0;
      if (unseen === 0) throw conflict('error.unread.nothing');
    }
    return {
      customer_id: customerId,
      instance_id: instanceId,
      up_to_id: null,
      unseenMsg: unseen,
      position: await position(),
    };
  });
}

/** Marks the last countable message unread; raises and returns the counts of the tickets it is readable through. */
async function markLast(
  tx: Tx,
  { tenantId, customerId, instanceId }: Conversation,
  visibility: Visibility,
): Promise<Count[]> {
  const { rows } = await sql<Count>`
    with marked as (
      update message m set unseen = true
      where m.tenant_id = ${tenantId} and m.id = (
        select last.id from message last
        where last.tenant_id = ${tenantId} and last.type = 1 and not last.is_quiet
          and last.ticket_id in (select t.id from chat_ticket t where t.tenant_id = ${tenantId}
            and t.customer_id = ${customerId} and t.instance_id = ${instanceId}
            and ${isWithin(visibility, 't.id')})
        order by last.id desc limit 1)
      returning m.ticket_id)
    update chat_ticket t set unseen_count = unseen_count + 1
    where t.tenant_id = ${tenantId} and t.customer_id = ${customerId} and t.instance_id = ${instanceId}
      and t.id >= (select marked.ticket_id from marked)
      and t.history_from <= (select marked.ticket_id from marked)
    returning t.id as "ticketId", t.last_message_id as "lastMessageId", t.unseen_count as "left"`.execute(tx);
  return rows;
}
