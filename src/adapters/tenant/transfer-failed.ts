import type { Failure } from '../../machines/entities/failure.ts';
import type { CommandOf } from '../../machines/log/command.ts';
import type { AppEvent } from '../../machines/log/event.ts';

export type TransferCommand = CommandOf<
  'transfer.fetchCandidates' | 'transfer.create' | 'transfer.queue' | 'transfer.confirm' | 'transfer.delete'
>;

/** The event for a transfer's failed command. */
export function transferFailed(command: TransferCommand, failure: Failure): AppEvent {
  switch (command.type) {
    case 'transfer.fetchCandidates':
      return { type: 'transfer.candidatesFailed', ticketId: command.ticketId, failure };
    case 'transfer.create':
    case 'transfer.queue':
      return { type: 'transfer.createFailed', ticketId: command.ticketId, failure };
    case 'transfer.confirm':
      return { type: 'transfer.confirmFailed', transferId: command.transferId, failure };
    case 'transfer.delete':
      return { type: 'transfer.deleteFailed', transferId: command.transferId, failure };
  }
}
