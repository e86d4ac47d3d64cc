import type { Attendance } from '../entities/entities.ts';
import type { UserId } from '../entities/ids.ts';
import type { InboxQuery } from '../log/events-inbox.ts';

/**
 * Whether a ticket's row has a third line: tags, an owner who isn't the viewer (or none), a snooze. `ConversationRow`
 * fills the line by the same conditions.
 */
export function hasThirdLine(
  { customer: { tags }, owner, snoozedUntil }: Attendance,
  { scope }: InboxQuery,
  viewerId: UserId | undefined,
): boolean {
  const saysOwner = scope === 'all' && owner?.id !== viewerId;
  return saysOwner || tags?.[0] !== undefined || snoozedUntil !== undefined;
}
