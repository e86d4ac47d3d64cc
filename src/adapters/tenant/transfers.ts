import { confirmTicketTransfer } from '../../../contract/graphql/confirm-ticket-transfer.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { deleteTicketTransfer } from '../../../contract/graphql/delete-ticket-transfer.ts';
import { onlineUsers } from '../../../contract/graphql/online-users.ts';
import { queueChatTicket } from '../../../contract/graphql/queue-chat-ticket.ts';
import type { AppEvent } from '../../machines/log/event.ts';
import type { CallResult } from '../calls/call.ts';
import type { CallParts } from '../calls/parts.ts';
import { failureOf } from '../calls/failure.ts';
import { unreachable } from '../unreachable.ts';
import { transferOf, userOf } from './from-wire.ts';
import { graphqlCall } from './request.ts';
import { transferFailed } from './transfer-failed.ts';
import type { TransferCommand } from './transfer-failed.ts';

/** Transfers of tickets to attendants and into queues. */
interface TenantTransfers {
  /** -> transfer.candidatesListed, .created, .queued, .confirmed or .deleted; or the event of `transferFailed` */
  readonly run: (command: TransferCommand) => void;
}

export function createTenantTransfers(parts: CallParts): TenantTransfers {
  const { append, gateway } = parts;

  return {
    run: (command) => {
      const settle =
        <Answer>(done: (answer: Answer) => AppEvent) =>
        (result: CallResult<Answer>) =>
          append(result.ok ? done(result.answer) : transferFailed(command, failureOf(result)));
      switch (command.type) {
        case 'transfer.fetchCandidates': {
          const { ticketId, instanceId, withoutUserId } = command;
          const variables = { user_id: withoutUserId, instance_id: instanceId, away: true };
          return gateway.call(
            graphqlCall(parts, command.type, onlineUsers, { variables }),
            settle((answer) => ({
              type: 'transfer.candidatesListed',
              ticketId,
              users: answer.onlineUsers.map(userOf),
            })),
          );
        }
        case 'transfer.create': {
          const { ticketId, clientId, nextOwnerId, previousOwnerId, note = null } = command;
          const variables = {
            next_user_id: nextOwnerId,
            previous_user_id: previousOwnerId,
            chat_ticket_id: ticketId,
            note,
            client_id: clientId,
          };
          return gateway.call(
            graphqlCall(parts, command.type, createTicketTransfer, { variables }),
            settle(({ createTicketTransfer: transfer }) => ({
              type: 'transfer.created',
              ticketId,
              transfer: transferOf(transfer),
            })),
          );
        }
        case 'transfer.queue': {
          const { ticketId, clientId, departmentId, previousOwnerId, note = null } = command;
          const variables = {
            id: ticketId,
            department_id: departmentId,
            previous_user_id: previousOwnerId,
            note,
            client_id: clientId,
          };
          return gateway.call(
            graphqlCall(parts, command.type, queueChatTicket, { variables }),
            settle(() => ({ type: 'transfer.queued', ticketId })),
          );
        }
        case 'transfer.confirm':
          return gateway.call(
            graphqlCall(parts, command.type, confirmTicketTransfer, { variables: { id: command.transferId } }),
            settle((answer) => ({ type: 'transfer.confirmed', transfer: transferOf(answer.confirmTicketTransfer) })),
          );
        case 'transfer.delete':
          return gateway.call(
            graphqlCall(parts, command.type, deleteTicketTransfer, { variables: { id: command.transferId } }),
            settle((answer) => ({ type: 'transfer.deleted', transfer: transferOf(answer.deleteTicketTransfer) })),
          );
        default:
          return unreachable(command);
      }
    },
  };
}
