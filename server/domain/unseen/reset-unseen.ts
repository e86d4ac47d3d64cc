import { sql } from 'kysely';
import type {
  ResetCustomerUnseenMsgsVariables,
  UnseenReset,
} from '../../../contract/graphql/reset-customer-unseen-msgs.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { parseId, parseOptionalId } from '../ids.ts';
import { requireReadable } from '../messages/message-facts.ts';
import { requirePermission } from '../permissions.ts';
import { isWithin, requireVisibility } from '../tickets/visibility.ts';
import type { Conversation, Visibility } from '../tickets/visibility.ts';
import { publishCounts } from './publish-counts.ts';
import { ownerRead } from './read-rows.ts';
import type { Count } from './publish-counts.ts';

/**
 * Marks a customer's messages on an instance as seen, up to `up_to_id` if given, and returns how many readable ones are
 * left unseen. Only the owner of the newest ticket they see resets the counter, or anybody while nobody owns it; others
 * change nothing and get the current count. What the owner has seen is reported to the provider. Messages of a later
 * ticket that the user doesn't see stay unseen for its owner. Publishes only changes, to each reader the count up to
 * where they can read. Not found if the user can't see the conversation or read `up_to_id` there.
 */
export function resetUnseen(
  services: Services,
  actor: Actor,
  variables: ResetCustomerUnseenMsgsVariables,
): Promise<UnseenReset> {
  requirePermission(actor, 'chat');
  const customerId = parseId(variables.id);
  const instanceId = parseId(variables.instance_id);
  const askedUpToId = parseOptionalId(variables.up_to_id);
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId, position } = change;
    const conversation = { tenantId, customerId, instanceId };
    const visibility = await requireVisibility(tx, actor, conversation);
    if (askedUpToId !== null) await requireReadable(tx, conversation, visibility, askedUpToId);
    const isTheirs = visibility.ownerId === null || visibility.ownerId === actor.userId;
    const counts = isTheirs ? await markSeen(tx, conversation, visibility, askedUpToId) : [];
    const upToId = isTheirs
      ? (askedUpToId ?? (visibility.isWhole ? null : visibility.lastMessageId))
      : visibility.lastMessageId;
    await publishCounts(change, conversation, counts, upToId);
    // Only the owner causes read ticks, even if the messages had already been seen by others.
    if (visibility.isWhole && visibility.ownerId === actor.userId)
      await ownerRead(tx, { tenantId, ticketId: visibility.ticketId, upToId: askedUpToId });
    const left = counts.find(({ ticketId }) => ticketId === visibility.ticketId)?.left ?? visibility.unseenCount;
    return {
      customer_id: customerId,
      instance_id: instanceId,
      up_to_id: upToId,
      unseenMsg: left,
      position: await position(),
    };
  });
}

/** Marks what the user can read as seen, and lowers the counts of the tickets it is readable through; returns those. */
async function markSeen(
  tx: Tx,
  { tenantId, customerId, instanceId }: Conversation,
  visibility: Visibility,
  upToId: Id | null,
): Promise<Count[]> {
  const { rows } = await sql<Count>`
    with seen as (
      update message m set unseen = false
      where m.tenant_id = ${tenantId} and m.unseen and (${upToId}::bigint is null or m.id <= ${upToId}::bigint)
        and m.ticket_id in (select t.id from chat_ticket t where t.tenant_id = ${tenantId}
          and t.customer_id = ${customerId} and t.instance_id = ${instanceId} and ${isWithin(visibility, 't.id')})
      returning m.ticket_id)
    update chat_ticket t
    set unseen_count = unseen_count - (select count(*)::integer from seen
      where seen.ticket_id between t.history_from and t.id)
    where t.tenant_id = ${tenantId} and t.customer_id = ${customerId} and t.instance_id = ${instanceId}
      and t.id >= (select min(seen.ticket_id) from seen) and t.history_from <= (select max(seen.ticket_id) from seen)
    returning t.id as "ticketId", t.last_message_id as "lastMessageId", t.unseen_count as "left"`.execute(tx);
  return rows;
}
