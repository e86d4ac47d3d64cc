import type { Attendance } from '../entities/entities.ts';
import type { Failure } from '../entities/failure.ts';
import { isFree } from '../entities/viewer.ts';
import type { TicketSnapshot } from './ticket.machine.ts';

export type Lifecycle = 'open' | 'finishing' | 'finished';

/** The ticket as last told by the server; null until it is. The same reference while nothing of it changed. */
export function selectTicket(snapshot: TicketSnapshot): Attendance | null {
  return snapshot.context.ticket;
}

export function selectLifecycle(snapshot: TicketSnapshot): Lifecycle {
  return snapshot.value.lifecycle;
}

/** Whether our finish waits for our messages to go first. */
export function selectFinishWaits({ context }: TicketSnapshot): boolean {
  return context.finishWaits !== null;
}

export function selectNotResponded(snapshot: TicketSnapshot): boolean {
  return snapshot.value.attention === 'notResponded';
}

/** Why the ticket itself didn't load. */
export function selectLoadFailure(snapshot: TicketSnapshot): Failure | null {
  return snapshot.context.loadFailure;
}

/** Whether the server doesn't show it to the viewer any more: after a break no frame says who has it now. */
export function selectIsGone({ context: { ticket, loadFailure } }: TicketSnapshot): boolean {
  return ticket !== null && loadFailure?.code === 'NOT_FOUND';
}

/** Whether the server listed the others since it last told of this one, which may be somebody else's by now. */
export function selectIsLeftOut({ context: { asOf, leftOutAt } }: Pick<TicketSnapshot, 'context'>): boolean {
  return asOf.ticket < leftOutAt;
}

/** Why the last finish didn't happen, until the next try. */
export function selectFinishFailure(snapshot: TicketSnapshot): Failure | null {
  return snapshot.context.finishFailure;
}

/** Whether it is the viewer's to work on: theirs, nobody's, or anybody's to an administrator. */
export function selectIsForViewer(snapshot: TicketSnapshot): boolean {
  const { ticket, viewer } = snapshot.context;
  return ticket !== null && !selectIsGone(snapshot) && isFree(ticket.owner?.id ?? null, viewer);
}

export function selectCanFinish(snapshot: TicketSnapshot): boolean {
  return snapshot.value.lifecycle === 'open' && selectIsForViewer(snapshot);
}

/** Whether it may be offered to somebody: one transfer at a time. */
export function selectCanTransfer(snapshot: TicketSnapshot): boolean {
  return selectCanFinish(snapshot) && snapshot.context.ticket?.pendingTransfer === null;
}
