import { withShortcut } from '../shortcut.ts';
import type { TicketContext } from './ticket.context.ts';
import { fold, restartedAt } from './ticket.fold.ts';
import type { TicketMachineEvent } from './ticket.fold.ts';
import { ticketMachine, unknownTicket } from './ticket.machine.ts';

/** The ticket's machine; events that change only its context take the shortcut. */
export const ticketLogic = withShortcut(ticketMachine, { begin: unknownTicket, fold: foldFacts });

function foldFacts(known: TicketContext, event: TicketMachineEvent): TicketContext | null {
  switch (event.type) {
    case 'ticket.listed':
    case 'message.arrived':
    case 'customer.arrived':
    case 'customer.blacklisted':
    case 'customer.updated': {
      const context = fold(known, event);
      return mayTransition(known, context) ? null : context;
    }
    case 'app.opened':
      return known.watched || known.finishAsked ? null : known;
    case 'socket.greeted':
      return event.recovered || known.watched ? null : restartedAt(known, event.head);
    default:
      return null;
  }
}

/** Whether anything changed that the regions' guards read, so that the machine has to take the step. */
function mayTransition({ ticket: before }: TicketContext, { ticket: after }: TicketContext): boolean {
  if (before === after) return false;
  if (before === null || after === null) return true;
  return (
    before.finishedAt !== after.finishedAt ||
    before.finishing !== after.finishing ||
    before.notResponded !== after.notResponded
  );
}
