import { selectLastReceivedAt } from './conversation/conversation.selectors.ts';
import type { Directory } from './directory.ts';
import { conversationKey } from './entities/ids.ts';
import type { TicketId } from './entities/ids.ts';
import { selectLifecycle, selectNotResponded, selectTicket } from './ticket/ticket.selectors.ts';

/** The loaded open tickets whose customers wait for an answer, longest wait first. */
export function selectWaiting({
  ticketOrder,
  ticket: ticketOf,
  conversation,
}: Pick<Directory, 'ticketOrder' | 'ticket' | 'conversation'>): readonly TicketId[] {
  return ticketOrder
    .getSnapshot()
    .ids.flatMap((id) => {
      const snapshot = ticketOf(id)?.getSnapshot();
      if (snapshot === undefined || !selectNotResponded(snapshot) || selectLifecycle(snapshot) !== 'open') return [];
      const ticket = selectTicket(snapshot);
      if (ticket === null) return [];
      const held = conversation(conversationKey(ticket.customer.id, ticket.instance.id))?.getSnapshot();
      const receivedAt = held === undefined ? null : selectLastReceivedAt(held);
      return [{ id, since: receivedAt ?? ticket.startedAt }];
    })
    .toSorted((a, b) => a.since - b.since)
    .map(({ id }) => id);
}
