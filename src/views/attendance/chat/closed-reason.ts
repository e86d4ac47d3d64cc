import type { MessageId } from '../../../i18n/message-id.ts';
import type { Ticket } from '../../../machines/entities/entities.ts';
import { isFree } from '../../../machines/entities/viewer.ts';
import type { Viewer } from '../../../machines/entities/viewer.ts';
import { SERVICE_WINDOW_MS } from '../../../machines/limits.ts';

/** How long a free text may still be sent, in milliseconds; null when the customer never wrote. */
export function windowLeft(ticket: Ticket, now: number): number | null {
  if (ticket.lastReceivedAt === null) return null;
  // A message may be a moment younger than the clock of the screen.
  return Math.max(0, SERVICE_WINDOW_MS - Math.max(1, now - ticket.lastReceivedAt));
}

/** Why the viewer can write nothing to the customer now; undefined when they can. `isGone`: they don't see it any more. */
export function closedReason(
  ticket: Ticket,
  lifecycle: 'open' | 'finishing' | 'finished',
  now: number,
  viewer: Viewer,
  isGone: boolean,
): MessageId | undefined {
  if (isGone) return 'error.ticket.passedOn';
  if (lifecycle === 'finished') return 'attendance.closed.finished';
  if (!isFree(ticket.owner?.id ?? null, viewer)) return 'error.ticket.notYours';
  if (ticket.customer.blacklisted) return 'error.customer.blacklisted';
  const left = windowLeft(ticket, now);
  return left === null || left > 0 ? undefined : 'error.window.closed';
}

/** Refusals that tell a ticket's loser that it is no longer to be seen, or no longer theirs. */
const LOST: ReadonlySet<string> = new Set(['error.notFound', 'error.ticket.notYours', 'error.ticket.passedOn']);

/**
 * Why a refused message can't be sent by trying again, by what is known of its ticket now; undefined while
 * it can. A finished one alone is no reason: the server opens the next for who still sees it. Nor is a
 * block, which a colleague may have lifted.
 */
export function hopelessReason(failureKey: string, closed: MessageId | undefined): MessageId | undefined {
  if (closed === 'error.ticket.notYours') return 'attendance.passedTo';
  if (closed === 'error.ticket.passedOn') return closed;
  const isLost = closed === 'attendance.closed.finished' && LOST.has(failureKey);
  return isLost || closed === 'error.window.closed' ? closed : undefined;
}
