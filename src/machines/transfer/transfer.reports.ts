import type { Transfer } from '../entities/entities.ts';
import { compareIds } from '../entities/ids.ts';
import { keepSame } from '../entities/same.ts';
import type { TransferContext, TransferMachineEvent } from './transfer.context.ts';
import { outcomeIn, outcomeOn } from './transfer.rules.ts';

/** An event's report on a pending transfer: its outcome, that it is still pending, or null for none. */
export function outcomeOf(
  context: TransferContext,
  event: TransferMachineEvent,
): 'confirmed' | 'deleted' | 'waits' | null {
  const { asOf, ticketId, transfer, transferId } = context;
  switch (event.type) {
    case 'transfer.confirmed':
      return event.transfer.id === transferId ? 'confirmed' : null;
    case 'transfer.deleted':
    case 'transfer.removed':
      return event.transfer.id === transferId ? 'deleted' : null;
    case 'transfer.confirmFailed':
    case 'transfer.deleteFailed':
      return event.transferId === transferId ? outcomeIn(event.failure) : null;
    case 'transfer.created':
      if (event.transfer.id === transferId) return transfer === null ? 'waits' : null;
      // A ticket has one pending transfer at most, so a later one means that this one is gone.
      return isOlder(context, event.transfer) ? 'deleted' : null;
    case 'transfer.arrived':
      return event.transfer.id === transferId && event.stream.seq > asOf ? 'waits' : null;
    case 'ticket.transferred':
      if (event.transfer !== null && event.transfer.id === transferId) return 'confirmed';
      if (event.ticket.id !== ticketId || asOf < 0 || event.stream.seq <= asOf) return null;
      return event.ticket.pendingTransfer?.id === transferId ? null : 'deleted';
    case 'ticket.listed':
      if (event.ticket.id !== ticketId || event.streamPosition <= asOf) return null;
      if (event.ticket.pendingTransfer?.id === transferId) return 'waits';
      return asOf < 0 ? null : outcomeOn(event.ticket, transfer);
    default:
      return null;
  }
}

function isOlder({ ticketId, transferId }: TransferContext, other: Transfer): boolean {
  return other.ticketId === ticketId && transferId !== null && compareIds(transferId, other.id) < 0;
}

/** Takes the transfer that an event reports, with its stream position. */
export function withReport(context: TransferContext, event: TransferMachineEvent): TransferContext {
  switch (event.type) {
    case 'transfer.confirmed':
    case 'transfer.deleted':
    case 'transfer.created':
      return withTransfer(context, event.transfer, context.asOf);
    case 'transfer.arrived':
    case 'transfer.removed':
    case 'ticket.transferred':
      return withTransfer(context, event.transfer, event.stream.seq);
    case 'ticket.listed':
      return withTransfer(context, event.ticket.pendingTransfer, event.streamPosition);
    default:
      return context;
  }
}

function withTransfer(context: TransferContext, reported: Transfer | null, asOf: number): TransferContext {
  const isOurs = reported !== null && reported.id === context.transferId;
  return { ...context, transfer: isOurs ? keepSame(context.transfer, reported) : context.transfer, asOf };
}
