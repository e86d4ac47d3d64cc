import type { Person, Ticket, Transfer } from '../entities/entities.ts';
import type { Failure } from '../entities/failure.ts';
import { isAdmin } from '../entities/viewer.ts';
import type { Viewer } from '../entities/viewer.ts';
import type { OutgoingTransfer } from '../log/events-send.ts';

/** Whether the viewer may confirm: the next owner and administrators. */
export function mayConfirm(transfer: Transfer | null, viewer: Viewer): boolean {
  return transfer !== null && (isAdmin(viewer) || transfer.nextOwner.id === viewer.userId);
}

/** Whether the viewer may delete: previous and next owner, who triggered it, and administrators. */
export function mayDelete(transfer: Transfer | null, viewer: Viewer): boolean {
  if (transfer === null) return false;
  const concerned = [transfer.nextOwner, transfer.previousOwner, transfer.triggeredBy];
  return isAdmin(viewer) || concerned.some((person) => person?.id === viewer.userId);
}

/** Whether it was submitted to this person. */
export function isFor(submitted: OutgoingTransfer | null, { id }: Person): boolean {
  return submitted?.target.kind === 'person' && submitted.target.id === id;
}

/** The outcome that a refused confirm or delete reveals; null if none. */
export function outcomeIn({ key }: Failure): 'confirmed' | 'deleted' | null {
  if (key === 'error.transfer.confirmed') return 'confirmed';
  return key === 'error.transfer.deleted' ? 'deleted' : null;
}

/** Refusals that concern the ticket, so that another choice doesn't help. */
const FATAL = new Set([
  'error.ticket.finished',
  'error.ticket.notYours',
  'error.ticket.passedOn',
  'error.transfer.pending',
]);

/** Whether what was refused can't succeed with another target. What isn't found may be the department. */
export function isFatal({ key }: Failure): boolean {
  return FATAL.has(key);
}

export const TICKET_FINISHED = conflict('error.ticket.finished');
/** Another transfer of the ticket waits for an answer, or to be sent. */
export const TRANSFER_PENDING = conflict('error.transfer.pending');

function conflict(key: string): Failure {
  return { code: 'CONFLICT', key, params: {}, fields: {}, requestId: null };
}

/** The outcome of a transfer that its ticket no longer has: confirmed if its next owner has the ticket, else deleted. */
export function outcomeOn(ticket: Ticket, transfer: Transfer | null): 'confirmed' | 'deleted' {
  return transfer !== null && ticket.owner?.id === transfer.nextOwner.id ? 'confirmed' : 'deleted';
}
