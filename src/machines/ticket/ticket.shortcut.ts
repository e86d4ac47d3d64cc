import type { Crewed } from '../crew.ts';
import type { Command } from '../log/command.ts';
import type { TicketContext } from './ticket.context.ts';
import { fold } from './ticket.fold.ts';
import type { TicketMachineEvent } from './ticket.fold.ts';
import type { TicketInput, TicketSnapshot } from './ticket.machine.ts';
import { ticketMachine, unknownTicket } from './ticket.machine.ts';

/** The ticket's machine; news that no region waits for is folded without a step. */
export const crewedTicket: Crewed<TicketSnapshot, TicketMachineEvent, TicketInput, Command> = {
  machine: ticketMachine,
  begin: unknownTicket,
  fold: foldFacts,
};

function foldFacts(known: TicketContext, event: TicketMachineEvent): TicketContext | null {
  switch (event.type) {
    case 'ticket.listed':
    case 'message.arrived':
    case 'message.ackChanged':
    case 'customer.arrived':
    case 'customer.pinned':
    case 'pin.known':
    case 'customer.blacklisted': {
      const context = fold(known, event);
      return leadsOn(known, context) ? null : context;
    }
    default:
      return null;
  }
}

/** Whether the regions may have somewhere to go: what their guards look at has changed. */
function leadsOn(before: TicketContext, after: TicketContext): boolean {
  if (before === after || before.ticket === after.ticket) return before.finishAsked !== after.finishAsked;
  if (before.ticket === null || after.ticket === null) return true;
  return (
    before.ticket.finishedAt !== after.ticket.finishedAt ||
    before.ticket.finishing !== after.ticket.finishing ||
    before.ticket.notResponded !== after.ticket.notResponded ||
    before.finishAsked !== after.finishAsked
  );
}
