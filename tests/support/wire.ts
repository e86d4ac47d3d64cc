import { campaignNews } from '../../models/frames.ts';
import type { ChatTicket } from '../../contract/entities/chat-ticket.ts';
import type { ManagedUser } from '../../contract/entities/managed-user.ts';
import type { CustomerChat } from '../../contract/entities/customer-chat.ts';
import type { CustomerChatEvent } from '../../contract/entities/customer-chat-event.ts';
import type { Customer } from '../../contract/entities/customer.ts';
import type { TicketTransfer } from '../../contract/entities/ticket-transfer.ts';
import type { User } from '../../contract/entities/user.ts';
import type { StreamData, StreamEventName } from '../../contract/realtime/server-frame.ts';

/*
 * Things as they are on the wire, with dull defaults: a test names only what it is about.
 */

export const AT = '2026-03-02T12:00:00.000Z';

export function wireUser(changes: Partial<User> = {}): User {
  return {
    id: '7',
    name: 'Ana Souza',
    username: 'ana',
    email: 'ana@aurora.example',
    image: null,
    role: { id: '1', name: 'administrador', display_name: 'Administrador' },
    isConnected: true,
    userDepartment: { id: '3', name: 'Vendas', activated: true },
    userInstances: [{ id: '1', instance: { id: '5', name: 'Vendas', activated: true } }],
    ...changes,
  };
}

/** A user as an administrator sees them. */
export function wireManagedUser(changes: Partial<ManagedUser> = {}): ManagedUser {
  const { username: _username, email: _email, ...user } = wireUser();
  return {
    ...user,
    username: 'ana',
    email: 'ana@aurora.example',
    isBlocked: false,
    hasTwoFactor: false,
    created_at: AT,
    version: 'v1',
    ...changes,
  };
}

export function wireCustomer(changes: Partial<Customer> = {}): Customer {
  return {
    id: '40',
    name: 'Marina Alves',
    phone_number: '5511987654321',
    image: null,
    is_blacklisted: false,
    created_at: AT,
    ...changes,
  };
}

export function wireChat(changes: Partial<CustomerChat> = {}): CustomerChat {
  return {
    id: '900',
    type: 1,
    whatsapp_message_id: 'wamid.900',
    client_id: null,
    sent_at: AT,
    created_at: AT,
    message: 'Bom dia',
    tag_type: 'text',
    unseen_msg: true,
    is_cut: false,
    is_temp: false,
    document_name: null,
    document_mimetype: null,
    is_bot_message: false,
    parent_id: null,
    parentCustomerChat: null,
    recovered: false,
    ack: 0,
    error_code: null,
    error_key: null,
    childCustomerChats: [],
    user: null,
    chatTicket: { id: '20' },
    ...changes,
  };
}

export function wireChatEvent(changes: Partial<CustomerChatEvent> = {}): CustomerChatEvent {
  return {
    id: '300',
    kind: 'taken',
    created_at: AT,
    after_id: '900',
    chatTicket: { id: '20', protocol: '20260302-0020' },
    user: { id: '7', name: 'Ana Souza' },
    previousUser: null,
    nextUser: null,
    message: null,
    mentions: [],
    client_id: null,
    edited_at: null,
    deleted_at: null,
    version: 1,
    ...changes,
  };
}

export function wireTransfer(changes: Partial<TicketTransfer> = {}): TicketTransfer {
  return {
    id: '60',
    transfer_at: AT,
    created_at: AT,
    transferred_at: null,
    deleted_at: null,
    chatTicket: { id: '20' },
    previousUser: { id: '7', name: 'Ana Souza' },
    nextUser: { id: '8', name: 'Bruno Lima' },
    previous_user_id: '7',
    next_user_id: '8',
    triggeringUser: { id: '7', name: 'Ana Souza' },
    ...changes,
  };
}

export function wireTicket(changes: Partial<ChatTicket> = {}): ChatTicket {
  return {
    id: '20',
    protocol: '20260302000020',
    started_at: AT,
    finished_at: null,
    is_finishing: false,
    unseenMsg: 1,
    isNotResponded: true,
    user: { id: '7', name: 'Ana Souza', image: null },
    instance: { id: '5', name: 'Vendas' },
    customer: wireCustomer(),
    customerLastChat: wireChat(),
    last_received_at: AT,
    pinned: false,
    pendingTransfer: null,
    ...changes,
  };
}

/** A ticket as frames have it, without what differs by reader. */
export function frameTicket(changes: Partial<ChatTicket> = {}): Omit<ChatTicket, 'pinned'> {
  const { pinned: _pinned, ...ticket } = wireTicket(changes);
  return ticket;
}

export const ACTOR = { id: '7', name: 'Ana Souza' };

/** Data of every frame of the stream. Total: a frame added to the contract doesn't compile without one here. */
export const STREAM_DATA: { readonly [Name in StreamEventName]: StreamData<Name> } = {
  CustomerChatCreated: { customerChat: wireChat(), chatTicket: frameTicket() },
  CustomerChatAckChanged: {
    id: '900',
    client_id: null,
    ack: 3,
    error_code: null,
    error_key: null,
    chatTicket: { id: '20' },
    customer: { id: '40' },
    instance: { id: '5' },
  },
  CustomerChatEventChanged: { customer: { id: '40' }, instance: { id: '5' }, customerChatEvent: wireChatEvent() },
  CustomerCreatedToChat: { chatTicket: frameTicket() },
  CustomerUpdated: {
    customer: { id: '40', name: 'Marina Costa', tags: [{ id: '60', name: 'VIP', color: 'purple' }] },
  },
  CustomersMerged: { from: { id: '41', name: 'Marina' }, into: { id: '40', name: 'Marina Costa' } },
  ListUpdated: { list: 'tags' },
  CustomerBlacklisted: { customer: { id: '40', is_blacklisted: true } },
  ChatNotification: {
    id: '300',
    title: 'Marina Alves',
    text: 'Bom dia',
    attendant: ACTOR,
    chatTicket: { id: '20' },
    customer: { id: '40', name: 'Marina Alves' },
    instance: { id: '5' },
  },
  ChatTicketClosed: { chatTicket: frameTicket({ finished_at: AT }), user: ACTOR },
  ChatTicketTransferring: { ticketTransfer: wireTransfer(), chatTicket: frameTicket(), user: ACTOR },
  ChatTicketTransfer: { ticketTransfer: wireTransfer(), chatTicket: frameTicket(), user: ACTOR },
  ChatTicketTransferred: { ticketTransfer: null, chatTicket: frameTicket(), user: null },
  DeleteChatTicketTransfer: {
    ticketTransfer: wireTransfer({ deleted_at: AT }),
    chatTicket: frameTicket(),
    user: ACTOR,
  },
  InstanceUpdated: { instance: { id: '5', name: 'Vendas', activated: false } },
  CampaignUpdated: { campaign: { id: '70', ...campaignNews(3) } },
  GroupOfCustomersUpdated: { groupOfCustomers: { id: '80', name: 'Vips' } },
  CustomerUnseenMsgsReset: { customer: { id: '40' }, instance: { id: '5' }, up_to_id: '900', unseenMsg: 0 },
  CustomerPinned: { customer: { id: '40' }, pinned: true },
  PermissionsChanged: {},
  FeaturesChanged: { feature: { option: 'reports', enabled: false } },
};

/** A frame of the stream by its name. */
export function streamFrame(event: StreamEventName, seq = 1, prev = seq - 1): unknown {
  return { event, data: STREAM_DATA[event], id: `event-${seq}`, epoch: 'epoch-1', seq, prev };
}
