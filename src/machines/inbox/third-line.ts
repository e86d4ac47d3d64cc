import type { Attendance } from '../entities/entities.ts';
import type { UserId } from '../entities/ids.ts';
import type { InboxQuery } from '../log/events-inbox.ts';

/** Whether a row says who has the ticket, or that nobody does: among everybody's, where it isn't the viewer's. */
export function saysOwner(
  { owner, finishedAt }: Pick<Attendance, 'owner' | 'finishedAt'>,
  { scope }: InboxQuery,
  viewerId: UserId | undefined,
): boolean {
  return scope === 'all' && (owner === null ? finishedAt === null : owner.id !== viewerId);
}

/** Whether it came back from a snooze and nobody has written since. */
export function isBack({ wokenAt = 0 }: Pick<Attendance, 'wokenAt'>, lastTakenAt = 0): boolean {
  return wokenAt > lastTakenAt;
}

/** Whether a ticket's row has a third line; `hasInstances`: the viewer works on several instances. */
export function hasThirdLine(
  ticket: Attendance,
  query: InboxQuery,
  viewerId: UserId | undefined,
  hasInstances: boolean,
  lastTakenAt: number | undefined,
): boolean {
  return (
    (ticket.customer.tags ?? []).length > 0 ||
    saysOwner(ticket, query, viewerId) ||
    (hasInstances && query.instanceId === null) ||
    ticket.snoozedUntil !== undefined ||
    isBack(ticket, lastTakenAt)
  );
}
