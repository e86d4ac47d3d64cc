import type { Directory } from '../../src/machines/directory.ts';
import type { Message } from '../../src/machines/entities/entities.ts';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import type { TicketId } from '../../src/machines/entities/ids.ts';

/** What is held of the conversation that a ticket belongs to. */
export function conversationIn(directory: Directory, ticketId: TicketId) {
  const ticket = directory.ticket(ticketId)?.getSnapshot().context.ticket ?? null;
  if (ticket === null) return undefined;
  return directory.conversation(conversationKey(ticket.customer.id, ticket.instance.id))?.getSnapshot();
}

/** The last message of the conversation that a ticket belongs to; null for none. */
export function lastMessageIn(directory: Directory, ticketId: TicketId): Message | null {
  return conversationIn(directory, ticketId)?.context.lastMessage ?? null;
}
