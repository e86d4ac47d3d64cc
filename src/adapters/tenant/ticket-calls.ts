import { customerChatText } from '../../../contract/graphql/customer-chat-text.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { pastChatTickets } from '../../../contract/graphql/past-chat-tickets.ts';
import { pinCustomer } from '../../../contract/graphql/pin-customer.ts';
import type { AppEvent } from '../../machines/log/event.ts';
import type { CallResult } from '../calls/call.ts';
import { failureOf } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import { unreachable } from '../unreachable.ts';
import { pastTicketOf, ticketOf } from './from-wire.ts';
import { graphqlCall } from './request.ts';
import { ticketCallFailed } from './ticket-call-failed.ts';
import type { TicketCall } from './ticket-call-failed.ts';

/** Calls that the first screen of a conversation does without. */
interface TicketCalls {
  /**
   * -> text.loaded, history.listed or ticket.finished; or `ticketCallFailed`'s event. A pin that succeeds arrives as a
   * frame.
   */
  readonly run: (command: TicketCall) => void;
}

export function createTicketCalls(parts: CallParts): TicketCalls {
  const { append, gateway } = parts;

  return {
    run: (command) => {
      const settle =
        <Answer>(done: (answer: Answer) => AppEvent | null) =>
        (result: CallResult<Answer>) => {
          const event = result.ok ? done(result.answer) : ticketCallFailed(command, failureOf(result));
          if (event !== null) append(event);
        };
      switch (command.type) {
        case 'text.fetch': {
          const { customerId, instanceId, messageId, from } = command;
          const variables = { id: messageId, from };
          return gateway.call(
            graphqlCall(parts, command.type, customerChatText, { variables }),
            settle(({ customerChatText: { message: text, next } }) => ({
              type: 'text.loaded',
              customerId,
              instanceId,
              messageId,
              from,
              text,
              next,
            })),
          );
        }
        case 'history.fetch': {
          const { customerId, instanceId, limit } = command;
          const variables = { customer_id: customerId, pagination_page: 1, pagination_limit: limit };
          return gateway.call(
            graphqlCall(parts, command.type, pastChatTickets, { variables }),
            settle(({ pastChatTickets: { items, total_items: total } }) => ({
              type: 'history.listed',
              customerId,
              instanceId,
              tickets: items.map(pastTicketOf),
              total,
            })),
          );
        }
        case 'ticket.finish': {
          const { ticketId, outcomeId } = command;
          const variables = { id: ticketId, ...(outcomeId !== undefined && { outcome_id: outcomeId }) };
          return gateway.call(
            graphqlCall(parts, command.type, finishChatTicket, { variables }),
            settle((answer) => ({ type: 'ticket.finished', ticket: ticketOf(answer.finishChatTicket) })),
          );
        }
        case 'customer.pin': {
          const variables = { id: command.customerId, pinned: command.pinned };
          return gateway.call(
            graphqlCall(parts, command.type, pinCustomer, { variables }),
            settle(() => null),
          );
        }
        default:
          return unreachable(command);
      }
    },
  };
}
