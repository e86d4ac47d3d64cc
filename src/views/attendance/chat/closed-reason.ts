import type { MessageId } from '../../../i18n/message-id.ts';
import type { Ticket } from '../../../machines/entities/entities.ts';
import { isAdmin } from '../../../machines/entities/viewer.ts';
import type { Viewer } from '../../../machines/entities/viewer.ts';
import { SERVICE_WINDOW_MS } from '../../../machines/limits.ts';

/** How long a free text may still be sent, in milliseconds; null when the customer never wrote. */
export function windowLeft(ticket: Ticket, now: number): number | null {
  if (ticket.lastReceivedAt === null) return null;
  // A message may be a moment younger than the clock of the screen.
  return Math.max(0, SERVICE_WINDOW_MS - Math.max(1, now - ticket.lastReceivedAt));
}

/** Why the viewer can write nothing to the customer now; undefined when they can. */
export function closedReason(
  ticket: Ticket,
  lifecycle: 'open' | 'finishing' | 'finished',
  now: number,
  viewer: Viewer,
): MessageId | undefined {
  if (lifecycle === 'finished') return 'attendance.closed.finished';
  const isFree = ticket.owner === null || ticket.owner.id === viewer.userId || isAdmin(viewer);
  if (!isFree) return 'error.ticket.notYours';
  if (ticket.customer.blacklisted) return 'error.customer.blacklisted';
  const left = windowLeft(ticket, now);
  return left === null || left > 0 ? undefined : 'error.window.closed';
}
