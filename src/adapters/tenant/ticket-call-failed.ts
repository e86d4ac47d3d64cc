import type { Failure } from '../../machines/entities/failure.ts';
import type { CommandOf } from '../../machines/log/command.ts';
import type { AppEvent } from '../../machines/log/event.ts';

export type TicketCall = CommandOf<'text.fetch' | 'history.fetch' | 'ticket.finish' | 'customer.pin'>;

/** The event for a ticket's failed call. */
export function ticketCallFailed(command: TicketCall, failure: Failure): AppEvent {
  switch (command.type) {
    case 'text.fetch': {
      const { customerId, instanceId, messageId } = command;
      return { type: 'text.loadFailed', customerId, instanceId, messageId, failure };
    }
    case 'history.fetch':
      return { type: 'history.failed', customerId: command.customerId, instanceId: command.instanceId, failure };
    case 'ticket.finish':
      return { type: 'ticket.finishFailed', ticketId: command.ticketId, failure };
    case 'customer.pin':
      return { type: 'customer.pinFailed', customerId: command.customerId, pinned: command.pinned, failure };
  }
}
