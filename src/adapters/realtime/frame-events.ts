import type { CampaignNews } from '../../machines/campaign/campaign.machine.ts';
import type { PresenceFrame } from '../../../contract/realtime/presence.ts';
import type { StreamFrame } from '../../../contract/realtime/server-frame.ts';
import type { EventOf } from '../../machines/log/event.ts';
import type { FrameEvent } from '../../machines/log/events-chat.ts';
import type { StreamPosition } from '../../machines/log/stream.ts';
import { instanceOf, lineOf, messageOf, moment, personOrNull, ticketOf, transferOf } from '../tenant/from-wire.ts';
import { unreachable } from '../unreachable.ts';

type CampaignFrame = Extract<StreamFrame, { readonly event: 'CampaignUpdated' }>['data']['campaign'];

/** The event for a presence frame. */
export function presenceEvent({ data }: PresenceFrame): EventOf<'presence.arrived'> {
  const { id, user, is_support, customer_id: customerId, instance_id: instanceId, typing } = data;
  return {
    type: 'presence.arrived',
    pageId: id,
    person: { id: user.id, name: user.name },
    isSupport: is_support,
    open: customerId === null || instanceId === null ? null : { customerId, instanceId },
    typing,
  };
}

/** A campaign's news; null if it lacks a version or counts, as it can't be shown then. */
function newsOf({ name, status, version, reason = null, counts }: CampaignFrame): CampaignNews | null {
  return version === undefined || counts === undefined ? null : { name, status, version, reason, counts };
}

/** The event of a stream frame. */
export function frameEvent(frame: StreamFrame): FrameEvent {
  const stream: StreamPosition = { epoch: frame.epoch, seq: frame.seq, prev: frame.prev, id: frame.id };
  switch (frame.event) {
    case 'CustomerChatCreated':
      return {
        type: 'message.arrived',
        message: messageOf(frame.data.customerChat),
        ticket: ticketOf(frame.data.chatTicket),
        stream,
      };
    case 'CustomerChatAckChanged':
      return {
        type: 'message.ackChanged',
        messageId: frame.data.id,
        clientId: frame.data.client_id,
        ticketId: frame.data.chatTicket.id,
        customerId: frame.data.customer.id,
        instanceId: frame.data.instance.id,
        ack: frame.data.ack,
        errorCode: frame.data.error_code,
        errorKey: frame.data.error_key,
        stream,
      };
    case 'CustomerChatEventChanged':
      return {
        type: 'line.changed',
        customerId: frame.data.customer.id,
        instanceId: frame.data.instance.id,
        line: lineOf(frame.data.customerChatEvent),
        stream,
      };
    case 'CustomerCreatedToChat':
      return {
        type: 'customer.arrived',
        ticket: ticketOf(frame.data.chatTicket),
        ...(frame.data.reopened === true && { reopened: true }),
        ...(frame.data.woken === true && { woken: true }),
        ...(frame.data.shutting === true && { shutting: true }),
        stream,
      };
    case 'CustomerBlacklisted':
      return {
        type: 'customer.blacklisted',
        customerId: frame.data.customer.id,
        blacklisted: frame.data.customer.is_blacklisted,
        stream,
      };
    case 'CustomerUpdated': {
      const { id: customerId, ...rest } = frame.data.customer;
      return { type: 'customer.updated', customerId, ...rest, stream };
    }
    case 'CustomersMerged': {
      const { from, into } = frame.data;
      return {
        type: 'customers.merged',
        fromId: from.id,
        fromName: from.name,
        intoId: into.id,
        intoName: into.name,
        stream,
      };
    }
    case 'ListUpdated':
      return { type: 'list.updated', what: frame.data.list, stream };
    case 'CustomerPinned':
      return { type: 'customer.pinned', customerId: frame.data.customer.id, pinned: frame.data.pinned, stream };
    case 'CustomerUnseenMsgsReset':
      return {
        type: 'unseen.wasReset',
        customerId: frame.data.customer.id,
        instanceId: frame.data.instance.id,
        upToId: frame.data.up_to_id,
        unseen: frame.data.unseenMsg,
        ...(frame.data.marked === true && { marked: true as const }),
        stream,
      };
    case 'ChatTicketClosed':
      return {
        type: 'ticket.closed',
        ticket: ticketOf(frame.data.chatTicket),
        by: personOrNull(frame.data.user),
        stream,
      };
    case 'ChatTicketTransfer':
    case 'ChatTicketTransferring':
      return {
        type: 'transfer.arrived',
        transfer: transferOf(frame.data.ticketTransfer),
        ticket: ticketOf(frame.data.chatTicket),
        by: personOrNull(frame.data.user),
        addressed: frame.event === 'ChatTicketTransfer',
        stream,
      };
    case 'ChatTicketTransferred':
      return {
        type: 'ticket.transferred',
        transfer: frame.data.ticketTransfer === null ? null : transferOf(frame.data.ticketTransfer),
        ticket: ticketOf(frame.data.chatTicket),
        by: personOrNull(frame.data.user),
        ...(frame.data.first_user_id === undefined ? {} : { firstUserId: frame.data.first_user_id }),
        ...(frame.data.department !== undefined && { department: frame.data.department }),
        ...(typeof frame.data.previous_user_id === 'string' && { previousOwnerId: frame.data.previous_user_id }),
        stream,
      };
    case 'DeleteChatTicketTransfer':
      return {
        type: 'transfer.removed',
        transfer: transferOf(frame.data.ticketTransfer),
        ticket: ticketOf(frame.data.chatTicket),
        by: personOrNull(frame.data.user),
        stream,
      };
    case 'ChatNotification':
      return {
        type: 'notice.arrived',
        noticeId: frame.data.id,
        title: frame.data.title,
        text: frame.data.text,
        attendant: personOrNull(frame.data.attendant),
        ticketId: frame.data.chatTicket.id,
        customerId: frame.data.customer.id,
        customerName: frame.data.customer.name,
        instanceId: frame.data.instance.id,
        ...(frame.data.sent_at !== undefined && { at: moment(frame.data.sent_at) }),
        stream,
      };
    case 'InstanceUpdated':
      return { type: 'instance.updated', instance: instanceOf(frame.data.instance), stream };
    case 'FeaturesChanged':
    case 'PermissionsChanged':
      return { type: 'permissions.outdated', stream };
    case 'CampaignUpdated':
      return {
        type: 'campaign.updated',
        campaignId: frame.data.campaign.id,
        news: newsOf(frame.data.campaign),
        stream,
      };
    case 'GroupOfCustomersUpdated':
      return {
        type: 'customerGroup.updated',
        groupId: frame.data.groupOfCustomers.id,
        name: frame.data.groupOfCustomers.name,
        stream,
      };
    default:
      return unreachable(frame);
  }
}
