import type { Ticket, Transfer } from '../entities/entities.ts';
import type { Failure } from '../entities/failure.ts';
import { compareIds } from '../entities/ids.ts';
import type { TransferId } from '../entities/ids.ts';
import { keepSame } from '../entities/same.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { InternalEventOf } from '../log/internal.ts';
import type { TicketContext } from './ticket.context.ts';
import { attendanceOf, shareAttendance } from './ticket.share.ts';

/** Events that `fold` reads, whatever state the ticket is in. */
type TicketNews =
  | Logged<
      EventOf<
        | 'ticket.loadFailed'
        | 'message.arrived'
        | 'customer.arrived'
        | 'customer.blacklisted'
        | 'ticket.closed'
        | 'ticket.finished'
        | 'transfer.arrived'
        | 'ticket.transferred'
        | 'transfer.removed'
      >
    >
  | InternalEventOf<'ticket.listed' | 'ticket.leftOut' | 'transfer.settled'>;

export type TicketMachineEvent =
  | TicketNews
  | InternalEventOf<'sends.settled'>
  | Logged<
      EventOf<
        | 'app.opened'
        | 'ticket.opened'
        | 'ticket.left'
        | 'chat.endShown'
        | 'chat.retried'
        | 'ticket.finishRequested'
        | 'ticket.finishFailed'
        | 'outbox.restored'
        | 'socket.greeted'
      >
    >;

/** The context after an event; the same reference if it told nothing new. */
export function fold(context: TicketContext, event: TicketMachineEvent): TicketContext {
  switch (event.type) {
    case 'ticket.listed':
      return withTicket(context, event.ticket, event.streamPosition);
    case 'ticket.leftOut':
      return { ...context, leftOutAt: event.streamPosition };
    case 'ticket.loadFailed':
      return withLoadFailure(context, event.failure);
    case 'message.arrived':
    case 'customer.arrived':
    case 'ticket.closed':
    case 'transfer.arrived':
      return withTicket(context, event.ticket, event.stream.seq);
    case 'ticket.transferred':
    case 'transfer.removed':
      return withSettled(withTicket(context, event.ticket, event.stream.seq), event.transfer?.id ?? null);
    case 'transfer.settled':
      return withSettled(context, event.transferId);
    case 'ticket.finished':
      return withFinished(context, event.ticket);
    case 'customer.blacklisted':
      return withBlacklisted(context, event.blacklisted, event.stream.seq);
    default:
      return context;
  }
}

/** What the server said of the ticket at a position of the stream. Older news is ignored. A finished ticket stays finished. */
function withTicket(context: TicketContext, told: Ticket, position: number): TicketContext {
  const { asOf, ticket: known } = context;
  // Asked before a break, after which it was asked anew: whoever has it now isn't told by this.
  if (position >= 0 && position <= asOf.ticket) return context;
  const keepsBlacklisted = known !== null && position <= asOf.blacklisted;
  const finishedAt = known?.finishedAt ?? told.finishedAt;
  const ticket = shareAttendance(known, {
    ...attendanceOf(told),
    finishedAt,
    finishing: finishedAt === null && told.finishing,
    customer: keepsBlacklisted ? { ...told.customer, blacklisted: known.customer.blacklisted } : told.customer,
    pendingTransfer: isSettled(context, told.pendingTransfer) ? null : told.pendingTransfer,
  });
  return {
    ...context,
    ticket,
    asOf: { ticket: position, blacklisted: Math.max(position, asOf.blacklisted) },
    loadFailure: null,
    finishUntold: context.finishUntold && told.finishedAt === null,
  };
}

/** Whether a transfer is over already. Later ones have later ids. */
export function isSettled({ settledTransfer }: TicketContext, transfer: Pick<Transfer, 'id'> | null): boolean {
  return transfer !== null && settledTransfer !== null && compareIds(transfer.id, settledTransfer) <= 0;
}

function withSettled(context: TicketContext, id: TransferId | null): TicketContext {
  if (id === null || isSettled(context, { id })) return context;
  return { ...context, settledTransfer: id };
}

/** Asked as of then it isn't ours to see, which says nothing where something was told since. */
function withLoadFailure(context: TicketContext, told: Failure): TicketContext {
  if (context.ticket !== null && context.asOf.ticket !== context.askedAsOf) return context;
  const loadFailure = keepSame(context.loadFailure, told);
  return loadFailure === context.loadFailure ? context : { ...context, loadFailure };
}

/** The stream goes on at `head` with something lost: what is told from there on is newer, whatever its epoch. */
export function restartedAt(context: TicketContext, head: number): TicketContext {
  return { ...context, asOf: { ticket: head - 1, blacklisted: head - 1 }, leftOutAt: -1 };
}

/** Our own finish was answered: the answer bears no position, but finished is for good. */
function withFinished(context: TicketContext, told: Ticket): TicketContext {
  const { ticket } = context;
  if (ticket === null) return withTicket(context, told, -1);
  if (ticket.finishedAt !== null) return context;
  const { finishedAt, pendingTransfer } = told;
  const finishing = finishedAt === null && told.finishing;
  return {
    ...context,
    finishAsked: false,
    finishWaits: null,
    finishUntold: finishedAt !== null,
    ticket: { ...ticket, finishedAt, finishing, pendingTransfer },
  };
}

function withBlacklisted(context: TicketContext, blacklisted: boolean, position: number): TicketContext {
  const { asOf, ticket } = context;
  if (ticket === null || position <= asOf.blacklisted) return context;
  const { customer } = ticket;
  // By hand: it is on the first page, on which immer's 3.4 KB would weigh.
  const told = customer.blacklisted === blacklisted ? ticket : { ...ticket, customer: { ...customer, blacklisted } };
  return { ...context, ticket: told, asOf: { ...asOf, blacklisted: position } };
}
