import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { ticketAudience } from '../audience/audience.ts';
import { attendantsByNewestVisible, findNewestTicket } from '../tickets/visibility.ts';
import type { Conversation } from '../tickets/visibility.ts';

/** The unseen count of a ticket after some messages were seen, or marked unread. */
export type Count = { ticketId: Id; lastMessageId: Id | null; left: number };

/** One frame for those who see the newest ticket, one for readers up to each earlier one. `marked`: they were marked unread. */
export async function publishCounts(
  { tx, append }: Change,
  conversation: Conversation,
  counts: readonly Count[],
  upToId: Id | null,
  { marked = false }: { readonly marked?: boolean } = {},
): Promise<void> {
  if (counts.length === 0) return;
  const newest = await findNewestTicket(tx, conversation);
  const others = counts.length === 1 ? new Map<Id, Id[]>() : await attendantsByNewestVisible(tx, conversation);
  const customer = { id: conversation.customerId };
  const instance = { id: conversation.instanceId };
  for (const { ticketId, lastMessageId, left } of counts) {
    if (ticketId === newest.id) {
      const data = { customer, instance, up_to_id: upToId, unseenMsg: left, ...(marked && { marked }) };
      append('CustomerUnseenMsgsReset', data, ticketAudience(newest));
      continue;
    }
    const userIds = others.get(ticketId);
    if (userIds === undefined) continue;
    const data = {
      customer,
      instance,
      up_to_id: earlier(upToId, lastMessageId),
      unseenMsg: left,
      ...(marked && { marked }),
    };
    append('CustomerUnseenMsgsReset', data, { to: 'users', userIds, admins: false });
  }
}

/** The earlier of two messages; null means none. */
function earlier(a: Id | null, b: Id | null): Id | null {
  if (a === null || b === null) return a ?? b;
  return BigInt(a) < BigInt(b) ? a : b;
}
