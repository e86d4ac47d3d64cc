import type { App } from '../src/machines/app.ts';
import type { TicketId } from '../src/machines/entities/ids.ts';
import type { Moment } from './model.ts';

/** Follows which tickets the current page has on the screen. */
export function followScreen(begun: App): (moment: Moment) => ReadonlySet<TicketId> {
  const shown = new Set<TicketId>(begun.directory.socket.getSnapshot().context.openTickets);
  return ({ event }) => {
    if (event.type === 'app.opened') shown.clear();
    if (event.type === 'ticket.opened') shown.add(event.ticketId);
    if (event.type === 'ticket.left') shown.delete(event.ticketId);
    return shown;
  };
}
