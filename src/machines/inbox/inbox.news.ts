import type { EventFrom } from 'xstate';
import type { ConversationIds, Conversations } from '../conversation/conversation.actors.ts';
import { conversationKey } from '../entities/ids.ts';
import type { TicketId } from '../entities/ids.ts';
import type { Observable } from '../observable.ts';
import type { inboxMachine, InboxSnapshot } from './inbox.machine.ts';
import type { PartFrame, TicketFrame } from './inbox.unheld.ts';
import { countsAsListed } from './inbox.views.ts';
import { isCountedFinished } from './matches.ts';

/** Tells the inbox what lists and frames mean for the tickets that aren't held. */
export function createNews(
  inbox: Observable<InboxSnapshot>,
  send: (event: EventFrom<typeof inboxMachine>) => void,
  { isKnown, isLeftOut, hasOpen, openIds }: Conversations,
) {
  /** Keeps a frame of a ticket that isn't held, if a list in flight may bring the ticket. */
  function keepUnheld(frame: TicketFrame | PartFrame): void {
    const { value, context } = inbox.getSnapshot();
    const { stale, views, unheld } = context;
    const isListing = value === 'loading' || value === 'loadingMore' || stale || views.doubt !== undefined;
    if (isListing || openIds().some((id) => !isKnown(id))) send({ type: 'frame.unheld', frame });
    else if (unheld.frames.length > 0) send({ type: 'frames.settled' });
  }

  /** A frame updated a conversation: what was listed of it is stale. */
  function noteUpdated({ customerId, instanceId }: ConversationIds): void {
    const key = conversationKey(customerId, instanceId);
    if (inbox.getSnapshot().context.unheld.unseen[key] !== undefined) send({ type: 'conversation.updated', key });
  }

  return {
    keepUnheld,
    noteUpdated,
    /** These tickets have a state of their own now, and no longer count as the list reported them. */
    noteKnown: (ids: readonly TicketId[]): void => {
      const { views } = inbox.getSnapshot().context;
      const known = ids.filter((id) => countsAsListed(views, id) && !isLeftOut(id));
      if (known.length > 0) send({ type: 'tickets.known', ids: known });
    },
    /** A ticket was finished, or is open again. */
    noteFinish: ({ ticket, stream: { seq } }: TicketFrame): void => {
      const { viewer, query } = inbox.getSnapshot().context;
      if (viewer === null || !isCountedFinished(ticket, query, viewer)) return;
      const isOpen = ticket.finishedAt === null;
      // Which day it had ended on, and how, is gone with its end.
      if (isOpen && query.only?.ended) send({ type: 'views.outdated', seq });
      else send({ type: 'ticket.counted', id: ticket.id, seq, isOpen });
    },
    /** A frame without data of tickets that aren't held: which of them match the filters may have changed. */
    noteUnheld: (frame: PartFrame): void => {
      const isReset = frame.type === 'unseen.wasReset';
      if (isReset) noteUpdated(frame);
      const { blacklisted, tagId, unseen } = inbox.getSnapshot().context.query.only ?? {};
      const isOfFilter =
        (frame.type === 'customer.blacklisted' && blacklisted === true) ||
        (frame.type === 'customer.updated' && tagId !== undefined && frame.tags !== undefined) ||
        (isReset && unseen === true && !hasOpen(conversationKey(frame.customerId, frame.instanceId)));
      if (isOfFilter) send({ type: 'views.outdated', seq: frame.stream.seq });
      keepUnheld(frame);
    },
  };
}
