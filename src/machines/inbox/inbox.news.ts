import type { InternalEventOf } from '../log/internal.ts';
import type { InboxSnapshot } from './inbox.machine.ts';
import type { PartFrame, TicketFrame } from './inbox.unheld.ts';
import { isCountedFinished } from './matches.ts';

type News = InternalEventOf<'frame.unheld' | 'frames.settled' | 'views.outdated' | 'ticket.counted'>;

/**
 * Of a frame whose ticket isn't held: kept if a list in flight may bring the ticket. `isAwaiting`: a ticket on the screen
 * isn't known yet.
 */
export function newsOfUnheld(
  { value, context: { stale, views, unheld } }: InboxSnapshot,
  frame: TicketFrame | PartFrame,
  isAwaiting: () => boolean,
): News | null {
  const isListing = value === 'loading' || value === 'loadingMore' || stale || views.doubt !== undefined;
  if (isListing || isAwaiting()) return { type: 'frame.unheld', frame };
  return unheld.frames.length > 0 ? { type: 'frames.settled' } : null;
}

/** Of a ticket that was finished, or is open again. */
export function newsOfFinish(
  { context: { viewer, query } }: InboxSnapshot,
  { ticket, stream: { seq } }: TicketFrame,
): News | null {
  if (viewer === null || !isCountedFinished(ticket, query, viewer)) return null;
  const isOpen = ticket.finishedAt === null;
  // Which day it had ended on, and how, is gone with its end.
  if (isOpen && query.only?.ended) return { type: 'views.outdated', seq };
  return { type: 'ticket.counted', id: ticket.id, seq, isOpen };
}

/**
 * Of a frame without data of tickets that aren't held: which of them match the filters may have changed. `isHeld`: an
 * open ticket of its conversation is.
 */
export function newsOfPart(
  { context: { query } }: InboxSnapshot,
  event: PartFrame,
  isHeld: (event: PartFrame & { readonly type: 'unseen.wasReset' }) => boolean,
): News | null {
  const { blacklisted, tagId, unseen } = query.only ?? {};
  const isOfFilter =
    (event.type === 'customer.blacklisted' && blacklisted === true) ||
    (event.type === 'customer.updated' && tagId !== undefined && event.tags !== undefined) ||
    (event.type === 'unseen.wasReset' && unseen === true && !isHeld(event));
  return isOfFilter ? { type: 'views.outdated', seq: event.stream.seq } : null;
}
