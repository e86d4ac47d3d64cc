import { confirmTicketTransfer } from '../../../contract/graphql/confirm-ticket-transfer.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { deleteTicketTransfer } from '../../../contract/graphql/delete-ticket-transfer.ts';
import { onlineUsers } from '../../../contract/graphql/online-users.ts';
import type { CommandOf } from '../../machines/log/command.ts';
import type { CallParts } from '../calls/parts.ts';
import { transferOf, userOf } from './from-wire.ts';
import { graphqlCall } from './request.ts';

/** Transfers of tickets between attendants. */
export interface TenantTransfers {
  /** -> transfer.candidatesListed | transfer.candidatesFailed */
  readonly listCandidates: (command: CommandOf<'transfer.fetchCandidates'>) => void;
  /** -> transfer.created | transfer.createFailed */
  readonly create: (command: CommandOf<'transfer.create'>) => void;
  /** -> transfer.confirmed | transfer.confirmFailed */
  readonly confirm: (command: CommandOf<'transfer.confirm'>) => void;
  /** -> transfer.deleted | transfer.deleteFailed */
  readonly remove: (command: CommandOf<'transfer.delete'>) => void;
}

export function createTenantTransfers(parts: CallParts): TenantTransfers {
  const { append, gateway } = parts;

  return {
    listCandidates: ({ ticketId, instanceId, withoutUserId }) => {
      const variables = { user_id: withoutUserId, instance_id: instanceId, away: true };
      gateway.call(graphqlCall(parts, 'transfer.fetchCandidates', onlineUsers, { variables }), (result) => {
        append(
          result.ok
            ? { type: 'transfer.candidatesListed', ticketId, users: result.answer.onlineUsers.map(userOf) }
            : { type: 'transfer.candidatesFailed', ticketId, failure: result.failure },
        );
      });
    },
    create: ({ ticketId, nextOwnerId, previousOwnerId, note = null }) => {
      const variables = {
        next_user_id: nextOwnerId,
        previous_user_id: previousOwnerId,
        chat_ticket_id: ticketId,
        note,
      };
      gateway.call(graphqlCall(parts, 'transfer.create', createTicketTransfer, { variables }), (result) => {
        append(
          result.ok
            ? { type: 'transfer.created', ticketId, transfer: transferOf(result.answer.createTicketTransfer) }
            : { type: 'transfer.createFailed', ticketId, failure: result.failure },
        );
      });
    },
    confirm: ({ transferId }) => {
      const request = { variables: { id: transferId } };
      gateway.call(graphqlCall(parts, 'transfer.confirm', confirmTicketTransfer, request), (result) => {
        append(
          result.ok
            ? { type: 'transfer.confirmed', transfer: transferOf(result.answer.confirmTicketTransfer) }
            : { type: 'transfer.confirmFailed', transferId, failure: result.failure },
        );
      });
    },
    remove: ({ transferId }) => {
      const request = { variables: { id: transferId } };
      gateway.call(graphqlCall(parts, 'transfer.delete', deleteTicketTransfer, request), (result) => {
        append(
          result.ok
            ? { type: 'transfer.deleted', transfer: transferOf(result.answer.deleteTicketTransfer) }
            : { type: 'transfer.deleteFailed', transferId, failure: result.failure },
        );
      });
    },
  };
}
