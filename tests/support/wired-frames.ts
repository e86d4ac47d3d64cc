import type { StreamData, StreamEventName } from '../../contract/realtime/server-frame.ts';
import type { FrameEvent } from '../../src/machines/log/events-chat.ts';
import { unreachable } from '../../src/adapters/unreachable.ts';
import { wireOfInstance, wireOfLine, wireOfMessage, wireOfTold, wireOfTransfer } from './wired-wire.ts';

type Told = {
  readonly [Name in StreamEventName]: { readonly event: Name; readonly data: StreamData<Name> };
}[StreamEventName];

function toldOf(event: FrameEvent): Told {
  switch (event.type) {
    case 'message.arrived':
      return {
        event: 'CustomerChatCreated',
        data: { customerChat: wireOfMessage(event.message), chatTicket: wireOfTold(event.ticket) },
      };
    case 'message.ackChanged':
      return {
        event: 'CustomerChatAckChanged',
        data: {
          id: event.messageId,
          client_id: event.clientId,
          chatTicket: { id: event.ticketId },
          customer: { id: event.customerId },
          instance: { id: event.instanceId },
          ack: event.ack,
          error_code: event.errorCode,
          error_key: event.errorKey,
        },
      };
    case 'line.changed':
      return {
        event: 'CustomerChatEventChanged',
        data: {
          customer: { id: event.customerId },
          instance: { id: event.instanceId },
          customerChatEvent: wireOfLine(event.line),
        },
      };
    case 'customer.arrived':
      return {
        event: 'CustomerCreatedToChat',
        data: {
          chatTicket: wireOfTold(event.ticket),
          ...(event.reopened && { reopened: true }),
          ...(event.woken && { woken: true }),
          ...(event.shutting && { shutting: true }),
        },
      };
    case 'customer.blacklisted':
      return {
        event: 'CustomerBlacklisted',
        data: { customer: { id: event.customerId, is_blacklisted: event.blacklisted } },
      };
    case 'customer.updated':
      return {
        event: 'CustomerUpdated',
        data: {
          customer: { id: event.customerId, name: event.name, image: event.image, tags: [...event.tags] },
        },
      };
    case 'customers.merged':
      return {
        event: 'CustomersMerged',
        data: { from: { id: event.fromId, name: event.fromName }, into: { id: event.intoId, name: event.intoName } },
      };
    case 'list.updated':
      return { event: 'ListUpdated', data: { list: event.what } };
    case 'customer.pinned':
      return { event: 'CustomerPinned', data: { customer: { id: event.customerId }, pinned: event.pinned } };
    case 'unseen.wasReset':
      return {
        event: 'CustomerUnseenMsgsReset',
        data: {
          customer: { id: event.customerId },
          instance: { id: event.instanceId },
          up_to_id: event.upToId,
          unseenMsg: event.unseen,
          ...(event.marked && { marked: true }),
        },
      };
    case 'ticket.closed':
      return { event: 'ChatTicketClosed', data: { chatTicket: wireOfTold(event.ticket), user: event.by } };
    case 'transfer.arrived':
      return {
        event: event.addressed ? 'ChatTicketTransfer' : 'ChatTicketTransferring',
        data: {
          ticketTransfer: wireOfTransfer(event.transfer),
          chatTicket: wireOfTold(event.ticket),
          user: event.by,
        },
      };
    case 'ticket.transferred':
      return {
        event: 'ChatTicketTransferred',
        data: {
          ticketTransfer: event.transfer && wireOfTransfer(event.transfer),
          chatTicket: wireOfTold(event.ticket),
          user: event.by,
          ...(event.firstUserId === undefined ? {} : { first_user_id: event.firstUserId }),
          ...(event.department === undefined ? {} : { department: event.department }),
          ...(event.previousOwnerId === undefined ? {} : { previous_user_id: event.previousOwnerId }),
        },
      };
    case 'transfer.removed':
      return {
        event: 'DeleteChatTicketTransfer',
        data: {
          ticketTransfer: wireOfTransfer(event.transfer),
          chatTicket: wireOfTold(event.ticket),
          user: event.by,
        },
      };
    case 'notice.arrived':
      return {
        event: 'ChatNotification',
        data: {
          id: event.noticeId,
          title: event.title,
          text: event.text,
          attendant: event.attendant,
          chatTicket: { id: event.ticketId },
          customer: { id: event.customerId, name: event.customerName },
          instance: { id: event.instanceId },
          ...(event.at === undefined ? {} : { sent_at: new Date(event.at).toISOString() }),
        },
      };
    case 'instance.updated':
      return { event: 'InstanceUpdated', data: { instance: wireOfInstance(event.instance) } };
    case 'permissions.outdated':
      return { event: 'PermissionsChanged', data: {} };
    case 'campaign.updated':
      return {
        event: 'CampaignUpdated',
        data: { campaign: { id: event.campaignId, ...(event.news ?? { name: 'Natal', status: 'running' }) } },
      };
    case 'customerGroup.updated':
      return {
        event: 'GroupOfCustomersUpdated',
        data: { groupOfCustomers: { id: event.groupId, name: event.name } },
      };
    default:
      return unreachable(event);
  }
}

/** The frame of which the adapters make this event. */
export function wireFrameOf(event: FrameEvent): unknown {
  const { epoch, seq, prev, id } = event.stream;
  return { ...toldOf(event), id, epoch, seq, prev };
}
