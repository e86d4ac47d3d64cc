import type { Logged } from '../log/event.ts';
import type { FrameEvent } from '../log/events-chat.ts';
import { unreachable } from '../unreachable.ts';
import type { Hub } from './hub.ts';

/** Hands on what the server told over the socket, unless it is held already. */
export function createFrameRouter(hub: Hub): (event: Logged<FrameEvent>) => void {
  const { shell, conversations, notices, toAuth, regain, admit, notify } = hub;
  const { tickets, transfers, sends, overheard } = conversations;

  return (event) => {
    switch (event.type) {
      case 'message.arrived':
        if (!admit(event)) return;
        conversations.pushed(event);
        if (event.message.clientId !== null) sends.send(event.message.clientId, event);
        return;
      case 'message.ackChanged': {
        if (!admit(event)) return;
        overheard.note(event);
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
        overheard.note(event);
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
        if (!admit(event)) return;
        overheard.note(event);
        conversations.unseenReset(event);
        return;
      case 'instance.updated':
        if (!admit(event)) return;
        shell.send(event);
        hub.screens()?.take({ ...event, type: 'list.outdated', list: 'instances' });
        return;
      case 'permissions.outdated':
        if (!admit(event)) return;
        shell.send(event);
        toAuth(event);
        regain(event);
        return;
      case 'campaign.updated':
      case 'customerGroup.updated':
        admit(event);
        return;
      default:
        unreachable(event);
    }
  };
}
