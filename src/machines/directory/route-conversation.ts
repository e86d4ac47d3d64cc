import type { Transfer } from '../entities/entities.ts';
import { isWrittenHere } from '../conversation/conversation.fold.ts';
import { conversationKey } from '../entities/ids.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { SendEvent } from '../log/events-send.ts';
import type { TicketEvent, TransferEvent, UnseenEvent } from '../log/events-chat.ts';
import { isSettled } from '../ticket/ticket.fold.ts';
import type { TransferSnapshot } from '../transfer/transfer.machine.ts';
import { unreachable } from '../unreachable.ts';
import type { Hub } from './hub.ts';
import { loadTicket } from './list-ticket.ts';

type ConversationEvent = TicketEvent | SendEvent | UnseenEvent | TransferEvent;

/** Sends the events of tickets, conversations, sends, counters and transfers to the actors they concern. */
export function createConversationRouter(hub: Hub): (event: Logged<ConversationEvent>) => void {
  const { socket, conversations, sends, transfers, notices, notify } = hub;

  function keyOf({ customerId, instanceId }: { readonly customerId: string; readonly instanceId: string }) {
    return conversationKey(customerId, instanceId);
  }

  /** Notifies the socket, which waits for the messages of open tickets, by ticket. */
  function toSocket(event: Logged<EventOf<'chat.listed' | 'chat.listFailed'>>): void {
    const { watchers } = conversations.conversation(keyOf(event))?.getSnapshot().context ?? { watchers: [] };
    for (const ticketId of watchers) socket.send({ type: 'chat.settled', ticketId });
  }

  /** Whether a frame settled the transfer before our own call was answered. */
  function isOver(transfer: Transfer): boolean {
    const held = conversations.ticket(transfer.ticketId)?.getSnapshot().context;
    return held === undefined || held.ticket?.finishedAt !== null || isSettled(held, transfer);
  }

  return (event) => {
    switch (event.type) {
      case 'ticket.opened':
        socket.send(event);
        conversations.make(event.ticketId);
        conversations.toTicket(event.ticketId, event);
        conversations.toConversationOf(event.ticketId, event);
        conversations.toUnseenOf(event.ticketId, event);
        notices.sendAll(event);
        hub.toNoticeLog(event);
        return;
      case 'ticket.left':
        socket.send(event);
        conversations.toConversationOf(event.ticketId, event);
        conversations.toTicket(event.ticketId, event);
        return;
      case 'chat.endShown':
        conversations.toTicket(event.ticketId, event);
        return;
      case 'ticket.loaded':
        loadTicket(hub, event.ticket, event.streamPosition);
        return;
      case 'ticket.loadFailed':
        conversations.toTicket(event.ticketId, event);
        socket.send({ type: 'chat.settled', ticketId: event.ticketId });
        return;
      case 'chat.listed':
      case 'chat.listFailed':
        conversations.toConversation(keyOf(event), event);
        toSocket(event);
        return;
      case 'history.listed':
      case 'history.failed':
      case 'text.loaded':
      case 'text.loadFailed':
        conversations.toConversation(keyOf(event), event);
        return;
      case 'chat.retried':
        conversations.toTicket(event.ticketId, event);
        conversations.toConversationOf(event.ticketId, event);
        return;
      case 'chat.olderRequested':
      case 'chat.newerRequested':
      case 'chat.sought':
      case 'chat.latestRequested':
      case 'reply.chosen':
      case 'noteDraft.changed':
      case 'history.retried':
      case 'text.requested':
      case 'text.folded':
        conversations.toConversationOf(event.ticketId, event);
        return;
      case 'draft.changed':
        conversations.toConversationOf(event.ticketId, event);
        hub.presence()?.take(event);
        return;
      case 'ticket.finishRequested':
        conversations.toTicket(event.ticketId, event);
        hub.releaseFinishes();
        return;
      case 'ticket.finishFailed': {
        // A repeated finish may be refused because the first one, whose answer was lost, succeeded.
        const isDone = conversations.ticket(event.ticketId)?.getSnapshot().matches({ lifecycle: 'finished' });
        conversations.toTicket(event.ticketId, event);
        if (isDone !== true) notify(event);
        return;
      }
      case 'ticket.finished':
        transfers.sendToTicket(event.ticket.id, event);
        transfers.sendToDraft(event.ticket.id, event);
        conversations.toTicket(event.ticket.id, event);
        notify(event);
        return;
      case 'customer.pinToggled':
        hub.toInbox(event);
        return;
      case 'customer.pinFailed':
        hub.toInbox(event);
        notify(event);
        return;
      case 'draft.discarded':
        conversations.toConversation(keyOf(event), event);
        return;
      case 'draft.receivedFromTab':
        conversations.ensure(event.customerId, event.instanceId);
        conversations.toConversation(keyOf(event), event);
        return;
      case 'drafts.restored':
        for (const { customerId, instanceId } of event.drafts) conversations.ensure(customerId, instanceId);
        for (const draft of event.drafts) conversations.toConversation(keyOf(draft), event);
        return;

      case 'message.submitted': {
        const { message } = event;
        conversations.ensure(message.customerId, message.instanceId);
        conversations.toConversation(keyOf(message), event);
        sends.add(message, event.position, false);
        // Whoever reacts or forwards may go on typing.
        if (isWrittenHere(message)) hub.presence()?.take(event);
        return;
      }
      case 'outbox.restored': {
        for (const { customerId, instanceId } of event.messages) conversations.ensure(customerId, instanceId);
        for (const key of new Set(event.messages.map(keyOf))) conversations.toConversation(key, event);
        for (const message of event.messages) sends.add(message, event.position, true);
        for (const { id } of conversations.waitingFinishes()) conversations.toTicket(id, event);
        hub.releaseFinishes();
        return;
      }
      case 'outbox.readFailed':
        notify(event);
        return;
      case 'outbox.storeFailed':
        sends.send(event.clientId, event);
        notify(event);
        return;
      case 'outbox.stored':
      case 'message.progressed':
      case 'message.uploaded':
      case 'message.uploadLost':
      case 'message.refused':
      case 'message.answerLost':
      case 'message.resolveFailed':
      case 'message.discarded':
        sends.send(event.clientId, event);
        return;
      case 'message.retried':
        sends.retry(event);
        return;
      case 'reaction.refusalRead':
        conversations.toConversation(keyOf(event), event);
        return;
      case 'message.accepted':
      case 'message.resolved': {
        const sent = sends.get(event.clientId)?.getSnapshot().context.message;
        if (sent !== undefined) conversations.toConversation(keyOf(sent), event);
        else if (event.message !== null) conversations.toConversationOf(event.message.ticketId, event);
        sends.send(event.clientId, event);
        return;
      }

      case 'unseen.resetAnswered':
      case 'unseen.resetFailed':
      case 'unseen.retried':
        conversations.toUnseen(keyOf(event), event);
        return;

      case 'transfer.drafted': {
        const ticket = conversations.ticket(event.ticketId)?.getSnapshot().context.ticket;
        if (!ticket) return;
        transfers.ensureDraft(ticket);
        transfers.sendToDraft(event.ticketId, event);
        return;
      }
      case 'transfer.submitted':
        transfers.submit(event);
        return;
      case 'transfer.dismissed':
      case 'transfer.withdrawn':
      case 'transfer.candidatesListed':
      case 'transfer.candidatesFailed':
        transfers.sendToDraft(event.ticketId, event);
        return;
      case 'transfer.createFailed':
        // If the dialog was closed or replaced meanwhile, only a notice shows the failure.
        if (!isInDialog(transfers.draft(event.ticketId)?.getSnapshot())) notify(event);
        transfers.sendToDraft(event.ticketId, event);
        return;
      case 'transfer.created':
        transfers.sendToDraft(event.ticketId, event);
        if (!isOver(event.transfer)) transfers.ensure(event.transfer);
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
        notices.sendAll(event);
        hub.toNoticeLog(event);
        return;
      default:
        unreachable(event);
    }
  };
}

/** Whether the dialog shows the outcome of the create. */
function isInDialog(draft: TransferSnapshot | undefined): boolean {
  return draft !== undefined && draft.matches('creating') && !draft.context.unattended;
}
