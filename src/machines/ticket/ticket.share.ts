import type { Ticket } from '../entities/entities.ts';
import { keepSame } from '../entities/same.ts';

/** The told ticket, with the known one's parts where they hold the same. */
export function shareTicket(known: Ticket | null, told: Ticket): Ticket {
  if (known === null) return told;
  const shared = {
    ...told,
    owner: keepSame(known.owner, told.owner),
    instance: keepSame(known.instance, told.instance),
    customer: keepSame(known.customer, told.customer),
    lastMessage: keepSame(known.lastMessage, told.lastMessage),
    pendingTransfer: keepSame(known.pendingTransfer, told.pendingTransfer),
  };
  // Most news is a new message.
  return shared.lastMessage === known.lastMessage ? keepSame(known, shared) : shared;
}
