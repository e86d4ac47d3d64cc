import type { Person, Transfer, User } from '../entities/entities.ts';
import type { Failure } from '../entities/failure.ts';
import type { InstanceId, TicketId, TransferId } from '../entities/ids.ts';
import type { Viewer } from '../entities/viewer.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { OutgoingTransfer } from '../log/events-send.ts';
import type { InternalEventOf } from '../log/internal.ts';

export interface TransferInput {
  readonly ticketId: TicketId;
  /** Null for a draft. */
  readonly transferId: TransferId | null;
  readonly viewer: Viewer;
  /** The ticket's instance, whose users are a draft's candidates; null for a created transfer. */
  readonly instanceId: InstanceId | null;
  /** The ticket's owner, who is no candidate. */
  readonly owner: Person | null;
  /** What an earlier page, or a closed tab, submitted; left out for a draft and a created transfer. */
  readonly submitted?: OutgoingTransfer;
}

export interface TransferContext {
  readonly ticketId: TicketId;
  readonly transferId: TransferId | null;
  readonly viewer: Viewer;
  readonly instanceId: InstanceId | null;
  readonly owner: Person | null;
  readonly candidates: readonly User[];
  /** As it was last submitted; null for a created transfer, and before. */
  readonly submitted: OutgoingTransfer | null;
  /** Consecutive calls without an answer. */
  readonly unanswered: number;
  /** Whether no dialog shows its outcome: it was closed, or it was submitted on an earlier page or had to wait. */
  readonly unattended: boolean;
  readonly transfer: Transfer | null;
  readonly failure: Failure | null;
  /** Stream position up to which it is known; -1 for unknown. Older reports are ignored. */
  readonly asOf: number;
  /** Whether the ticket was finished while our confirm was in flight. */
  readonly ticketClosed: boolean;
}

export type TransferMachineEvent =
  | Logged<
      EventOf<
        | 'app.opened'
        | 'transfer.drafted'
        | 'transfer.dismissed'
        | 'transfer.candidatesListed'
        | 'transfer.candidatesFailed'
        | 'transfer.submitted'
        | 'transfer.withdrawn'
        | 'transfer.created'
        | 'transfer.queued'
        | 'transfer.createFailed'
        | 'transfer.confirmRequested'
        | 'transfer.confirmed'
        | 'transfer.confirmFailed'
        | 'transfer.deleteRequested'
        | 'transfer.deleted'
        | 'transfer.deleteFailed'
        | 'transfer.arrived'
        | 'transfer.removed'
        | 'ticket.transferred'
        | 'ticket.closed'
        | 'ticket.finished'
        | 'socket.greeted'
        | 'network.changed'
        | 'timer.fired'
      >
    >
  | InternalEventOf<'ticket.listed' | 'transfer.released'>;
