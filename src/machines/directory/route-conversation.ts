import type { TicketId } from '../entities/ids.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { SendEvent, TicketEvent, TransferEvent, UnseenEvent } from '../log/events-chat.ts';
import { unreachable } from '../unreachable.ts';
import type { Hub } from './hub.ts';
import type { TicketInput } from './tickets.ts';

type ConversationEvent = TicketEvent | SendEvent | UnseenEvent | TransferEvent;

/** Hands on what is done in a conversation, and what came of it. */
export function createConversationRouter(hub: Hub): (event: Logged<ConversationEvent>) => void {
  const { socket, conversations, notices, notify } = hub;
  const { tickets, unseens, transfers, sends } = conversations;

  function toTicketOf(id: TicketId, event: TicketInput): void {
    const entry = tickets.get(id);
    if (entry === undefined) return;
    tickets.send(entry, event);
    tickets.release(entry);
  }

  function toTicket(event: Logged<EventOf<TicketEventType>>): void {
    toTicketOf(event.ticketId, event);
  }

  return (event) => {
    switch (event.type) {
      case 'ticket.opened':
        socket.send(event);
        conversations.opened(event);
        notices.sendAll(event);
        return;
      case 'ticket.left':
        socket.send(event);
        conversations.left(event);
        return;
      case 'chat.endShown':
        conversations.endShown(event);
        return;
      case 'ticket.loaded':
        conversations.listed(event.ticket, event.streamPosition, event);
        return;
      case 'chat.listed':
      case 'chat.listFailed':
      case 'ticket.loadFailed':
        toTicket(event);
        socket.send(event);
        return;
      case 'chat.olderRequested':
      case 'chat.retried':
      case 'reply.chosen':
      case 'history.listed':
      case 'history.failed':
      case 'history.retried':
      case 'text.requested':
      case 'text.loaded':
      case 'text.loadFailed':
      case 'text.folded':
      case 'ticket.finishRequested':
        toTicket(event);
        return;
      case 'ticket.finishFailed':
        toTicket(event);
        notify(event);
        return;
      case 'ticket.finished':
        transfers.sendToTicket(event.ticket.id, event);
        transfers.sendToDraft(event.ticket.id, event);
        toTicketOf(event.ticket.id, event);
        return;
      case 'customer.pinToggled':
        for (const entry of tickets.ofCustomer(event.customerId)) tickets.send(entry, event);
        return;
      case 'customer.pinFailed':
        for (const entry of tickets.ofCustomer(event.customerId)) tickets.send(entry, event);
        notify(event);
        return;
      case 'draft.changed':
        conversations.draftChanged(event);
        return;
      case 'drafts.restored':
        conversations.draftsRestored(event);
        return;

      case 'message.submitted':
        conversations.submitted(event);
        return;
      case 'outbox.restored':
        conversations.outboxRestored(event);
        return;
      case 'outbox.storeFailed':
        sends.send(event.clientId, event);
        notify(event);
        return;
      case 'outbox.stored':
      case 'message.refused':
      case 'message.answerLost':
      case 'message.resolveFailed':
      case 'message.discarded':
        sends.send(event.clientId, event);
        return;
      case 'message.retried':
        sends.retry(event);
        return;
      case 'message.accepted':
      case 'message.resolved':
        conversations.accepted(event);
        sends.send(event.clientId, event);
        return;

      case 'unseen.resetAnswered':
      case 'unseen.resetFailed':
        unseens.send(`${event.customerId}@${event.instanceId}`, event);
        return;

      case 'transfer.drafted': {
        const ticket = tickets.get(event.ticketId)?.ticket;
        if (!ticket) return;
        transfers.ensureDraft(ticket);
        transfers.sendToDraft(event.ticketId, event);
        return;
      }
      case 'transfer.dismissed':
      case 'transfer.candidatesListed':
      case 'transfer.candidatesFailed':
      case 'transfer.submitted':
        transfers.sendToDraft(event.ticketId, event);
        return;
      case 'transfer.createFailed':
        // Where the dialog was closed meanwhile, or another one opened, nothing else tells.
        if (transfers.draft(event.ticketId)?.getSnapshot().matches('creating') !== true) notify(event);
        transfers.sendToDraft(event.ticketId, event);
        return;
      case 'transfer.created':
        transfers.sendToDraft(event.ticketId, event);
        transfers.ensure(event.transfer);
        transfers.sendToTicket(event.ticketId, event);
        return;
      case 'transfer.confirmRequested':
      case 'transfer.deleteRequested':
        transfers.send(event.transferId, event);
        return;
      case 'transfer.confirmFailed':
      case 'transfer.deleteFailed':
        transfers.send(event.transferId, event);
        notify(event);
        return;
      case 'transfer.confirmed':
      case 'transfer.deleted':
        transfers.send(event.transfer.id, event);
        transfers.settle(event.transfer.id);
        notices.sendAll(event);
        return;
      default:
        unreachable(event);
    }
  };
}

type TicketEventType =
  | 'ticket.loadFailed'
  | 'chat.olderRequested'
  | 'chat.retried'
  | 'chat.listed'
  | 'chat.listFailed'
  | 'reply.chosen'
  | 'history.listed'
  | 'history.failed'
  | 'history.retried'
  | 'text.requested'
  | 'text.loaded'
  | 'text.loadFailed'
  | 'text.folded'
  | 'ticket.finishRequested'
  | 'ticket.finishFailed';
