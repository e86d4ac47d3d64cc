import type { Attendance } from '../entities/entities.ts';
import type { Viewer } from '../entities/viewer.ts';
import type { InboxQuery } from '../log/events-inbox.ts';
import type { TicketSnapshot } from '../ticket/ticket.machine.ts';
import { selectIsLeftOut } from '../ticket/ticket.selectors.ts';
import type { ViewSet } from './inbox.views.ts';
import { isVisible, matchesQuery, viewsOf } from './matches.ts';

/** How a held ticket stands to the list. */
interface Standing {
  readonly isListed: boolean;
  /** The views it counts in. */
  readonly views: ViewSet;
  /** Whether it is open and visible to the viewer. */
  readonly isOpen: boolean;
}

interface Surroundings {
  readonly query: InboxQuery;
  readonly viewer: Viewer;
  /** Whether its conversation has unread messages. */
  readonly hasUnseen: boolean;
  readonly wasListed: boolean;
}

/** By the ticket's own state, the filters, and whether it is unread. */
export function standingOf(
  snapshot: Pick<TicketSnapshot, 'context'>,
  ticket: Attendance,
  { query, viewer, hasUnseen, wasListed }: Surroundings,
): Standing {
  const { loadFailure, watched } = snapshot.context;
  // A ticket on the screen that a resync left out is fetched on its own; it is gone only if that fetch failed.
  const isLeftOut = selectIsLeftOut(snapshot);
  const isKnown = !isLeftOut || (watched && loadFailure === null);
  // Under the unread filter, the conversation being read stays until it is left.
  const isUnseen = hasUnseen || (watched && wasListed);
  return {
    isListed: isKnown && matchesQuery(ticket, query, viewer, isUnseen),
    // The list that left it out counted it, if it is still in a view.
    views: isLeftOut ? 0 : viewsOf(ticket, query, viewer, hasUnseen),
    isOpen: isKnown && ticket.finishedAt === null && isVisible(ticket, viewer),
  };
}
