import type { Audience } from '../../db/audience.ts';
import type { Id } from '../../db/tables.ts';
import { unreachable } from '../../unreachable.ts';

/** Someone who may be sent frames, as they are now. */
export type Viewer = {
  readonly userId: Id;
  readonly isAdmin: boolean;
  /** Whether their role permits the attendance at all. */
  readonly canChat: boolean;
  /** The instances they serve. */
  readonly instanceIds: ReadonlySet<Id>;
};

/** Whether an event is for a viewer, now: asked again on each delivery, also on a replay. */
export function isFor(audience: Audience, viewer: Viewer): boolean {
  switch (audience.to) {
    case 'all':
      return true;
    case 'instance':
      return viewer.isAdmin || viewer.instanceIds.has(audience.instanceId);
    case 'ticket':
      if (!viewer.canChat) return false;
      return (
        viewer.isAdmin ||
        audience.userIds.includes(viewer.userId) ||
        (audience.ownerId === null ? viewer.instanceIds.has(audience.instanceId) : audience.ownerId === viewer.userId)
      );
    // What goes to single users is of the attendance too: pins, blocks, offers, counters.
    case 'users':
      if (!viewer.canChat) return false;
      return (audience.admins && viewer.isAdmin) || audience.userIds.includes(viewer.userId);
    case 'people':
      return audience.userIds.includes(viewer.userId);
    default:
      return unreachable(audience);
  }
}

/** What makes a ticket somebody's: its owner, its instance while it has none, whom it is offered to. */
export type TicketAccess = { instanceId: Id; ownerId: Id | null; offeredTo: Id | null };

/** Those who see a ticket. */
export function ticketAudience(ticket: TicketAccess): Audience {
  return { to: 'ticket', instanceId: ticket.instanceId, ownerId: ticket.ownerId, userIds: given(ticket.offeredTo) };
}

/**
 * Those who read a message: who sees its ticket or a later one of the conversation. `ownerIds` are
 * those of all these tickets, `offeredTo` whom the newest is offered to.
 */
export function readersAudience(of: {
  instanceId: Id;
  ownerIds: readonly (Id | null)[];
  offeredTo: Id | null;
}): Audience {
  const userIds = [...of.ownerIds, of.offeredTo].flatMap(given);
  const isQueued = of.ownerIds.includes(null);
  return {
    to: 'ticket',
    instanceId: of.instanceId,
    ownerId: isQueued ? null : (of.ownerIds.at(-1) ?? null),
    userIds: [...new Set(userIds)],
  };
}

/** Those who saw a ticket before a change of its owner, and those who see it after. */
export function changedOwnerAudience(before: TicketAccess, after: TicketAccess, alsoUserIds: readonly Id[]): Audience {
  const userIds = [before.ownerId, after.ownerId, before.offeredTo, after.offeredTo, ...alsoUserIds].flatMap(given);
  const isQueued = before.ownerId === null || after.ownerId === null;
  return {
    to: 'ticket',
    instanceId: after.instanceId,
    ownerId: isQueued ? null : after.ownerId,
    userIds: [...new Set(userIds)],
  };
}

function given(id: Id | null): Id[] {
  return id === null ? [] : [id];
}
