import type { Audience } from '../../db/audience.ts';
import type { Id } from '../../db/tables.ts';
import { unreachable } from '../../unreachable.ts';

/** A potential recipient of frames, with current rights. */
export type Viewer = {
  readonly userId: Id;
  readonly isAdmin: boolean;
  /** Whether their role permits the chat at all. */
  readonly canChat: boolean;
  /** The instances they serve. */
  readonly instanceIds: ReadonlySet<Id>;
  /** Which of `STREAM_ROUTES` their role permits. */
  readonly routes: ReadonlySet<string>;
};

/** Whether a viewer may get an event now: checked on each delivery, including replays. */
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
    // Frames to single users need the chat permission as well: pins, blocks, offers, counters.
    case 'users':
      if (!viewer.canChat) return false;
      return (audience.admins && viewer.isAdmin) || audience.userIds.includes(viewer.userId);
    case 'people':
      return audience.userIds.includes(viewer.userId);
    case 'route':
      return viewer.routes.has(audience.route);
    default:
      return unreachable(audience);
  }
}

/** What decides who sees a ticket: its owner, its instance while it has none, and who it is offered to. */
export type TicketAccess = { instanceId: Id; ownerId: Id | null; offeredTo: Id | null };

/** The users who see a ticket. */
export function ticketAudience(ticket: TicketAccess): Audience {
  return { to: 'ticket', instanceId: ticket.instanceId, ownerId: ticket.ownerId, userIds: input(ticket.offeredTo) };
}

/**
 * The users who can read a message: those who see its ticket or a later one of the conversation. `ownerIds` are the
 * owners of all these tickets, `offeredTo` is the user whom the newest is offered to, `also` gets it in any case.
 */
export function readersAudience(of: {
  instanceId: Id;
  ownerIds: readonly (Id | null)[];
  offeredTo: Id | null;
  also?: readonly Id[];
}): Audience {
  const userIds = [...of.ownerIds, of.offeredTo, ...(of.also ?? [])].flatMap(input);
  const isQueued = of.ownerIds.includes(null);
  return {
    to: 'ticket',
    instanceId: of.instanceId,
    ownerId: isQueued ? null : (of.ownerIds.at(-1) ?? null),
    userIds: [...new Set(userIds)],
  };
}

/** Those who saw a ticket before its owner changed, and those who see it afterwards. */
export function changedOwnerAudience(before: TicketAccess, after: TicketAccess, alsoUserIds: readonly Id[]): Audience {
  const userIds = [before.ownerId, after.ownerId, before.offeredTo, after.offeredTo, ...alsoUserIds].flatMap(input);
  const isQueued = before.ownerId === null || after.ownerId === null;
  return {
    to: 'ticket',
    instanceId: after.instanceId,
    ownerId: isQueued ? null : after.ownerId,
    userIds: [...new Set(userIds)],
  };
}

function input(id: Id | null): Id[] {
  return id === null ? [] : [id];
}
