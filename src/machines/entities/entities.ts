import type { Ack } from '../../../contract/facts/ack.ts';
import type { TagType } from '../../../contract/facts/tag-type.ts';
import type { ClientId, CustomerId, InstanceId, MessageId, TicketId, TransferId, UserId } from './ids.ts';

/*
 * What the machines hold, in our own names. Adapters make these from the wire. Moments are
 * milliseconds since 1970.
 */

export interface Person {
  readonly id: UserId;
  readonly name: string;
}

export interface Owner extends Person {
  readonly image: string | null;
}

export interface Instance {
  readonly id: InstanceId;
  readonly name: string;
  readonly active: boolean;
}

/** Someone who logs in. `roleName` is the rule's name (`administrador`), `roleLabel` what people read. */
export interface User extends Owner {
  readonly username: string;
  readonly email: string;
  readonly roleName: string;
  readonly roleLabel: string;
  readonly connected: boolean;
  readonly department: string | null;
  readonly instances: readonly Instance[];
}

/** `phone` is digits only, country code first. */
export interface Customer {
  readonly id: CustomerId;
  readonly name: string;
  readonly phone: string;
  readonly image: string | null;
  readonly blacklisted: boolean;
  readonly since: number;
}

/** A message quoted by another, or a reaction to it. */
export interface RelatedMessage {
  readonly id: MessageId;
  readonly received: boolean;
  readonly text: string | null;
  readonly tag: TagType;
  readonly documentName: string | null;
  readonly bot: boolean;
  readonly author: Person | null;
}

/** A message of a conversation as the server knows it. `received` came from the customer. */
export interface Message {
  readonly id: MessageId;
  readonly clientId: ClientId | null;
  readonly ticketId: TicketId;
  readonly received: boolean;
  readonly at: number;
  /** When the server took it: the conversation's place in the list comes from it. */
  readonly takenAt: number;
  readonly text: string | null;
  /** Whether `text` is only the beginning: the rest has to be asked for. */
  readonly cut: boolean;
  readonly tag: TagType;
  readonly unseen: boolean;
  readonly bot: boolean;
  readonly author: Person | null;
  readonly quoted: RelatedMessage | null;
  readonly parentId: MessageId | null;
  readonly reactions: readonly RelatedMessage[];
  readonly documentName: string | null;
  readonly documentType: string | null;
  readonly ack: Ack;
  readonly errorCode: string | null;
  readonly errorKey: string | null;
}

/** `triggeredBy` is null when no one asked for it. Never both confirmed and deleted. */
export interface Transfer {
  readonly id: TransferId;
  readonly ticketId: TicketId;
  readonly previousOwner: Person | null;
  readonly nextOwner: Person;
  readonly triggeredBy: Person | null;
  readonly createdAt: number;
  readonly confirmedAt: number | null;
  readonly deletedAt: number | null;
}

/** A finished attendance, as the customer's others list it. */
export interface PastTicket {
  readonly id: TicketId;
  readonly protocol: string;
  readonly finishedAt: number;
  readonly owner: Person | null;
  readonly instance: { readonly id: InstanceId; readonly name: string };
}

/** One attendance of a customer on an instance. `unseen` counts up to `lastMessage`. */
export interface Ticket {
  readonly id: TicketId;
  readonly protocol: string;
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly finishing: boolean;
  readonly notResponded: boolean;
  readonly owner: Owner | null;
  readonly instance: { readonly id: InstanceId; readonly name: string };
  readonly customer: Customer;
  readonly lastMessage: Message | null;
  readonly lastReceivedAt: number | null;
  readonly unseen: number;
  /** Null where the source doesn't say: a frame is the same for all its readers. */
  readonly pinned: boolean | null;
  readonly pendingTransfer: Transfer | null;
}

/** A ticket by itself. What is written in it belongs to its conversation, and the pin to the viewer's list. */
export type Attendance = Omit<Ticket, 'lastMessage' | 'lastReceivedAt' | 'unseen' | 'pinned'>;
