import type { TicketId } from '../entities/ids.ts';
import type { EventOf, Logged } from '../log/event.ts';
import { timerOwner } from '../log/timers.ts';
import { unreachable } from '../unreachable.ts';
import type { Hub } from './hub.ts';
import type { TicketInput } from './tickets.ts';

/** Folds events: each is handed to the actors it concerns. */
export function createRouter(hub: Hub): (event: Logged) => void {
  const { socket, shell, inbox, conversations, notices, toAuth, toInbox, measure, admit, notify } = hub;
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

  function toTimer(event: Logged<EventOf<'timer.fired'>>): void {
    const { machine, key } = timerOwner(event.timer);
    if (machine === 'socket') socket.send(event);
    else if (machine === 'inbox') toInbox(event);
    else if (machine === 'notice') notices.send(key, event);
    else if (machine === 'send') sends.send(key, event);
  }

  function toListed(event: Logged<EventOf<'tickets.listed'>>): void {
    const { context, value } = inbox.getSnapshot();
    if (value === 'idle') return;
    for (const ticket of event.items) conversations.listed(ticket, event.streamPosition, event);
    if (event.purpose === 'resync' && context.stale && event.request === context.request) {
      tickets.evict(new Set(event.items.map(({ id }) => id)), event.streamPosition);
    }
    if (event.unseenConversations !== undefined) {
      conversations.unseenListed(event.unseenConversations, event.streamPosition);
    }
    toInbox(event);
    measure();
    socket.send(event);
  }

  function toGreeted(event: Logged<EventOf<'socket.greeted'>>): void {
    const isOurs = event.attempt === socket.getSnapshot().context.attempt;
    socket.send(event);
    if (!isOurs) return;
    shell.send(event);
    const isBroken = socket.getSnapshot().context.awaitsList;
    conversations.greeted(event, isBroken);
    if (!isBroken) return;
    measure();
    toInbox({ type: 'resync.needed' });
  }

  /** Which actors an event concerns. */
  function route(event: Logged): void {
    switch (event.type) {
      case 'message.arrived':
        if (!admit(event)) return;
        conversations.pushed(event);
        if (event.message.clientId !== null) sends.send(event.message.clientId, event);
        return;
      case 'message.ackChanged': {
        if (!admit(event)) return;
        const own = tickets.get(event.ticketId);
        if (own !== undefined) tickets.send(own, event);
        // Its bubble is in the conversation's later tickets too.
        for (const other of tickets.ofCustomer(event.customerId)) {
          if (other !== own && other.ticket?.instance.id === event.instanceId) tickets.send(other, event);
        }
        if (event.clientId !== null) sends.send(event.clientId, event);
        return;
      }
      case 'customer.arrived':
        if (admit(event)) conversations.pushed(event);
        return;
      case 'customer.blacklisted':
        if (!admit(event)) return;
        for (const entry of tickets.ofCustomer(event.customerId)) tickets.send(entry, event);
        return;
      case 'customer.pinned':
        if (admit(event)) conversations.pinned(event);
        return;
      case 'ticket.closed':
        if (!admit(event)) return;
        transfers.sendToTicket(event.ticket.id, event);
        transfers.sendToDraft(event.ticket.id, event);
        conversations.pushed(event);
        return;
      case 'transfer.arrived':
        if (!admit(event)) return;
        transfers.sendToDraft(event.transfer.ticketId, event);
        transfers.ensure(event.transfer);
        transfers.send(event.transfer.id, event);
        conversations.pushed(event);
        notify(event);
        return;
      case 'ticket.transferred':
      case 'transfer.removed':
        if (!admit(event)) return;
        transfers.sendToTicket(event.ticket.id, event);
        if (event.transfer !== null) transfers.settle(event.transfer.id);
        conversations.pushed(event);
        notices.sendAll(event);
        notify(event);
        return;
      case 'notice.arrived':
        if (admit(event)) notify(event);
        return;
      case 'unseen.wasReset':
        if (admit(event)) conversations.unseenReset(event);
        return;
      case 'instance.updated':
        if (!admit(event)) return;
        shell.send(event);
        hub.screens()?.toList({ ...event, type: 'list.outdated', list: 'instances' });
        return;
      case 'permissions.outdated':
        if (admit(event)) toAuth(event);
        return;
      case 'campaign.updated':
      case 'customerGroup.updated':
        admit(event);
        return;

      case 'app.opened':
        shell.send(event);
        socket.send(event);
        toInbox(event);
        toAuth(event);
        return;
      case 'page.closing':
        socket.send(event);
        return;
      case 'network.changed':
        shell.send(event);
        socket.send(event);
        sends.sendAll(event);
        return;
      case 'page.visibilityChanged':
        shell.send(event);
        socket.send(event);
        notices.sendAll(event);
        return;
      case 'timer.fired':
        toTimer(event);
        return;
      // For QA, who reads the log.
      case 'input.rejected':
      case 'sound.refused':
        return;
      case 'api.responseFailed':
        shell.send(event);
        toAuth(event);
        return;
      case 'theme.chosen':
      case 'locale.chosen':
      case 'sidebar.toggled':
      case 'sound.toggled':
      case 'singleKeys.toggled':
      case 'columns.chosen':
      case 'screen.unlocked':
      case 'lockMinutes.chosen':
      case 'instances.listed':
      case 'instances.listFailed':
      case 'desktop.permissionAsked':
      case 'desktop.permissionChanged':
        shell.send(event);
        return;
      case 'screen.locked':
        // Nobody's screen has nothing to hide.
        if (hub.isLoggedIn()) shell.send(event);
        return;
      case 'instance.chosen':
        shell.send(event);
        toInbox(event);
        return;

      case 'login.succeeded': {
        const wasLoggedIn = hub.isLoggedIn();
        toAuth(event);
        if (!wasLoggedIn) notify(event);
        return;
      }
      case 'login.submitted':
      case 'login.refused':
      case 'login.secondFactorRequired':
      case 'login.codeSubmitted':
      case 'login.codeRefused':
      case 'login.cancelled':
      case 'call.expired':
      case 'call.unauthorized':
      case 'token.refreshed':
      case 'token.refreshFailed':
      case 'logout.requested':
      case 'logout.finished':
      case 'user.loaded':
      case 'permissions.listed':
        toAuth(event);
        return;

      case 'socket.ticketIssued':
      case 'socket.ticketFailed':
      case 'socket.opened':
      case 'socket.ponged':
      case 'socket.closed':
        socket.send(event);
        return;
      case 'socket.greeted':
        toGreeted(event);
        return;

      case 'inbox.filtered':
      case 'inbox.searched':
        toInbox(event);
        return;
      case 'inbox.endReached':
        toInbox(event);
        measure();
        return;
      case 'inbox.retried':
        measure();
        toInbox(event);
        return;
      case 'tickets.listed':
        toListed(event);
        return;
      case 'tickets.listFailed':
        toInbox(event);
        socket.send(event);
        return;

      case 'list.opened':
      case 'list.queried':
      case 'list.answered':
      case 'list.failed':
      case 'list.retried':
      case 'list.outdated':
        hub.screens()?.toList(event);
        return;
      case 'form.opened':
      case 'form.loaded':
      case 'form.loadFailed':
      case 'form.changed':
      case 'form.submitted':
      case 'form.refused':
      case 'form.retried':
      case 'form.left':
        hub.screens()?.toForm(event);
        return;
      case 'form.saved':
        hub.screens()?.toForm(event);
        if (event.form === 'account.unlock') shell.send(event);
        else notify(event);
        return;

      case 'ticket.opened':
        socket.send(event);
        conversations.opened(event);
        notices.sendAll(event);
        return;
      case 'ticket.left':
        socket.send(event);
        conversations.left(event);
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
      case 'message.resolved': {
        if (event.message !== null) {
          const { ticketId } = event.message;
          toTicketOf(ticketId, event);
          // Finished meanwhile: the server has opened the conversation's next one for it.
          const submittedIn = sends.get(event.clientId)?.getSnapshot().context.message.ticketId ?? ticketId;
          if (submittedIn !== ticketId) toTicketOf(submittedIn, event);
        }
        sends.send(event.clientId, event);
        return;
      }

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
        // Where the dialog was closed meanwhile nothing else tells.
        if (transfers.draft(event.ticketId) === undefined) notify(event);
        transfers.sendToDraft(event.ticketId, event);
        return;
      case 'transfer.created':
        transfers.sendToDraft(event.ticketId, event);
        transfers.ensure(event.transfer);
        transfers.send(event.transfer.id, event);
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

      case 'notice.cleared':
      case 'notice.desktopClicked':
        notices.send(event.noticeId, event);
        return;
      default:
        unreachable(event);
    }
  }

  return route;
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
  | 'ticket.finishRequested'
  | 'ticket.finishFailed';
