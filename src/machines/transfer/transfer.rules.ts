import type { Ticket, Transfer } from '../entities/entities.ts';
import type { Failure } from '../entities/failure.ts';
import { isAdmin } from '../entities/viewer.ts';
import type { Viewer } from '../entities/viewer.ts';

/** The next owner or an administrator. */
export function mayConfirm(transfer: Transfer | null, viewer: Viewer): boolean {
  return transfer !== null && (isAdmin(viewer) || transfer.nextOwner.id === viewer.userId);
}

/** Whoever has the ticket, asked for the transfer or is offered it, or an administrator. */
export function mayDelete(transfer: Transfer | null, viewer: Viewer): boolean {
  if (transfer === null) return false;
  const concerned = [transfer.nextOwner, transfer.previousOwner, transfer.triggeredBy];
  return isAdmin(viewer) || concerned.some((person) => person?.id === viewer.userId);
}

/** What a refusal to confirm or delete says of the transfer, if it says it is over. */
export function outcomeToldBy({ key }: Failure): 'confirmed' | 'deleted' | null {
  if (key === 'error.transfer.confirmed') return 'confirmed';
  return key === 'error.transfer.deleted' ? 'deleted' : null;
}

/** Refusals that another choice can't mend: they are about the ticket. */
const HOPELESS = new Set([
  'error.ticket.finished',
  'error.ticket.notYours',
  'error.ticket.passedOn',
  'error.transfer.pending',
  'error.notFound',
]);

export function isHopeless({ key }: Failure): boolean {
  return HOPELESS.has(key);
}

export const TICKET_FINISHED: Failure = {
  code: 'CONFLICT',
  key: 'error.ticket.finished',
  params: {},
  fields: {},
  requestId: null,
};

/** How a transfer ended whose ticket no longer bears it: its next owner has the ticket, or it was deleted. */
export function outcomeShownBy(ticket: Ticket, transfer: Transfer | null): 'confirmed' | 'deleted' {
  return transfer !== null && ticket.owner?.id === transfer.nextOwner.id ? 'confirmed' : 'deleted';
}
