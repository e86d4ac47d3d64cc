import type { Ticket } from '../entities/entities.ts';
import { keepSame } from '../entities/same.ts';

type Fresh = { -readonly [Part in keyof Ticket]: Ticket[Part] };

/**
 * A ticket that was just made and that nobody else holds, with the known one's parts where they hold
 * the same: in place, as it is done at each message.
 */
export function shareTicket(known: Ticket | null, shared: Fresh): Ticket {
  if (known === null) return shared;
  shared.owner = keepSame(known.owner, shared.owner);
  shared.instance = keepSame(known.instance, shared.instance);
  shared.customer = keepSame(known.customer, shared.customer);
  shared.lastMessage = keepSame(known.lastMessage, shared.lastMessage);
  shared.pendingTransfer = keepSame(known.pendingTransfer, shared.pendingTransfer);
  // Most news is a new message.
  return shared.lastMessage === known.lastMessage ? keepSame(known, shared) : shared;
}
