import type { TicketId } from '../src/machines/entities/ids.ts';
import type { Moment } from './model.ts';

/** Follows which tickets the current page has on the screen. */
export function followScreen(): (moment: Moment) => ReadonlySet<TicketId> {
  const shown = new Set<TicketId>();
  return ({ event }) => {
    if (event.type === 'app.opened') shown.clear();
    if (event.type === 'ticket.opened') shown.add(event.ticketId);
    if (event.type === 'ticket.left') shown.delete(event.ticketId);
    return shown;
  };
}
