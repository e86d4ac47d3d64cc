import type { ChatTicket, ChatTicketFrame } from '../../contract/entities/chat-ticket.ts';
import type { CustomerChat, RelatedChat } from '../../contract/entities/customer-chat.ts';
import type { CustomerChatEvent } from '../../contract/entities/customer-chat-event.ts';
import type { Customer as WireCustomer } from '../../contract/entities/customer.ts';
import type { Instance as WireInstance } from '../../contract/entities/instance.ts';
import type { MessageMedia } from '../../contract/graphql/message-media.ts';
import type { PastChatTicket } from '../../contract/graphql/past-chat-tickets.ts';
import type { ManagedUser as WireManagedUser } from '../../contract/entities/managed-user.ts';
import type { TicketTransfer } from '../../contract/entities/ticket-transfer.ts';
import type { User as WireUser } from '../../contract/entities/user.ts';
import type { ManagedUser } from '../../src/machines/entities/administration.ts';
import type {
  Customer,
  Instance,
  Message,
  PastTicket,
  RelatedMessage,
  ThreadLine,
  Ticket,
  Transfer,
  User,
} from '../../src/machines/entities/entities.ts';
import type { Media } from '../../src/machines/entities/media.ts';

/*
 * What a server would have to send for the adapters to make these of it: the way back of
 * `src/adapters/tenant/from-wire.ts`. What the machines don't hold has a dull value.
 */

function timestamp(moment: number): string {
  return new Date(moment).toISOString();
}

function timestampOrNull(moment: number | null): string | null {
  return moment === null ? null : timestamp(moment);
}

export function wireOfInstance({ id, name, active }: Instance): WireInstance {
  return { id, name, activated: active };
}

export function wireOfUser(user: User): WireUser {
  return {
    id: user.id,
    name: user.name,
    username: user.username,
    email: user.email,
    image: user.image,
    role: { id: '2', name: user.roleName, display_name: user.roleLabel },
    isConnected: user.connected,
    ...(user.away === true && { isAway: true }),
    userDepartment:
      typeof user.departmentId !== 'string' || user.department === null
        ? null
        : { id: user.departmentId, name: user.department, activated: true },
    userInstances: user.instances.map((instance) => ({ id: `9${instance.id}`, instance: wireOfInstance(instance) })),
  };
}

export function wireOfLine(line: ThreadLine): CustomerChatEvent {
  return {
    id: line.id,
    kind: line.kind,
    created_at: timestamp(line.at),
    after_id: line.afterId,
    chatTicket: { id: line.ticketId, protocol: line.protocol },
    user: line.by,
    previousUser: line.from,
    nextUser: line.to,
    department: line.department ?? null,
    message: line.text,
    mentions: [...line.mentions],
    client_id: line.clientId,
    edited_at: line.edited ? timestamp(line.at) : null,
    deleted_at: line.deleted ? timestamp(line.at) : null,
    version: line.version,
  };
}

function wireOfCustomer(customer: Customer): WireCustomer {
  return {
    id: customer.id,
    name: customer.name,
    phone_number: customer.phone,
    image: customer.image,
    is_blacklisted: customer.blacklisted,
    created_at: timestamp(customer.since),
    ...(customer.tags === undefined ? {} : { tags: [...customer.tags] }),
  };
}

function wireOfRelated(message: RelatedMessage): RelatedChat {
  return {
    id: message.id,
    type: message.received ? 1 : 0,
    message: message.text,
    tag_type: message.tag,
    document_name: message.documentName,
    is_bot_message: message.bot,
    user: message.author,
  };
}

export function wireOfMessage(message: Message): CustomerChat {
  return {
    id: message.id,
    type: message.received ? 1 : 0,
    whatsapp_message_id: `wamid.${message.id}`,
    client_id: message.clientId,
    sent_at: timestamp(message.at),
    created_at: timestamp(message.takenAt),
    message: message.text,
    tag_type: message.tag,
    unseen_msg: message.unseen,
    is_cut: message.cut,
    is_temp: false,
    document_name: message.documentName,
    document_mimetype: message.documentType,
    ...(message.forwarded === true && { is_forwarded: true }),
    ...(message.imageUrl !== undefined && { image_url: message.imageUrl }),
    ...(message.repeats !== undefined && { repeats_id: message.repeats }),
    ...(message.isTemplate === true && { is_template: true }),
    ...(message.hasFile !== undefined && { has_file: message.hasFile }),
    is_bot_message: message.bot,
    parent_id: message.parentId,
    parentCustomerChat: message.quoted && wireOfRelated(message.quoted),
    recovered: message.recovered === true,
    ack: message.ack,
    error_code: message.errorCode,
    error_key: message.errorKey,
    childCustomerChats: message.reactions.map(wireOfRelated),
    user: message.author,
    chatTicket: { id: message.ticketId },
  };
}

export function wireOfTransfer(transfer: Transfer): TicketTransfer {
  return {
    id: transfer.id,
    transfer_at: timestamp(transfer.createdAt),
    created_at: timestamp(transfer.createdAt),
    transferred_at: timestampOrNull(transfer.confirmedAt),
    deleted_at: timestampOrNull(transfer.deletedAt),
    chatTicket: { id: transfer.ticketId },
    previousUser: transfer.previousOwner,
    nextUser: transfer.nextOwner,
    previous_user_id: transfer.previousOwner?.id ?? null,
    next_user_id: transfer.nextOwner.id,
    triggeringUser: transfer.triggeredBy,
    note: transfer.note ?? null,
  };
}

/** As a frame carries it: without what differs by reader. */
export function wireOfTold(ticket: Ticket): ChatTicketFrame {
  return {
    id: ticket.id,
    protocol: ticket.protocol,
    started_at: timestamp(ticket.startedAt),
    finished_at: timestampOrNull(ticket.finishedAt),
    is_finishing: ticket.finishing,
    outcome: ticket.outcome ?? null,
    unseenMsg: ticket.unseen,
    isNotResponded: ticket.notResponded,
    user: ticket.owner,
    instance: ticket.instance,
    customer: wireOfCustomer(ticket.customer),
    customerLastChat: ticket.lastMessage && wireOfMessage(ticket.lastMessage),
    last_received_at: timestampOrNull(ticket.lastReceivedAt),
    in_flow: ticket.inFlow ?? false,
    waiting_since: timestampOrNull(ticket.waitingSince ?? null),
    owned_since: timestampOrNull(ticket.ownedSince ?? null),
    snoozed_until: timestampOrNull(ticket.snoozedUntil ?? null),
    woken_at: timestampOrNull(ticket.wokenAt ?? null),
    department_id: ticket.departmentId ?? null,
    customerLastReceivedChat: ticket.words ? wireOfRelated(ticket.words) : null,
    pendingTransfer: ticket.pendingTransfer && wireOfTransfer(ticket.pendingTransfer),
  };
}

export function wireOfTicket(ticket: Ticket): ChatTicket {
  return { ...wireOfTold(ticket), pinned: ticket.pinned ?? false };
}

export function wireOfManagedUser(user: ManagedUser, version: string): WireManagedUser {
  return {
    id: user.id,
    name: user.name,
    username: user.username,
    email: user.email,
    image: user.image,
    role: { id: user.role.id, name: user.role.name, display_name: user.role.label },
    isConnected: user.connected,
    isBlocked: user.blocked,
    hasTwoFactor: user.twoFactor,
    userDepartment: user.department && { ...user.department, activated: true },
    userInstances: user.instances.map((instance) => ({
      id: user.links[instance.id] ?? `9${instance.id}`,
      instance: wireOfInstance(instance),
    })),
    created_at: timestamp(user.since),
    version,
  };
}

export function wireOfPast({ id, protocol, startedAt = 0, finishedAt, owner, instance }: PastTicket): PastChatTicket {
  const [started_at, finished_at] = [timestamp(startedAt), timestamp(finishedAt)];
  return { id, protocol, started_at, finished_at, user: owner, instance: { ...instance }, may_open: true };
}

export function wireOfMedia(id: string, media: Media): MessageMedia {
  return {
    id,
    state: media.state,
    refusal: media.refusal ?? null,
    mime_type: media.mimeType,
    size_bytes: media.bytes,
    width: media.width,
    height: media.height,
    url: media.url,
    preview_url: media.previewUrl,
    expires_at: timestampOrNull(media.expiresAt),
  };
}
