import type { Attendance } from '../entities/entities.ts';
import type { Failure } from '../entities/failure.ts';
import { isFree } from '../entities/viewer.ts';
import type { TicketContext } from './ticket.context.ts';
import type { TicketSnapshot } from './ticket.machine.ts';

type Lifecycle = 'open' | 'finishing' | 'finished';

/** The ticket as the server last reported it; null while unknown. Keeps its reference while nothing changes. */
export function selectTicket(snapshot: TicketSnapshot): Attendance | null {
  return snapshot.context.ticket;
}

export function selectLifecycle(snapshot: TicketSnapshot): Lifecycle {
  return snapshot.value.lifecycle;
}

/** Whether the viewer has scrolled up in it. */
export function selectIsReadUp({ context }: TicketSnapshot): boolean {
  return context.readUp;
}

/** What our finish waits for: our messages and transfer to be settled, or an answer of the server; null for nothing. */
export function selectFinishWaits({ context }: TicketSnapshot): 'messages' | 'backoff' | null {
  return context.finishWaits;
}

/** Why the ticket itself failed to load. */
export function selectLoadFailure(snapshot: TicketSnapshot): Failure | null {
  return snapshot.context.loadFailure;
}

/** Whether the server no longer shows it to the viewer; after lost frames no report says who owns it now. */
export function selectIsGone({ context: { ticket, loadFailure } }: TicketSnapshot): boolean {
  return ticket !== null && loadFailure?.code === 'NOT_FOUND';
}

/** Who last gave it to somebody else, and to whom; only once that is known. */
export function selectPassed({ context }: TicketSnapshot): TicketContext['passed'] {
  return context.passed;
}

/** Whether a resync left it out since it was last reported: it may be somebody else's by now. */
export function selectIsLeftOut({ context: { asOf, leftOutAt } }: Pick<TicketSnapshot, 'context'>): boolean {
  return asOf.ticket < leftOutAt;
}

/** Why the last finish failed, until the next attempt. */
export function selectFinishFailure(snapshot: TicketSnapshot): Failure | null {
  return snapshot.context.finishFailure;
}

/** Whether the viewer may work on it: it is theirs or nobody's, or they are an administrator. */
export function selectIsForViewer(snapshot: TicketSnapshot): boolean {
  const { ticket, viewer } = snapshot.context;
  return ticket !== null && !selectIsGone(snapshot) && isFree(ticket.owner?.id ?? null, viewer);
}

/** Whether the viewer may finish it now. */
export function selectCanFinish(snapshot: TicketSnapshot): boolean {
  return snapshot.value.lifecycle === 'open' && selectIsForViewer(snapshot);
}

/** Whether it may be offered to somebody; a ticket has one pending transfer at most. */
export function selectCanTransfer(snapshot: TicketSnapshot): boolean {
  return selectCanFinish(snapshot) && snapshot.context.ticket?.pendingTransfer === null;
}
