import type { ChatTicket, ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import type { PastChatTicket } from '../../../contract/graphql/past-chat-tickets.ts';
import type { CustomerChat, RelatedChat } from '../../../contract/entities/customer-chat.ts';
import type { CustomerChatEvent } from '../../../contract/entities/customer-chat-event.ts';
import type { Customer as WireCustomer } from '../../../contract/entities/customer.ts';
import type { Instance as WireInstance } from '../../../contract/entities/instance.ts';
import type { TicketTransfer } from '../../../contract/entities/ticket-transfer.ts';
import type { User as WireUser } from '../../../contract/entities/user.ts';
import type {
  Customer,
  Instance,
  Message,
  PastTicket,
  Person,
  RelatedMessage,
  ThreadLine,
  Ticket,
  Transfer,
  User,
} from '../../machines/entities/entities.ts';

/* From wire names to the machines' own. Input has passed the contract's schemas, so every timestamp parses. */

export function moment(timestamp: string): number {
  return Date.parse(timestamp);
}

function momentOrNull(timestamp: string | null): number | null {
  return timestamp === null ? null : moment(timestamp);
}

export function personOf(person: { readonly id: string; readonly name: string }): Person {
  return { id: person.id, name: person.name };
}

export function personOrNull(person: { readonly id: string; readonly name: string } | null): Person | null {
  return person === null ? null : personOf(person);
}

export function instanceOf(instance: WireInstance): Instance {
  const { id, name, activated: active, channel, hasGateway, notPaired } = instance;
  return {
    id,
    name,
    active,
    ...(channel === 'sms' && { sms: true }),
    ...(hasGateway === true && { gateway: true }),
    ...(notPaired === true && { notPaired: true }),
  };
}

/** E-mail and login name of colleagues aren't sent; they are ''. */
export function userOf(user: WireUser): User {
  return {
    id: user.id,
    name: user.name,
    image: user.image,
    username: user.username ?? '',
    email: user.email ?? '',
    roleName: user.role.name,
    roleLabel: user.role.display_name,
    connected: user.isConnected,
    ...(user.isAway === true && { away: true }),
    department: user.userDepartment?.name ?? null,
    departmentId: user.userDepartment?.id ?? null,
    instances: user.userInstances.map((link) => instanceOf(link.instance)),
  };
}

function customerOf(customer: WireCustomer): Customer {
  return {
    id: customer.id,
    name: customer.name,
    phone: customer.phone_number,
    image: customer.image,
    blacklisted: customer.is_blacklisted,
    since: moment(customer.created_at),
    ...(customer.tags === undefined ? {} : { tags: customer.tags }),
    ...(customer.numbers && { numbers: customer.numbers }),
  };
}

function relatedOf(chat: RelatedChat): RelatedMessage {
  return {
    id: chat.id,
    received: chat.type === 1,
    text: chat.message,
    tag: chat.tag_type,
    documentName: chat.document_name,
    bot: chat.is_bot_message,
    author: personOrNull(chat.user),
  };
}

export function messageOf(chat: CustomerChat): Message {
  return {
    id: chat.id,
    clientId: chat.client_id,
    ticketId: chat.chatTicket.id,
    received: chat.type === 1,
    at: moment(chat.sent_at),
    takenAt: moment(chat.created_at),
    text: chat.message,
    cut: chat.is_cut,
    tag: chat.tag_type,
    unseen: chat.unseen_msg,
    bot: chat.is_bot_message,
    author: personOrNull(chat.user),
    quoted: chat.parentCustomerChat === null ? null : relatedOf(chat.parentCustomerChat),
    parentId: chat.parent_id,
    reactions: chat.childCustomerChats.map(relatedOf),
    documentName: chat.document_name,
    documentType: chat.document_mimetype,
    ...(chat.is_forwarded === true && { forwarded: true }),
    ...(chat.repeats_id && { repeats: chat.repeats_id }),
    ...(chat.is_template === true && { isTemplate: true }),
    ...(chat.image_url && { imageUrl: chat.image_url }),
    ...(chat.location && { place: chat.location }),
    ...(chat.choices && { choices: chat.choices }),
    ...(chat.contacts && {
      contacts: chat.contacts.map((card) => ({ ...card, phones: card.phones.map(({ phone }) => phone) })),
    }),
    ...(chat.recovered && { recovered: true }),
    ...(typeof chat.has_file === 'boolean' && { hasFile: chat.has_file }),
    ack: chat.ack,
    errorCode: chat.error_code,
    errorKey: chat.error_key,
  };
}

export function lineOf(event: CustomerChatEvent): ThreadLine {
  return {
    id: event.id,
    kind: event.kind,
    at: moment(event.created_at),
    afterId: event.after_id,
    ticketId: event.chatTicket.id,
    protocol: event.chatTicket.protocol,
    by: event.user,
    from: event.previousUser,
    to: event.nextUser,
    ...(event.department && { department: event.department }),
    text: event.message,
    mentions: event.mentions,
    clientId: event.client_id,
    edited: event.edited_at !== null,
    deleted: event.deleted_at !== null,
    version: event.version,
  };
}

export function transferOf(transfer: TicketTransfer): Transfer {
  const previousId = transfer.previous_user_id;
  return {
    id: transfer.id,
    ticketId: transfer.chatTicket.id,
    // A removed user has an id but no name.
    previousOwner: personOrNull(transfer.previousUser ?? (previousId === null ? null : { id: previousId, name: '' })),
    nextOwner: personOf(transfer.nextUser ?? { id: transfer.next_user_id, name: '' }),
    triggeredBy: personOrNull(transfer.triggeringUser),
    ...(typeof transfer.note === 'string' && { note: transfer.note }),
    createdAt: moment(transfer.created_at),
    confirmedAt: momentOrNull(transfer.transferred_at),
    deletedAt: momentOrNull(transfer.deleted_at),
  };
}

/** A ticket from an answer or a frame. Frames don't have the viewer's pin. */
export function ticketOf(ticket: ChatTicket | ChatTicketFrame): Ticket {
  return {
    id: ticket.id,
    protocol: ticket.protocol,
    startedAt: moment(ticket.started_at),
    finishedAt: momentOrNull(ticket.finished_at),
    finishing: ticket.is_finishing,
    ...(typeof ticket.outcome === 'string' && { outcome: ticket.outcome }),
    notResponded: ticket.isNotResponded,
    owner: ticket.user === null ? null : { id: ticket.user.id, name: ticket.user.name, image: ticket.user.image },
    instance: {
      id: ticket.instance.id,
      name: ticket.instance.name,
      ...(ticket.instance.isOfficial === false && ticket.instance.hasGateway !== true && { unofficial: true }),
      ...(ticket.instance.hasGateway === true && { gateway: true }),
      ...(ticket.instance.channel === 'sms' && { sms: true }),
    },
    customer: customerOf(ticket.customer),
    lastMessage: ticket.customerLastChat === null ? null : messageOf(ticket.customerLastChat),
    lastReceivedAt: momentOrNull(ticket.last_received_at),
    ...(ticket.in_flow === true && { inFlow: true }),
    waitingSince: momentOrNull(ticket.waiting_since ?? null),
    ...(typeof ticket.owned_since === 'string' && { ownedSince: moment(ticket.owned_since) }),
    ...(typeof ticket.snoozed_until === 'string' && { snoozedUntil: moment(ticket.snoozed_until) }),
    ...(typeof ticket.woken_at === 'string' && { wokenAt: moment(ticket.woken_at) }),
    departmentId: ticket.department_id ?? null,
    words: ticket.customerLastReceivedChat ? relatedOf(ticket.customerLastReceivedChat) : null,
    unseen: ticket.unseenMsg,
    pinned: 'pinned' in ticket ? ticket.pinned : null,
    pendingTransfer: ticket.pendingTransfer === null ? null : transferOf(ticket.pendingTransfer),
  };
}

/** Summary of a finished ticket. */
export function pastTicketOf(ticket: PastChatTicket): PastTicket {
  return {
    id: ticket.id,
    protocol: ticket.protocol,
    startedAt: moment(ticket.started_at),
    finishedAt: moment(ticket.finished_at),
    ...(typeof ticket.outcome === 'string' && { outcome: ticket.outcome }),
    owner: personOrNull(ticket.user),
    instance: ticket.instance,
    ...(!ticket.may_open && { isWithin: true }),
  };
}
