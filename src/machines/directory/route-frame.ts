import { conversationKey } from '../entities/ids.ts';
import type { ConversationKey } from '../entities/ids.ts';
import type { TicketFrame } from '../inbox/inbox.unheld.ts';
import { isCountedFinished } from '../inbox/matches.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { FrameEvent } from '../log/events-chat.ts';
import { unreachable } from '../unreachable.ts';
import type { Hub } from './hub.ts';
import { ensureTransfer } from './list-ticket.ts';

/** Sends frames to the actors they concern, unless they were received before. */
export function createFrameRouter(hub: Hub): (event: Logged<FrameEvent>) => void {
  const {
    inbox,
    shell,
    conversations,
    sends,
    transfers,
    notices,
    toAuth,
    toInbox,
    resyncAll,
    keepUnheldFrame,
    admit,
    notify,
  } = hub;

  /** Applies a frame that brings a whole ticket. */
  function toTicket(event: TicketFrame): void {
    const { ticket } = event;
    conversationUpdated(conversationKey(ticket.customer.id, ticket.instance.id));
    if (conversations.isWanted(ticket)) conversations.make(ticket.id);
    conversations.take(ticket, event);
    hub.noteKnown([ticket.id]);
    if (event.type === 'ticket.closed' || (event.type === 'customer.arrived' && event.reopened === true))
      countFinished(event);
    if (!conversations.isHeld(ticket.id)) {
      keepUnheldFrame(event);
      return;
    }
    // The ticket may have been removed with its transfer, as a resync doesn't reach all rows.
    ensureTransfer(hub, ticket.id, { type: 'ticket.listed', ticket, streamPosition: event.stream.seq });
  }

  function countFinished({ ticket, stream }: Logged<EventOf<'ticket.closed' | 'customer.arrived'>>): void {
    const { query, viewer } = inbox.getSnapshot().context;
    if (viewer === null || !isCountedFinished(ticket, query, viewer)) return;
    toInbox({ type: 'ticket.counted', id: ticket.id, seq: stream.seq, isOpen: ticket.finishedAt === null });
  }

  function conversationUpdated(key: ConversationKey): void {
    if (inbox.getSnapshot().context.unheld.unseen[key] !== undefined) toInbox({ type: 'conversation.updated', key });
  }

  /** A frame that tells nothing of tickets that aren't held: those of the filter may be others now. */
  function doubtViews(isOfFilter: boolean | undefined, { stream }: Logged<FrameEvent>): void {
    if (isOfFilter === true) toInbox({ type: 'views.doubted', seq: stream.seq });
  }

  return (event) => {
    if (!admit(event)) return;
    const { only } = inbox.getSnapshot().context.query;
    switch (event.type) {
      case 'message.arrived':
        toTicket(event);
        if (event.message.clientId !== null) sends.send(event.message.clientId, event);
        return;
      case 'message.ackChanged':
        keepUnheldFrame(event);
        conversations.toConversation(conversationKey(event.customerId, event.instanceId), event);
        if (event.clientId !== null) sends.send(event.clientId, event);
        return;
      case 'line.changed':
        conversations.toConversation(conversationKey(event.customerId, event.instanceId), event);
        notify(event);
        return;
      case 'customer.arrived':
        toTicket(event);
        notify(event);
        return;
      case 'customer.blacklisted':
        doubtViews(only?.blacklisted, event);
        keepUnheldFrame(event);
        conversations.toTicketsOf(event.customerId, event);
        return;
      case 'customer.updated':
        doubtViews(only?.tagId !== undefined && event.tags !== undefined, event);
        keepUnheldFrame(event);
        conversations.toTicketsOf(event.customerId, event);
        hub.screens()?.takeFrame(event);
        return;
      case 'customers.merged':
        // As after a gap: what is held of the merged customer is listed anew as the other's, or is gone.
        resyncAll(event);
        return;
      case 'list.updated':
        hub.screens()?.takeFrame(event);
        return;
      case 'customer.pinned':
        toInbox(event);
        return;
      case 'ticket.closed':
        transfers.sendToTicket(event.ticket.id, event);
        transfers.sendToDraft(event.ticket.id, event);
        toTicket(event);
        hub.toNoticeLog(event);
        notify(event);
        return;
      case 'transfer.arrived':
        transfers.sendToDraft(event.transfer.ticketId, event);
        toTicket(event);
        transfers.send(event.transfer.id, event);
        hub.toNoticeLog(event);
        notify(event);
        return;
      case 'ticket.transferred':
      case 'transfer.removed':
        transfers.sendToTicket(event.ticket.id, event);
        toTicket(event);
        notices.sendAll(event);
        hub.toNoticeLog(event);
        notify(event);
        return;
      case 'notice.arrived':
        notify(event);
        return;
      case 'unseen.wasReset': {
        const key = conversationKey(event.customerId, event.instanceId);
        conversationUpdated(key);
        doubtViews(only?.unseen === true && !conversations.hasOpen(key), event);
        keepUnheldFrame(event);
        conversations.toUnseen(key, event);
        hub.toNoticeLog(event);
        return;
      }
      case 'instance.updated':
        shell.send(event);
        hub.screens()?.take({ ...event, type: 'list.outdated', list: 'instances' });
        return;
      case 'permissions.outdated':
        shell.send(event);
        toAuth(event);
        resyncAll(event);
        return;
      case 'campaign.updated':
      case 'customerGroup.updated':
        return;
      default:
        unreachable(event);
    }
  };
}
